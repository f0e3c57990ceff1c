#if Service && Cluster
  import Foundation
  import Logging
  import RiffleGateway
  import RiffleServer
  import ServiceLifecycle
  import UnixSignals

  enum GatewayCommand {
    /// Runs the task of the command line.
    /// - Returns: the exit status: 0 for success, 2 for a `SettingsError`, 1 for any other error.
    static func run() async -> Int32 {
      do {
        let invocation = try GatewayInvocation(
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

    private static func run(_ invocation: GatewayInvocation) async throws -> Int32 {
      switch invocation.task {
      case .print(let text):
        print(text)
        return 0
      case .check:
        try GatewayService.check(invocation.settings)
        print("all is set as it can be")
        return 0
      case .serve: break
      }
      let logger = logger(invocation)
      let scheme = invocation.settings.certificate == nil ? "http" : "https"
      let service = try GatewayService(invocation.settings, logger: logger) { address, port in
        say("\(scheme)://\(address.contains(":") ? "[\(address)]" : address):\(port)/")
      }
      // Without a handler, the signal would end the program.
      let reloading = Task { for await _ in await UnixSignalsSequence(trapping: .sighup) { service.reload() } }
      defer { reloading.cancel() }
      let group = ServiceGroup(services: [service], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
      try await group.run()
      return 0
    }

    private static func logger(_ invocation: GatewayInvocation) -> Logger {
      var logger = Logger(label: "riffle-gateway") { label in
        if invocation.logsJSON { JSONLogs(label: label) } else { StreamLogHandler.standardError(label: label) }
      }
      logger.logLevel = invocation.logLevel
      return logger
    }

    /// Writes a line to standard output without buffering, even if it is not a terminal.
    private static func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

    private static func complain(_ text: String) {
      FileHandle.standardError.write(Data("riffle-gateway: \(text)\n".utf8))
    }
  }
#endif
