import Foundation
import Riffle
import Testing

import func RiffleTestSupport.setting

@testable import RiffleList

/// Mirrors of a list, which get its changes as JSON.
@Suite struct ListMirrorTests {
  private static let firstSeed = setting("RIFFLE_SEED") ?? 1
  private static let seeds = firstSeed..<firstSeed + (setting("RIFFLE_CASES") ?? 40)

  /// As a wire brings it.
  private static func sent<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  @Test(arguments: seeds) func mirrorsShowWhatTheListShowsHoweverSeldomTheyAsk(seed: Int) throws {
    var lists = RandomLists(seed: UInt64(seed))
    let contents = lists.contents()
    let list = try ListModel(contents, settings: lists.settings())
    var plain = PlainList(contents)
    let mirrored = MirroredList(list, keeping: 3)
    var mirrors = [ListMirror(), ListMirror(), ListMirror()]
    for step in 0..<20 {
      let first = plain
      try list.transaction { editor in
        for _ in 0...lists.random.number(below: 4) { try lists.edit(editor, &plain) }
      }
      if list.settings.removesEmptiedSections { plain.dropEmptiedSections(since: first) }
      plain.forgetLostSelections()
      if lists.random.oneIn(5) { try list.setFilter(lists.filter(for: plain)) }
      for number in mirrors.indices where lists.random.oneIn(number + 1) {
        let comment: Comment = "seed \(seed), step \(step), mirror \(number)"
        let before = mirrors[number].snapshot
        let token = try mirrors[number].token.map(Self.sent)
        let changes = try mirrors[number].apply(Self.sent(try mirrored.update(since: token)))
        #expect(try mirrors[number].snapshot == Self.sent(list.view.snapshot()), comment)
        #expect(mirrors[number].selected == Set(list.selectedRows.map(\.id)), comment)
        #expect(try mirrors[number].traits == Self.sent(list.view.traits), comment)
        #expect(try changes.apply(to: before) == mirrors[number].snapshot, comment)
      }
    }
  }

  @Test func aMirrorThatIsUpToDateIsSentNothing() throws {
    let list = try ListModel(ListContents { Section(id: "s", rows: rows("a b")) })
    let mirrored = MirroredList(list, keeping: 2)
    var mirror = ListMirror()
    #expect(try mirror.apply(mirrored.update(since: nil)).rows.inserts.count == 2)
    let token = mirror.token
    let update = try mirrored.update(since: token)
    #expect(update.changes?.isEmpty == true && update.token == token && update.snapshot == nil)
    for id in ["c", "d", "e"] {
      try list.transaction { try $0.append(rows(id), to: "s") }
      _ = try mirrored.update(since: nil)
    }
    // Its state is no longer kept, so it is sent all.
    let all = try mirrored.update(since: token)
    #expect(all.changes == nil && all.snapshot?.sections.first?.rows.count == 5)
    #expect(try mirror.apply(all).rows.inserts.map(\.id) == ["c", "d", "e"])
    #expect(try MirroredList(list).update(since: mirror.token).snapshot != nil)
  }

  @Test func whatStandsAboveAndBelowIsSentWhenItChanges() throws {
    let list = try ListModel(ListContents { Section(id: "s", rows: rows("a b")) })
    let mirrored = MirroredList(list)
    var mirror = ListMirror()
    try mirror.apply(Self.sent(mirrored.update(since: nil)))
    try list.transaction {
      try $0.updateList {
        $0.header = Supplement("Fruit", attributes: ["icon": "apple"])
        $0.kindDefaults["contact"] = RowDefaults(attributes: ["isBold": true])
      }
    }
    let update = try Self.sent(mirrored.update(since: mirror.token))
    #expect(update.changes?.isEmpty == true)
    try mirror.apply(update)
    #expect(mirror.traits == list.view.traits)
    try list.transaction { try $0.remove("a") }
    let next = try mirrored.update(since: mirror.token)
    #expect(next.traits == nil)
    try mirror.apply(next)
    #expect(mirror.traits == list.view.traits)
  }

