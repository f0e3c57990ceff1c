import RiffleTestSupport
import Testing

@testable import RiffleList

@Suite struct ChangeSetTests {
  private func changes(_ before: ListSnapshot, _ after: ListSnapshot) throws -> ChangeSet {
    let changes = try ChangeSet(from: before, to: after)
    #expect(try changes.apply(to: before) == after)
    return changes
  }

  @Test func equalSnapshotsHaveNoChanges() throws {
    let list = ListSnapshot("a: 1 2 3", "b: 4")
    #expect(try changes(list, list).isEmpty)
    #expect(try changes(list, list.withFreshRows).isEmpty)
    #expect(try changes(ListSnapshot(), ListSnapshot()).isEmpty)
  }

  @Test func everyChangeNamesWhatItIsAboutAndWhere() throws {
    let before = ListSnapshot("a: 1 2 3", "b: 4 5", "gone: 6 7")
    var after = ListSnapshot("new: 8 6", "b: 4 3 5", "a: 2 1")
    after.sections[2].rows[0] = after.sections[2].rows[0].with { $0.title = "two" }
    after.sections[1].traits.header = Supplement("B")
    let changes = try changes(before, after)
    #expect(changes.sections.deletes == [.init(id: "gone", at: 2)])
    #expect(changes.sections.inserts == [.init(id: "new", at: 0, value: SectionTraits(id: "new"))])
    #expect(changes.sections.moves.count == 1)
    #expect(changes.sections.updates.map(\.id) == ["b"])
    #expect(changes.rows.deletes == [.init(id: "7", at: RowPath(section: 2, row: 1))])
    #expect(changes.rows.inserts.map(\.id) == ["8"])
    #expect(changes.rows.moves.map(\.id).prefix(2) == ["6", "3"] && changes.rows.moves.count == 3)
    #expect(changes.rows.moves[0].from == RowPath(section: 2, row: 0))
    #expect(changes.rows.moves[0].to == RowPath(section: 0, row: 1))
    #expect(changes.rows.updates.map(\.id) == ["2"] && changes.rows.updates[0].value.title == "two")
    #expect(changes.rows.updates[0].from == RowPath(section: 0, row: 1))
    #expect(changes.rows.updates[0].to == RowPath(section: 2, row: 0))
    #expect(changes.sectionCount == 3 && changes.rowCount == 7)
  }

  @Test func aRowCanBeMovedAndUpdated() throws {
    let before = ListSnapshot("a: 1 2 3")
    var after = ListSnapshot("a: 2 3 1")
    after.sections[0].rows[2] = after.sections[0].rows[2].with { $0.title = "one" }
    let changes = try changes(before, after)
    #expect(changes.rows.moves.map(\.id) == ["1"] && changes.rows.updates.map(\.id) == ["1"])
    #expect(changes.rows.count == 2)
  }

  @Test func anotherPayloadIsAnUpdate() throws {
    func list(_ payload: Int) -> ListSnapshot {
      ListSnapshot(sections: [
        SectionSnapshot(SectionTraits(id: "s"), rows: [AnyRow(Row(id: "1", title: "one", payload: payload))])
      ])
    }
    #expect(try changes(list(1), list(1)).isEmpty)
    #expect(try changes(list(1), list(2)).rows.updates.map(\.id) == ["1"])
  }

  @Test func rowsOfAMovedSectionDoNotMove() throws {
    let changes = try changes(ListSnapshot("a: 1 2", "b: 3", "c: 4"), ListSnapshot("b: 3", "c: 4", "a: 1 2"))
    #expect(changes.rows.isEmpty && changes.sections.moves == [.init(id: "a", from: 0, to: 2)])
  }

