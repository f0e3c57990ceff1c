import Riffle
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

  @Test("W8 the alphabet says where a row goes that is let go among its letters")
  func proposedPlacesOfLetters() throws {
    var settings = ListSettings()
    let alphabet = try ListAlphabet(locales: ["en"])
    settings.arrangement = .alphabet(alphabet)
    var contents = ListContents(
      sections: [Section(id: "new", rows: [AnyRow(Row(id: "Bob", title: "Bob"))])]
        + .alphabetical(["Ann", "Bea", "Cid", "Cyd"].map { AnyRow(Row(id: RowID($0), title: $0)) }, alphabet))
    contents.defaults.abilities.moves = .anywhere
    let list = try ListModel(contents, settings: settings)
    func letter(_ id: RowID) -> GroupID { list.place(of: id)?.group ?? "none" }
    let b = letter("Bea")
    // From elsewhere, between others, and from one letter to another.
    #expect(try list.proposedPlace(for: "Bob", at: .before("Ann")) == .index(1, in: b))
    #expect(try list.proposedPlace(for: "Cid", at: .after("Cyd")) == .index(0, in: letter("Cid")))
    #expect(try list.proposedPlace(for: "Bea", at: .groupStart(letter("Ann"))) == .index(0, in: b))
    #expect(try list.proposedPlace(for: "Ann", at: .end(of: "new")) == .end(of: "new"))
    // It is where the row then is.
    for (id, place) in [("Bob", ListEditor.RowPlace.before("Ann")), ("Cid", .after("Cyd")), ("Bea", .before("Cid"))] {
      guard case .index(let index, let group) = try list.proposedPlace(for: RowID(id), at: place) else {
        Issue.record("no index for \(id)")
        continue
      }
      try list.move(RowID(id), to: place)
      let found = list.place(of: RowID(id))
      #expect(found?.group == group && found?.index == index)
    }
    // A row that must stay in its section may be dropped on another letter, and stays where it is.
    try list.transaction { edit in
      try edit.update("Ann") { $0.abilities.moves = .withinSection }
      try edit.append([AnyRow(Row(id: "Abe", title: "Abe") { $0.abilities.moves = .withinSection })], to: "new")
    }
    #expect(try list.proposedPlace(for: "Ann", at: .before("Bea")) == .index(0, in: letter("Ann")))
    #expect(try list.proposedPlace(for: "Abe", at: .before("Bea")) == .index(0, in: .section("new")))
  }
}
