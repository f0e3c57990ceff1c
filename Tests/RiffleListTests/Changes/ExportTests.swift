import RiffleTestSupport
import Testing

@testable import RiffleList

@Suite struct ExportTests {
  private func updates(_ before: ListSnapshot, _ after: ListSnapshot) throws -> TableViewUpdates {
    TableViewUpdates(try ChangeSet(from: before, to: after))
  }

  @Test(arguments: 1...UInt64(100))
  func everyExportLeadsToTheNewSnapshot(seed: UInt64) throws {
    var random = RandomSnapshots(seed: seed)
    for step in 0..<10 {
      let before = random.snapshot(sections: 0...6, rows: 0...(step % 3 == 0 ? 40 : 6))
      let after = random.edited(before, edits: random.number(0...20))
      let changes = try ChangeSet(from: before, to: after)
      var table = TableViewSimulator(before)
      try table.perform(TableViewUpdates(changes), source: after)
      #expect(table.shown == after, "seed \(seed), step \(step)")
      #expect(
        before.showing(DiffableUpdate(changes, to: after), source: after) == after, "seed \(seed), step \(step)")
      #expect(before.taking(ListPatch(changes)) == after, "seed \(seed), step \(step)")
    }
  }

  /// SEEDS, bug 19: a row moved and reloaded in one batch, or deleted twice, crashes a table view.
  @Test func aRowThatMovesAndChangesIsReloadedAfterwards() throws {
    let before = ListSnapshot("a: 1 2 3")
    var after = ListSnapshot("a: 2 3 1")
    after.sections[0].rows[2] = after.sections[0].rows[2].with { $0.title = "one" }
    let updates = try updates(before, after)
    #expect(updates.movedRows == [.init(from: RowPath(section: 0, row: 0), to: RowPath(section: 0, row: 2))])
    #expect(updates.reloadedRows.isEmpty && updates.reloadsAfter == [RowPath(section: 0, row: 2)])
  }

  @Test func rowsOfDeletedSectionsAreNotDeletedTwice() throws {
    let updates = try updates(ListSnapshot("a: 1 2", "b: 3 4"), ListSnapshot("b: 3"))
    #expect(updates.deletedSections == [0] && updates.deletedRows == [RowPath(section: 1, row: 1)])
  }

  @Test func rowsThatChangeBetweenSectionsThatComeAndGoAreInsertedAndDeleted() throws {
    let updates = try updates(
      ListSnapshot("gone: 1 2", "kept: 3 4"), ListSnapshot("kept: 3 1", "new: 4 2"))
    #expect(updates.deletedSections == [0] && updates.insertedSections == [1] && updates.movedRows.isEmpty)
    #expect(updates.deletedRows == [RowPath(section: 1, row: 1)])
    #expect(updates.insertedRows == [RowPath(section: 0, row: 1)])
  }

  @Test func aReloadedSectionReloadsItsRows() throws {
    let before = ListSnapshot("a: 1 2", "b: 3")
    var after = ListSnapshot("a: 2 1", "b: 3")
    after.sections[0].traits.header = Supplement("A")
    after.sections[0].rows = after.sections[0].rows.map { $0.with { $0.title += "!" } }
    let updates = try updates(before, after)
    #expect(updates.sectionReloadsAfter == [0] && updates.reloadsAfter.isEmpty && updates.reloadedRows.isEmpty)
  }

  @Test func stepsCountInTheListAsTheOnesBeforeHaveLeftIt() throws {
    let before = ListSnapshot("a: 1 2 3 4", "gone: 5 6")
    let after = ListSnapshot("new: 5", "a: 4 2 7")
    let patch = ListPatch(try ChangeSet(from: before, to: after))
    #expect(
      patch.steps == [
        .deleteRow("3", at: RowPath(section: 0, row: 2)), .deleteRow("1", at: RowPath(section: 0, row: 0)),
        .insertSection(SectionTraits(id: "new"), at: 0),
        .moveRow("5", from: RowPath(section: 2, row: 0), to: RowPath(section: 0, row: 0)),
        .moveRow("2", from: RowPath(section: 1, row: 0), to: RowPath(section: 1, row: 1)),
        .deleteSection("gone", at: 2), .insertRow(after.sections[1].rows[2], at: RowPath(section: 1, row: 2)),
      ])
  }

  @Test(arguments: 1...UInt64(100))
  func shiftingPlacesAreThoseOfAnArray(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...12, using: &random)
    let departures = (0..<count).filter { _ in Int.random(in: 0...2, using: &random) == 0 }
    let arrivalCount = Int.random(in: 0...6, using: &random)
    let arrivals = Array((0..<count - departures.count + arrivalCount).shuffled(using: &random).prefix(arrivalCount))
    var places = ShiftingPlaces(departures: departures, arrivals: arrivals)
    var array = (0..<count).map { "old \($0)" }
    var left = departures.shuffled(using: &random)
    var coming = arrivals
    while !left.isEmpty || !coming.isEmpty {
      if coming.isEmpty || !left.isEmpty && Bool.random(using: &random) {
        let before = left.removeLast()
        let position = places.remove(before)
        #expect(array.remove(at: position) == "old \(before)", "seed \(seed)")
      } else {
        let after = coming.removeLast()
        array.insert("new \(after)", at: places.insert(after))
      }
      for before in 0..<count where !departures.contains(before) || left.contains(before) {
        #expect(array[places.position(before: before)] == "old \(before)", "seed \(seed)")
      }
      for after in arrivals where !coming.contains(after) {
        #expect(array[places.position(arrival: after)] == "new \(after)", "seed \(seed)")
      }
    }
    for (position, element) in array.enumerated() where element.hasPrefix("new") {
      #expect(element == "new \(position)", "seed \(seed)")
    }
  }
}
