#if Service
  import Foundation
  import RiffleClient
  import RiffleStore
  import RiffleTestSupport
  import Testing

  @testable import RiffleServer

  /// The program, as whoever runs it stops it and has it read its files again.
  @Suite(.timeLimit(.minutes(15)))
  struct SignalTests {
    private func wait(_ program: RunningProgram, for condition: () throws -> Bool) async throws {
      while try !condition() {
        guard program.isRunning else { break }
        try await Task.sleep(for: .milliseconds(20))
      }
    }

    @Test func aHangupHasFilesReadAndEndsNothing() async throws {
      await serverTurns.take()
      defer { serverTurns.giveBack() }
      let folder = try ProgramFolder()
      try ListStore(folder.path("a.db")).close()
      let program = try folder.start("riffle-serve", ["a.db", "--port", "0"])
      try await wait(program) { try program.outputText().contains("http://127.0.0.1:") }
      for count in 1...2 {
        program.kill(SIGHUP)
        try await wait(program) { try program.errorText().components(separatedBy: "have been looked at").count > count }
      }
      #expect(program.isRunning)
      let address = try program.outputText().trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(try await RiffleClient(String(address.dropLast())).search("x", in: "a").hits.isEmpty)
      program.kill(SIGTERM)
      #expect(try program.outcome().status == 0)
    }
  }
#endif
