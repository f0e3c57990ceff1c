#if Cluster
  import Foundation
  import RiffleClusterTestSupport
  import RiffleTestSupport
  import Testing

  @testable import RiffleCluster

  /// The history checker, run shortly. RIFFLE_SEED sets where it begins.
  @Suite(.enabled(if: PostgresServer.isAvailable, "\(PostgresServer.absence ?? "")"), .timeLimit(.minutes(5)))
  struct CrashTests {
    @Test func nothingIsLostWhenNodesAndServersAreKilled() throws {
      let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      let process = Process()
      process.executableURL = tests.deletingLastPathComponent().appending(path: "riffle-cluster-campaign")
      process.arguments = ["history", "--faults", "8", "--seed", "\(setting("RIFFLE_SEED") ?? 1)"]
      let output = Pipe()
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = output
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 0, "\(text)")
    }
  }
#endif
