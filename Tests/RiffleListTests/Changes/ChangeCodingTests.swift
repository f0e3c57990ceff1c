import Foundation
import RiffleList
import Testing

@Suite struct ChangeCodingTests {
  private let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private var changes: ChangeSet {
    get throws {
      var after = ListSnapshot("b: 2 3", "c:")
      after.sections[0].rows[0] = after.sections[0].rows[0].with { $0.title = "two" }
      return try ChangeSet(from: ListSnapshot("a: 1 2", "b:"), to: after)
    }
  }

  @Test func changeSetsAreReadableJSON() throws {
    #expect(
      try json(try changes) == """
        {"rowCount":2,"rows":{\
        "deletes":[{"at":{"row":0,"section":0},"id":"1"}],\
        "inserts":[{"at":{"row":1,"section":0},"id":"3","traits":{"id":"3","title":"row 3"}}],\
        "moves":[{"from":{"row":1,"section":0},"id":"2","to":{"row":0,"section":0}}],\
        "updates":[{"from":{"row":1,"section":0},"id":"2","to":{"row":0,"section":0},\
        "traits":{"id":"2","title":"two"}}]},\
        "sectionCount":2,"sections":{\
        "deletes":[{"at":0,"id":"a"}],"inserts":[{"at":1,"id":"c","traits":{"id":"c"}}],"moves":[],"updates":[]}}
        """)
  }

  @Test func patchesAreReadableJSON() throws {
    #expect(
      try json(ListPatch(try changes)) == """
        [{"at":{"row":1,"section":0},"id":"2","step":"updateRow","traits":{"id":"2","title":"two"}},\
        {"at":2,"id":"c","step":"insertSection","traits":{"id":"c"}},\
        {"from":{"row":1,"section":0},"id":"2","step":"moveRow","to":{"row":0,"section":1}},\
        {"at":0,"id":"a","step":"deleteSection"},\
        {"at":{"row":1,"section":0},"id":"3","step":"insertRow","traits":{"id":"3","title":"row 3"}}]
        """)
  }

  @Test func traitsComeBackFromJSON() throws {
    var row = RowTraits(id: "1", title: "One")
    #expect(try json(row) == #"{"id":"1","title":"One"}"#)
    #expect(try JSONDecoder().decode(RowTraits.self, from: encoder.encode(row)) == row)
    row.kind = "fancy"
    (row.subtitle, row.searchText, row.reading) = ("s", "t", "r")
    (row.weight, row.isSearchable, row.isHidden) = (7, false, true)
    row.attributes = ["icon": ["name": "star", "size": 1.5]]
    row.actions = [.primary: Action("open", arguments: ["at": 1]), .secondary: Action()]
    row.controls = ["on": .toggle(true, action: Action("switch")), "empty": Control(nil)]
    row.abilities = RowAbilities(isDeletable: false, moves: .anywhere, selection: .sticky)
    #expect(try JSONDecoder().decode(RowTraits.self, from: encoder.encode(row)) == row)

    #expect(try json([ActionKey.primary: RowKind("fancy")]) == #"{"primary":"fancy"}"#)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(RowTraits.self, from: Data(#"{"id":"1"}"#.utf8)) }

    var section = SectionTraits(id: "s")
    #expect(try JSONDecoder().decode(SectionTraits.self, from: encoder.encode(section)) == section)
    section.header = Supplement("H", attributes: ["level": 2])
    section.footer = Supplement()
    section.isHidden = true
    section.attributes = ["a": nil]
    section.defaults = RowDefaults(
      attributes: ["b": 1], actions: [.primary: Action("go")], abilities: RowAbilities(moves: .fixed))
    #expect(try JSONDecoder().decode(SectionTraits.self, from: encoder.encode(section)) == section)
  }
}
