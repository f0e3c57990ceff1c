#if Service
  import Foundation
  import Logging
  import RiffleStore
  import ServiceLifecycle
  import Testing

  @testable import RiffleServer

  /// The commands of the documentation, as somebody would paste them.
  @Suite(.timeLimit(.minutes(15)))
  struct DocumentedCommandsTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()

    /// The blocks of a page that are for a shell, but for those that would not end.
    private static func blocks() throws -> [String] {
      let page = root.appending(path: "Sources/RiffleServer/RiffleServer.docc/API.md")
      let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```sh\n").dropFirst()
      return parts.compactMap { $0.components(separatedBy: "```").first }.filter { !$0.contains("/live") }
    }

    @Test func theyAreAllAnswered() async throws {
      let blocks = try DocumentedCommandsTests.blocks()
      #expect(blocks.count >= 3)
      let demo = try DemoStore(sample: DocumentedCommandsTests.root.appending(path: DemoStore.sample).path)
      defer { demo.remove() }
      let folder = FileManager.default.temporaryDirectory.appending(path: "riffle-lists-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try await RunningServer.with(lists: [demo.list]) {
        $0.folder = folder.path
      } _: { server in
        for block in blocks {
          let script = """
            set -euo pipefail
            curl() { command curl --fail-with-body --silent --show-error "$@"; echo; }
            \(block.replacing("http://127.0.0.1:8080", with: server.url))
            """
          let process = Process()
          let output = Pipe()
          process.executableURL = URL(filePath: "/usr/bin/env")
          process.arguments = ["bash", "-c", script]
          process.standardOutput = output
          process.standardError = output
          try process.run()
          let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
          process.waitUntilExit()
          #expect(process.terminationStatus == 0, "\(block)\n\(text)")
          #expect(!text.contains("/problems/"), "\(text)")
        }
      }
    }
  }
#endif