  /// SEEDS, bug 10: another library inserts one path twice, and moves what only shifts.
  @Test func insertsHaveDifferentPathsAndShiftedRowsDoNotMove() throws {
    let grown = try changes(ListSnapshot("a: 1"), ListSnapshot("a: 1 2 3"))
    #expect(grown.rows.inserts.map(\.at) == [RowPath(section: 0, row: 1), RowPath(section: 0, row: 2)])
    let shrunk = try changes(ListSnapshot("a: 1 2 3 4"), ListSnapshot("a: 2 3 4"))
    #expect(shrunk.rows.deletes == [.init(id: "1", at: RowPath(section: 0, row: 0))])
    #expect(shrunk.rows.count == 1)
  }

  /// SEEDS, bug 17: another library shifts the later of several positions while it removes the first.
  @Test func severalDeletesCountInTheOldSnapshot() throws {
    let changes = try changes(ListSnapshot("s: a b c d e f"), ListSnapshot("s: a e f"))
    #expect(changes.rows.deletes.map(\.at.row) == [1, 2, 3] && changes.rows.deletes.map(\.id) == ["b", "c", "d"])
    #expect(try self.changes(ListSnapshot("s: a b c"), ListSnapshot("s: a")).rows.deletes.map(\.at.row) == [1, 2])
  }

  /// SEEDS, bug 19: ids that come twice, also with different contents.
  @Test(arguments: [
    ("a: 1 2 1", "a: 1 2"), ("a: 1 2", "a: 1 2 1"), ("a: 1 1", "a: 1 1"), ("a: 1 2 3 3 4", "a: 1 2 3 3 4"),
    ("a: 1 1", "a:"), ("a:", "a: 1 1"), ("a: 1 2 3", "a: 3 2 2"), ("a: 3 2 1 2", "a: 1 2 3"),
  ])
  func rowsWithOneIDAreRefused(before: String, after: String) {
    let error = #expect(throws: ListError.self) { try ChangeSet(from: ListSnapshot(before), to: ListSnapshot(after)) }
    guard case .duplicateID(of: .row, _) = error else {
      Issue.record("\(error.map { "\($0)" } ?? "")")
      return
    }
  }

  @Test func rowsWithOneIDAreRefusedAcrossSections() throws {
    for (before, after) in [
      (ListSnapshot("a: 1", "b: 1"), ListSnapshot("a: 1", "b:")), (ListSnapshot("a: 1"), ListSnapshot("a: 1", "b: 1")),
      (ListSnapshot("a: 1", "b: 1"), ListSnapshot("a: 1", "b: 1")),
    ] {
      #expect(throws: ListError.duplicateID(of: .row, id: "1")) { try ChangeSet(from: before, to: after) }
    }
    var other = ListSnapshot("a: 1 1")
    other.sections[0].rows[1] = other.sections[0].rows[1].with { $0.title = "other" }
    #expect(throws: ListError.duplicateID(of: .row, id: "1")) { try ChangeSet(from: ListSnapshot(), to: other) }
  }

  @Test func sectionsWithOneIDAreRefused() {
    let (one, two) = (ListSnapshot("a: 1"), ListSnapshot("a: 1", "a: 2"))
    #expect(throws: ListError.duplicateID(of: .section, id: "a")) { try ChangeSet(from: one, to: two) }
    #expect(throws: ListError.duplicateID(of: .section, id: "a")) { try ChangeSet(from: two, to: one) }
    #expect(throws: ListError.duplicateID(of: .section, id: "a")) { try ChangeSet(from: ListSnapshot(), to: two) }
  }

  /// Text that looks the same and compares equal is one id, however it is composed.
  @Test func idsAreComparedAsText() throws {
    let changes = try changes(ListSnapshot("s: e\u{301} 1"), ListSnapshot("s: 1 \u{E9}"))
    #expect(changes.rows.inserts.isEmpty && changes.rows.deletes.isEmpty && changes.rows.moves.count == 1)
    #expect(throws: ListError.self) { try ChangeSet(from: ListSnapshot(), to: ListSnapshot("s: e\u{301} \u{E9}")) }
  }
}
