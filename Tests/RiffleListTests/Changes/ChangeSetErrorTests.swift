import RiffleList
import Testing

@Suite struct ChangeSetErrorTests {
  private let before = ListSnapshot("a: 1 2 3", "b: 4 5", "c: 6")
  private let after = ListSnapshot("b: 4 2 5", "d: 7", "a: 3 1")

  private func error(_ list: ListSnapshot) throws -> ChangeSetError? {
    let changes = try ChangeSet(from: before, to: after)
    do throws(ChangeSetError) {
      _ = try changes.apply(to: list)
      return nil
    } catch {
      return error
    }
  }

  @Test func anotherSnapshotIsRefusedWithTheReason() throws {
    #expect(try error(before) == nil)
    #expect(try error(ListSnapshot("a: 1 2 3")) == .sectionCount(expected: 3, found: 1))
    #expect(try error(ListSnapshot("a: 1 2 3", "b: 4", "c: 6")) == .rowCount(expected: 6, found: 5))
    #expect(
      try error(ListSnapshot("a: 1 2 3", "b: 4 5", "x: 6")) == .otherSection(at: 2, expected: "c", found: "x"))
    #expect(
      try error(ListSnapshot("a: 1 2 3", "b: 4 5", "c: 9"))
        == .otherRow(at: RowPath(section: 2, row: 0), expected: "6", found: "9"))
    #expect(
      try error(ListSnapshot("a: 1 2 3", "b: 4 5 6", "c:"))
        == .otherRow(at: RowPath(section: 2, row: 0), expected: "6", found: nil))
    #expect(
      try error(ListSnapshot("a: 1 2 3", "b: 4", "c: 6 5"))
        == .otherRow(at: RowPath(section: 2, row: 0), expected: nil, found: "5"))
  }

  @Test func aPlaceThatIsNotThereIsRefused() throws {
    let changes = try ChangeSet(from: ListSnapshot("a: 1 2 3", "b: 4"), to: ListSnapshot("a: 1 2 3 9", "b: 4"))
    #expect(throws: ChangeSetError.noPlace(for: "9", at: RowPath(section: 0, row: 3), count: 3)) {
      try changes.apply(to: ListSnapshot("a: 1 2", "b: 3 4"))
    }
  }

  /// Whatever it is applied to, it ends in a snapshot or an error.
  @Test(arguments: 1...UInt64(300))
  func nothingTraps(seed: UInt64) throws {
    var random = RandomSnapshots(seed: seed)
    let before = random.snapshot(sections: 0...5, rows: 0...6)
    let changes = try ChangeSet(from: before, to: random.edited(before, edits: 12))
    for _ in 0..<20 {
      var other = random.edited(before, edits: 2)
      other.sections.shuffle(using: &random.random)
      do throws(ChangeSetError) {
        _ = try changes.apply(to: other)
      } catch {
        #expect(!error.description.isEmpty, "seed \(seed)")
      }
    }
  }
}
