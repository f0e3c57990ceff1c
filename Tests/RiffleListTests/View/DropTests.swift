import Riffle
import RiffleTestSupport
import Testing

@testable import RiffleList

/// Rows that are let go at a path of a view.
@Suite struct DropTests {
  /// The rows of a section, and what a table view makes of a move: the rows go, and come again from the path on.
  @Test func rowsThatAreLetGoComeToTheirPath() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      let list = try RiffleList.ListModel(
        ListContents {
          Section(id: "s", rows: rows("1 2 3 4 5"))
          Section(id: "t") { RowGroup(id: "g", rows: rows("6 7")) }
          Section(id: "u", rows: [])
        })
      try list.transaction { edit in
        if Bool.random(using: &random) { try edit.setHidden(true, row: "3") }
        if Bool.random(using: &random) { try edit.setHidden(true, group: "g") }
      }
      let view = list.view
      let ids = view.ids.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)).map(\.self)
      let left = view.sections.map { section in section.map(\.id).filter { !ids.contains($0) } }
      let section = Int.random(in: 0..<3, using: &random)
      let path = RowPath(section: section, row: Int.random(in: 0...left[section].count, using: &random))
      let place = try #require(view.place(for: path, moving: ids))
      try list.transaction { try $0.move(ids, to: place) }
      var expected = left
      expected[section].insert(contentsOf: ids, at: path.row)
      #expect(list.view.sections.map { $0.map(\.id) } == expected, "\(ids) to \(path)")
    }
  }

  @Test func noPlaceIsBeyondTheSections() throws {
    let view = try listOfSections().view
    #expect(view.place(for: RowPath(section: 9, row: 0), moving: ["1"]) == nil)
    #expect(view.place(for: RowPath(section: 0, row: -1), moving: ["1"]) == nil)
    #expect(view.place(for: RowPath(section: 0, row: 99), moving: ["4"]) == .after("3"))
    #expect(view.place(for: RowPath(section: 0, row: 0), moving: ["1", "2", "3"]) == .end(of: "a"))
    #expect(view.place(for: RowPath(section: 1, row: 0), moving: ["unknown"]) == .end(of: "empty"))
  }

  @Test func rowsMovedByHandGoTogetherOrStay() throws {
    let list = try listOfSections()
    try list.transaction { edit in
      for id in ["1", "2", "4"] { try edit.update(RowID(id)) { $0.abilities.moves = .anywhere } }
      try edit.update("3") { $0.abilities.moves = .withinSection }
    }
    let told = Told()
    let observation = list.tell(told)
    defer { observation.cancel() }
    // One that may not leave its section stays.
    try list.move(["2", "3", "1"], to: .start(of: "c"))
    #expect(list.view.section("c")?.map(\.id) == ["2", "1", "6"] && list.view.section("a")?.map(\.id) == ["3"])
    #expect(told.take() == ["updated", "did move 2", "did move 1"])
    list.hooks.willMove = { row, _ in row.id == "1" ? .deny(reason: "no") : .allow }
    #expect(throws: Refusal.denied(reason: "no")) { try list.move(["2", "1"], to: .start(of: "a")) }
    #expect(throws: Refusal.notAble) { try list.move(["2", "6"], to: .start(of: "a")) }
    #expect(throws: Refusal.unknownRow) { try list.move(["2", "none"], to: .start(of: "a")) }
    #expect(list.view.section("a")?.map(\.id) == ["3"] && told.take() == [])
  }
}
