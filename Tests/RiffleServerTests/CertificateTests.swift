#if Service
  import Foundation
  import NIOConcurrencyHelpers
  import Riffle
  import Testing

  @testable import RiffleServer

  @Suite(.timeLimit(.minutes(15)))
  struct CertificateTests {
    /// - Returns: what it writes, without white space around it.
    @discardableResult
    static func shell(_ command: String) throws -> String {
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["bash", "-c", command]
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func make(_ name: String, in folder: URL) throws {
      try shell(
        """
        cd '\(folder.path)' && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
          -subj /CN=\(name) -keyout \(name).key -out \(name).pem
        """)
    }

    /// As programs that renew certificates do: files are replaced, or a link leads to others.
    @Test(arguments: [false, true]) func aRenewedCertificateIsServedWithoutARestart(isLinked: Bool) async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "riffle-tls-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      for name in ["one", "two"] { try Self.make(name, in: folder) }
      @Sendable func use(_ certificate: String, _ key: String) throws {
        let command = isLinked ? "ln -sf" : "cp -f"
        try Self.shell(
          "cd '\(folder.path)' && \(command) \(certificate).pem live.pem && \(command) \(key).key live.key")
      }
      try use("one", "one")
      let (logger, lines) = KeptLogs.make()
      let change = { (settings: inout ServerSettings) in
        settings.certificate = folder.appending(path: "live.pem").path
        settings.privateKey = folder.appending(path: "live.key").path
      }
      try await RunningServer.with(change: change, logger: logger) { server in
        let port = try #require(URL(string: server.url)?.port)
        func served() throws -> String {
          try Self.shell(
            "openssl s_client -connect 127.0.0.1:\(port) </dev/null | openssl x509 -noout -subject -nameopt multiline")
        }
        #expect(try served().hasSuffix("= one"))
        // They are not written at the same moment.
        try use("two", "one")
        for _ in 0..<3 { server.service.readCertificate() }
        #expect(try served().hasSuffix("= one"))
        try use("two", "two")
        server.service.readCertificate()
        #expect(try served().hasSuffix("= two"))
        #expect(lines().contains { $0.contains("the certificate and its key have been read again") })
      }
    }

    /// The unit that the documentation shows is the one that is installed.
    @Test func theUnitOfTheDocumentationIsThatOfThePackage() throws {
      let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
      func text(_ path: String) throws -> String {
        try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      }
      let unit = try text("RiffleServeCommand/Package/riffle-serve.service")
      #expect(try text("RiffleServer/RiffleServer.docc/Running.md").contains("```ini\n\(unit)```"))
    }

    /// The file that the package installs is one that a server starts with, when it names a list.
    @Test func theSettingsOfThePackageAreSettings() throws {
      let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
      let file = sources.appending(path: "RiffleServeCommand/Package/serve.json")
      let settings = try Invocation(arguments: ["--config", file.path], environment: [:]).settings
      #expect(settings.lists.map(\.path) == ["/var/lib/riffle/list.db"])
      #expect(settings.keys == nil && settings.isLoopback)
      try settings.check()
    }
  }
#endif
