#if Service
  import Foundation
  import Logging
  import RiffleServer
  import ServiceLifecycle
  import UnixSignals

  enum ServeCommand {
    /// Runs the task of the arguments.
    /// - Returns: the exit status: 0 for success, 1 for a failure, 2 for a faulty command line.
    static func run() async -> Int32 {
      do {
        let invocation = try Invocation(
          arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
        return try await run(invocation)
      } catch let error as SettingsError {
        complain("\(error)")
        return 2
      } catch {
        complain("\(error)")
        return 1
      }
    }

    private static func run(_ invocation: Invocation) async throws -> Int32 {
      if case .print(let text) = invocation.task {
        print(text)
        return 0
      }
      if case .makeKey(let name, let role, let filter, let expires) = invocation.task {
        let (kept, key) = APIKey.make(name: name, role: role, filter: filter, expires: expires)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        print("The key, which is shown only now:\n\(key)\n\nFor “keys” in the file of keys:")
        print(String(decoding: try encoder.encode(kept), as: UTF8.self))
        return 0
      }
      var settings = invocation.settings
      let demo = invocation.isDemo ? try DemoStore(scopes: invocation.demoScopes) : nil
      defer { demo?.remove() }
      if let demo { settings.lists.append(demo.list) }
      if invocation.task == .check {
        try RiffleService.check(settings)
        print("all is set as it can be")
        return 0
      }
      let logger = logger(invocation)
      let scheme = settings.certificate == nil ? "http" : "https"
      let service = try RiffleService(settings, logger: logger) { address, port in
        say("\(scheme)://\(address.contains(":") ? "[\(address)]" : address):\(port)/")
      }
      // Without this the signal would end the program.
      let reloading = Task { for await _ in await UnixSignalsSequence(trapping: .sighup) { service.reload() } }
      defer { reloading.cancel() }
      let group = ServiceGroup(services: [service], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
      try await group.run()
      return 0
    }

    private static func logger(_ invocation: Invocation) -> Logger {
      var logger = Logger(label: "riffle-serve") { label in
        if invocation.logsJSON { JSONLogs(label: label) } else { StreamLogHandler.standardError(label: label) }
      }
      logger.logLevel = invocation.logLevel
      return logger
    }

    /// Writes a line at once, also if standard output is not a terminal.
    private static func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

    private static func complain(_ text: String) {
      FileHandle.standardError.write(Data("riffle-serve: \(text)\n".utf8))
    }
  }
#endif