  @Test func aClientGoesOnFromTheViewThatItWasShownAPartOf() throws {
    let list = try ListModel(ListContents { Section(id: "s", rows: rows("a b c")) })
    let mirrored = MirroredList(list)
    let view = try mirrored.view()
    #expect(view.token == list.view.token)
    // A list sends the first rows of a page, and its token.
    let page = try Self.sent(view.token)
    try list.transaction { try $0.remove("b") }
    #expect(list.view.token != view.token)
    let update = try mirrored.update(since: page)
    #expect(try update.changes == list.view.changes(since: view) && update.token == list.view.token)
    // Each view through a filter is one of its own.
    let filter = ListFilter(text: "row a", mode: .substring)
    #expect(try list.view(through: filter).token != list.view(through: filter).token)
    let filtered = MirroredList(list, through: filter)
    #expect(try filtered.view().token == filtered.view().token)
    // Another server does not know it.
    #expect(try MirroredList(list).update(since: page).snapshot != nil)
  }

  @Test func anUpdateThatGoesOnFromAnotherStateChangesNothing() throws {
    let list = try ListModel(ListContents { Section(id: "s", rows: rows("a b")) })
    let mirrored = MirroredList(list)
    let first = try mirrored.update(since: nil)
    try list.transaction { try $0.remove("a") }
    let second = try mirrored.update(since: first.token)
    var mirror = ListMirror()
    #expect(throws: ListMirrorError.changes(.sectionCount(expected: 1, found: 0))) { try mirror.apply(second) }
    #expect(mirror == ListMirror())
  }

  @Test func mirrorsMayShowAnotherFilterThanTheList() throws {
    let list = try ListModel(ListContents { Section(id: "s", rows: rows("a b")) })
    let mirrored = MirroredList(list, through: ListFilter(text: "row a", mode: .substring))
    try list.search(for: "b")
    var mirror = ListMirror()
    try mirror.apply(mirrored.update(since: nil))
    #expect(mirror.snapshot.text == ["s: a"])
    #expect(throws: ListError.unknownID(of: .section, id: "none")) {
      var filter = ListFilter()
      filter.sections = ["none"]
      _ = try MirroredList(list, through: filter).update(since: nil)
    }
  }

  /// The documented format. Clients in other languages read it, so it changes only with them.
  private static let fixture = """
    {"changes":{"rowCount":1,"rows":{"deletes":[],\
    "inserts":[{"at":{"row":1,"section":0},"id":"b","traits":{"id":"b","subtitle":"two","title":"B"}}],\
    "moves":[],"updates":[{"from":{"row":0,"section":0},"id":"a","to":{"row":0,"section":0},\
    "traits":{"id":"a","title":"A!"}}]},"sectionCount":1,"sections":{"deletes":[],"inserts":[],"moves":[],"updates":[]},\
    "selected":["b"]},"token":"t-2",\
    "traits":{"footer":{"text":"2 rows"},"kindDefaults":{"contact":{"abilities":{"isDeletable":true}}},\
    "searchPresentation":{"attributes":{},"placeholder":"Search"}}}
    """
  private static let firstFixture = """
    {"selected":[],"snapshot":{"sections":[{"rows":[{"id":"a","title":"A"}],\
    "traits":{"header":{"text":"S"},"id":"s"}}]},"token":"t-1","traits":{"footer":{"text":"1 row"}}}
    """

  @Test func theFormatIsTheDocumentedOne() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var updates: [MirrorUpdate] = []
    for fixture in [Self.firstFixture, Self.fixture] {
      let update = try JSONDecoder().decode(MirrorUpdate.self, from: Data(fixture.utf8))
      #expect(String(decoding: try encoder.encode(update), as: UTF8.self) == fixture)
      updates.append(update)
    }
    var mirror = ListMirror()
    for update in updates { try mirror.apply(update) }
    #expect(mirror.snapshot.sections.first?.rows.map(\.title) == ["A!", "B"] && mirror.selected == ["b"])
    #expect(mirror.traits.footer?.text == "2 rows" && mirror.traits.searchPresentation.placeholder == "Search")
    // What is sent has neither search text nor payloads.
    let row = AnyRow(Row(id: "a", title: "A", payload: 7) { $0.searchText = "secret" })
    #expect(String(decoding: try encoder.encode(row), as: UTF8.self) == #"{"id":"a","title":"A"}"#)
    #expect(try JSONDecoder().decode(AnyRow.self, from: encoder.encode(row)).payload(as: NoPayload.self) != nil)
  }

  @Test func whatLacksAPlaceIsNamed() throws {
    let text = Self.fixture.replacingOccurrences(of: #""at":{"row":1,"section":0},"#, with: "")
    #expect {
      try JSONDecoder().decode(MirrorUpdate.self, from: Data(text.utf8))
    } throws: {
      guard case DecodingError.dataCorrupted(let context) = $0 else { return false }
      return context.debugDescription == #"the change of “b” has no "at""#
    }
  }
}
