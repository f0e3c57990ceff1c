import Testing

@testable import RiffleList

@Suite struct MovingTests {
  @Test func aRowMovedBesideItselfStaysWhereItIs() throws {
    let list = try ListModel(
      ListContents(sections: [
        Section(id: "s", rows: ["a", "b", "c"].map { AnyRow(Row(id: RowID($0), title: $0, payload: 0)) })
      ]))
    for place in [ListEditor.RowPlace.before("b"), .after("b")] {
      let update = try list.transaction { try $0.move("b", to: place) }
      #expect(update.isEmpty && list.place(of: "b")?.index == 1)
      #expect(throws: ListError.unknownID(of: .row, id: "x")) {
        try list.transaction { try $0.move("x", to: .before("x")) }
      }
    }
  }

  @Test func aRowThatKeepsToItsGroupMayGoToTheEndsOfASectionThatAreItsGroups() throws {
    let list = try ListModel(
      ListContents {
        Section(id: "s", rows: rows("a b c").map { $0.with { $0.abilities.moves = .withinGroup } })
        Section(id: "t") { RowGroup(id: "g", rows: rows("d e").map { $0.with { $0.abilities.moves = .withinGroup } }) }
      })
    try list.move("b", to: .start(of: "s"))
    try list.move("a", to: .end(of: "s"))
    #expect(list.view.ids == ["b", "c", "a", "d", "e"])
    // Beside a group of a name is not in it.
    #expect(try list.move("e", to: .start(of: "t")).isEmpty)
  }
}
