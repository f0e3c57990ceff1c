#if Store
  import Foundation
  import Riffle
  import RiffleStore
  import RiffleTestSupport
  import Testing

  /// An import that is interrupted keeps what it has committed, and goes on from there.
  @Suite struct InterruptionTests {
    /// Waits until something is so.
    private func wait(for condition: () throws -> Bool) throws {
      let end = Date().addingTimeInterval(60)
      while Date() < end {
        if try condition() { return }
        Thread.sleep(forTimeInterval: 0.01)
      }
      Issue.record("waited in vain")
    }

    private static let header = "id,title,search_text\n"
    private static func rows(_ numbers: Range<Int>) -> String {
      numbers.map { "\($0),title \($0),\(String(repeating: "more ", count: 20))\($0)\n" }.joined()
    }

    @Test(arguments: [SIGINT, SIGTERM]) func whatIsCommittedStaysAndTheRestFollows(_ signal: Int32) throws {
      let folder = try StoreFolder()
      let input = InterruptionTests.header + InterruptionTests.rows(0..<6_000)
      let program = try folder.folder.start(
        "riffle-store", ["import", "a.db", "-", "--input", "csv", "--batch", "1000"], input: nil)
      // So much that some batches are full while more is waited for.
      try program.send(String(input.prefix(input.count * 2 / 3)))
      try wait { FileManager.default.fileExists(atPath: folder.path) }
      try wait { (try? folder.items().count) ?? 0 >= 1_000 }
      program.kill(signal)
      let outcome = try program.outcome()
      #expect(outcome.status == 130)
      let match = try #require(
        outcome.error.firstMatch(of: /interrupted after ([\d,]+) rows?: go on with --from-line (\d+)/))
      let count = try #require(Int(match.1.replacing(",", with: "")))
      let line = try #require(Int(match.2))
      #expect(count >= 1_000 && line == count + 2)
      #expect(try folder.items().map(\.id) == (0..<count).map { .integer(Int64($0)) })
      #expect(try folder.run("verify", "a.db").status == 0)

      try folder.done("import", "a.db", "--input", "csv", "--from-line", "\(line)", input: input)
      #expect(try folder.items().map(\.id) == (0..<6_000).map { .integer(Int64($0)) })
      #expect(try folder.run("verify", "a.db").status == 0)
    }

    @Test func numberedRowsGoOnWithTheirNumbers() throws {
      let folder = try StoreFolder()
      try folder.done("import", "a.db", input: "x\ny\n")
      let lines = (1...20_000).map { "line \($0)\n" }
      let program = try folder.folder.start(
        "riffle-store", ["import", "a.db", "--append", "--batch", "500"], input: nil)
      // The last line is not there yet.
      try program.send(lines.joined() + String(repeating: "-", count: 300_000))
      try wait { (try? folder.items().count) ?? 0 > 500 }
      program.kill(SIGINT)
      let outcome = try program.outcome()
      let match = try #require(outcome.error.firstMatch(of: /--from-line (\d+) --number-from 3/), "\(outcome.error)")
      let line = try #require(Int(match.1))
      #expect(try folder.items().count == line - 1 + 2)
      try folder.done("import", "a.db", "--from-line", "\(line)", "--number-from", "3", input: lines.joined())
      #expect(try folder.titles() == ["x", "y"] + lines.map { String($0.dropLast()) })
      #expect(try folder.items().map(\.id) == (1...20_002).map { .integer(Int64($0)) })
    }

    @Test func whatIsKilledStaysToo() throws {
      let folder = try StoreFolder()
      let input = InterruptionTests.header + InterruptionTests.rows(0..<6_000)
      let program = try folder.folder.start(
        "riffle-store", ["import", "a.db", "-", "--input", "csv", "--batch", "1000"], input: nil)
      try program.send(input)
      try wait { (try? folder.items().count) ?? 0 >= 1_000 }
      program.kill(SIGKILL)
      #expect(try program.outcome().status == 128 + SIGKILL)
      #expect(try folder.items().count % 1_000 == 0)
      try folder.done("import", "a.db", "--input", "csv", input: input)
      #expect(try folder.items().count == 6_000)
      #expect(try folder.run("verify", "a.db").status == 0)
    }

    @Test func nothingIsReadBeforeTheLineToGoOnFrom() throws {
      let folder = try StoreFolder(["t.csv": "id,title\n1,\"a\nb\"\n,\n2,c\n3,d\n"])
      try folder.done("import", "a.db", "t.csv", "--from-line", "5")
      #expect(try folder.titles() == ["c", "d"])
    }
  }
#endif
