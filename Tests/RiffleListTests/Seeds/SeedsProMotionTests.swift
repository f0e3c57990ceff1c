import Riffle
import RiffleList
import Testing

/// What ProMotion's table screen does, row by row: data and search here, the rest in the extensions.
@Suite struct SeedsProMotionTests {
  // MARK: - Data

  @Test("P1 a list is made of sections with rows, views of it never change, and bad rows are refused by name")
  func p1() throws {
    let list = try StatesList.list()
    let view = list.view
    #expect(view.sections.map(\.traits.title) == ["Northwest States", "Southwest States"])
    #expect(view.sections.map(\.traits.footer?.text) == ["three of them", nil])
    #expect(view.idsBySection == [["or", "wa", "id"], ["az", "nm", "nv"]])
    try list.transaction { try $0.removeSection("north") }
    #expect(view.count == 6 && list.view.idsBySection == [["az", "nm", "nv"]])
    let twice = ListContents {
      StatesList.south
      Section(id: "more") { Row(id: "nv", title: "Nevada") }
    }
    #expect(throws: ListError.duplicateID(of: .row, id: "nv")) { try list.setContents(twice) }
    let nameless = ListContents { Section(id: "s") { Row(id: "", title: "nobody") } }
    #expect(throws: ListError.missingID(of: .row, offset: 0, inSection: "s")) { try list.setContents(nameless) }
    #expect(throws: ListError.missingID(of: .row, offset: 0, inSection: "s")) { _ = try ListModel(nameless) }
    #expect(list.view.idsBySection == [["az", "nm", "nv"]])
  }

  @Test("P2 new contents change only what differs, and rows can be drawn anew without any change")
  func p2() throws {
    let list = try StatesList.list()
    let listener = ListListener(list)
    var north = StatesList.north
    north.groups[0].rows[1] = north.groups[0].rows[1].with { $0.subtitle = "Seattle" }
    north.groups[0].rows.append(AnyRow(Row(id: "mt", title: "Montana")))
    let contents = ListContents(sections: [north, StatesList.south])
    let update = try list.setContents(contents)
    let changes = try update.changes()
    #expect(changes.rows.updates.map(\.id) == ["wa"])
    #expect(changes.rows.inserts.map(\.id) == ["mt"])
    #expect(changes.rows.count == 2 && changes.sections.isEmpty)
    #expect(try changes.apply(to: update.before.snapshot()) == update.after.snapshot())
    #expect(DiffableUpdate(changes, to: update.after.snapshot()).reconfiguredRows == ["wa"])
    #expect(try list.setContents(contents).changes().isEmpty)
    list.reconfigure(["az", "nobody", "or", "az"])
    let drawn = listener.all { if case .reconfigured(let rows) = $0 { rows } else { nil } }
    #expect(drawn == [["or", "az"]])
  }

  @Test("P3 a row has a title, a subtitle and a payload, and hands its arguments to every action")
  func p3() throws {
    let arguments: JSONValue = ["state": "OR", "visits": 3]
    let list = try ListModel(
      ListContents {
        Section(id: "s") {
          Row(id: "or", title: "Oregon", payload: 1859) { row in
            row.subtitle = "Salem"
            row.attributes["titleRuns"] = [["length": 2, "bold": true]]
            row.actions = [
              .primary: Action("visit", arguments: arguments), .secondary: Action("menu", arguments: arguments),
            ]
          }
        }
      })
    let row = try #require(list.row("or"))
    #expect(row.title == "Oregon" && row.subtitle == "Salem" && row.payload(as: Int.self) == 1859)
    #expect(row.attributes["titleRuns"] == [["length": 2, "bold": true]])
    let answers = list.respond(to: .name("visit")) { $0.arguments }
    let menus = list.respond(to: .name("menu")) { ["menu", $0.arguments] }
    #expect(try list.choose("or").answer == arguments)
    #expect(try list.perform(.secondary, on: "or") == ["menu", arguments])
    answers.cancel()
    menus.cancel()
  }

  // MARK: - Search

  @Test(
    "P4 search finds title and search text apart and folded; ProMotion's own rule is one of the modes",
    arguments: ["o", "OREGON", " new ", "egon\nbea", "BEAVER", "on\nn", "idaho nevada", "zz", "na"])
  func p4(text: String) throws {
    let list = try StatesList.list()
    // The rule of the default search, in plain words.
    func clean(_ text: String) -> String {
      String(text.lowercased().drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
    let rows = StatesList.contents.sections.flatMap(\.rows)
    let expected = rows.filter { row in
      row.isSearchable && clean("\(row.title)\n\(row.searchText)").contains(clean(text))
    }
    let hits = try list.view(through: ListFilter(text: text, mode: .lowercasedSubstring))
    #expect(hits.ids == expected.map(\.id))
    let isAcross = text.contains("\n")
    let apart = try list.view(through: ListFilter(text: text, mode: .substring))
    #expect(isAcross ? apart.ids == [] : apart.ids == expected.map(\.id))
  }

  @Test("P4 search goes beyond substrings: folded accents, several words in any order, slips")
  func p4Folding() throws {
    let list = try StatesList.list()
    #expect(try list.view(through: ListFilter(text: "orégön", mode: .substring)).ids == ["or"])
    #expect(try list.view(through: ListFilter(text: "orégön", mode: .lowercasedSubstring)).ids == [])
    #expect(try list.view(through: ListFilter(text: "beaver oreg")).ids == ["or"])
    #expect(try list.view(through: ListFilter(text: "washingtno")).ids == ["wa"])
  }

  @Test("P5 search text finds a row and is not what shows as matched in its title")
  func p5() throws {
    let list = try StatesList.list()
    try list.search(for: "beav")
    let view = list.view
    #expect(view.ids == ["or"] && view.row(at: 0)?.title == "Oregon")
    #expect(view.highlights(of: "or", in: .title).isEmpty)
    let text = try #require(view.row(at: 0)).searchText
    #expect(view.highlights(of: "or", in: .searchText).map { String(text[$0]) } == ["beav"])
  }

  @Test("P6 rows that are not searchable are in no search, and asked of by a predicate only if one says so")
  func p6() throws {
    let list = try StatesList.list()
    try list.search(for: "new mexico")
    #expect(list.view.isEmpty)
    var filter = ListFilter(text: "n")
    filter.predicate = .replace { row, _ in row.title.hasPrefix("N") }
    #expect(try list.view(through: filter).ids == ["nv"])
    filter.asksUnsearchableRows = true
    #expect(try list.view(through: filter).ids == ["nm", "nv"])
  }

  @Test("P7 a predicate gets the row and the text as typed, and replaces, narrows, widens or only ranks the search")
  func p7() throws {
    let list = try StatesList.list()
    let asked = Lock<Set<String>>([])
    func hits(_ text: String, _ predicate: SearchPredicate<AnyRow>) throws -> [RowID] {
      var filter = ListFilter(text: text)
      filter.predicate = predicate
      return try list.view(through: filter).ids
    }
    let allWords = SearchPredicate<AnyRow>.replace { row, text in
      asked.withLock { _ = $0.insert(text) }
      return text.lowercased().split(separator: " ").allSatisfy { row.title.lowercased().contains($0) }
    }
    #expect(try hits("  ON Wash ", allWords) == ["wa"])
    #expect(asked.withLock { $0 } == ["  ON Wash "])
    #expect(try hits("egon", allWords) == ["or"] && hits("beaver", allWords) == [])
    #expect(try hits("n", .and { row, _ in row.title.count == 6 }) == ["nv"])
    #expect(try hits("beaver", .or { row, _ in row.id == "id" }) == ["or", "id"])
    #expect(try hits("beaver", .score(within: 0...1) { _, _ in 1 }) == ["or"])
    let named = PredicateRegistry(["allWords": allWords])
    #expect(try hits("ington", named.predicate(named: "allWords")) == ["wa"])
    #expect(throws: PredicateError.unknownPredicate("other", known: ["allWords"])) {
      try named.predicate(named: "other")
    }
  }

  @Test("P7 text that has no words still goes to a predicate that replaces the search")
  func p7Punctuation() throws {
    let list = try ListModel(
      ListContents {
        Section(id: "s") {
          Row(id: "1", title: "salt & pepper")
          Row(id: "2", title: "salt")
        }
      })
    var filter = ListFilter()
    filter.predicate = .replace { row, text in row.title.contains(text) }
    try list.setFilter(filter)
    try list.search(for: "&")
    #expect(list.view.ids == ["1"] && list.searchPhase == .filtering)
  }

  @Test("P8 no text and blank text filter nothing: every row shows", arguments: ["", " ", "   ", "\t\n"])
  func p8(text: String) throws {
    let list = try StatesList.list()
    let all = list.view.snapshot()
    try list.search(for: "nev")
    #expect(list.view.ids == ["nv"])
    try list.search(for: text)
    #expect(list.view.snapshot() == all && !list.view.isFiltering && list.searchPhase == .empty)
    // Nor does a predicate that stands in the place of the search.
    var filter = list.filter
    filter.predicate = .replace { _, _ in false }
    try list.setFilter(filter)
    #expect(list.view.snapshot() == all && !list.view.isFiltering)
    try list.search(for: "nev")
    #expect(list.view.isEmpty)
    // Nor one that narrows it; a scope is for what is asked all the while.
    filter.text = text
    filter.predicate = .and { row, _ in row.id == "id" }
    try list.setFilter(filter)
    #expect(list.view.snapshot() == all)
    try list.search(for: "idaho")
    #expect(list.view.ids == ["id"])
  }

  @Test("P9 sections without hits are dropped, and those with hits keep all their attributes")
  func p9() throws {
    var contents = StatesList.contents
    contents.sections[0].traits.header?.attributes["view"] = "StateHeader"
    contents.sections[0].traits.attributes["tint"] = "green"
    let list = try ListModel(contents)
    try list.setFilter(ListFilter(text: "o", mode: .substring))
    #expect(list.view.sections.map(\.id) == ["north", "south"])
    try list.search(for: "oregon")
    #expect(list.view.sections.map(\.traits) == [contents.sections[0].traits])
    #expect(list.view.section(at: 0)?.traits.footer?.text == "three of them")
    var settings = ListSettings()
    settings.emptySectionsWhileFiltering = .kept
    let other = try ListModel(contents, settings: settings)
    try other.search(for: "oregon")
    #expect(other.view.idsBySection == [["or"], []])
    #expect(other.view.sections.map(\.traits) == contents.sections.map(\.traits))
  }

  @Test("P10 a search is inactive, active without text, or filtering")
  func p10() throws {
    let list = try StatesList.list()
    #expect(list.searchPhase == .inactive && !list.isSearching)
    list.beginSearch()
    #expect(list.searchPhase == .empty && list.isSearching && !list.view.isFiltering)
    try list.search(for: "zzzz")
    #expect(list.searchPhase == .filtering && list.isSearching && list.view.isEmpty)
    try list.search(for: "")
    #expect(list.searchPhase == .empty && list.isSearching)
    list.endSearch()
    #expect(list.searchPhase == .inactive && !list.isSearching && list.view.count == 6)
  }

  @Test("P11 the search text is known as typed and as searched, and is gone when the search ends")
  func p11() throws {
    let list = try StatesList.list()
    #expect(list.originalSearchString == nil && list.searchString == nil)
    try list.search(for: "  OREGÓN ")
    #expect(list.originalSearchString == "  OREGÓN " && list.searchString == "oregon")
    try list.search(for: "")
    #expect(list.originalSearchString == "" && list.searchString == "")
    list.endSearch()
    #expect(list.originalSearchString == nil && list.searchString == nil)
    // What is searched for finds, typed again, what it has found.
    var filter = ListFilter()
    filter.mode = .lowercasedSubstring
    filter.text = " ÉC"
    try list.setFilter(filter)
    #expect(list.searchString == "éc")
  }

  @Test("P11 the text as searched, typed again, leaves the same rows", arguments: QueryMode.allCases)
  func whatIsSearched(mode: QueryMode) throws {
    let titles = ["Straße", "strasse", "Ⅷ", "viii", "Café", "Cafe\u{301}", "cafe", "ﬁt", "fit", "ＡＢ ab", "İstanbul"]
    let list = try ListModel(
      ListContents { Section(id: "s", rows: [AnyRow](titles, id: { $0 + "\($0.utf8.count)" }, title: { $0 })) })
    var filter = ListFilter(mode: mode)
    for text in titles + ["ß", " ẞ ", "e\u{301}", "É", "ﬁ", "Ａ b", "i\u{307}", "\u{301}"] {
      filter.text = text
      try list.setFilter(filter)
      let found = list.view.ids
      let searched = try #require(list.searchString)
      try list.search(for: searched)
      #expect(
        list.view.ids == found && list.searchString?.utf8.elementsEqual(searched.utf8) == true, "\(text), \(searched)")
    }
    list.endSearch()
  }

  /// No mode tells strings apart that Swift has equal.
  @Test("P10 composed and decomposed text find each other", arguments: QueryMode.allCases)
  func otherScalars(_ mode: QueryMode) throws {
    let (composed, decomposed) = ("Caf\u{E9}", "Cafe\u{301}")
    let list = try ListModel(ListContents { Section(id: "s") { Row(id: "1", title: composed) } })
    try list.setFilter(ListFilter(text: composed, mode: mode))
    #expect(list.view.count == 1)
    try list.search(for: decomposed)
    #expect(list.view.count == 1)
    // A title that is spelt otherwise is another one.
    try list.transaction { try $0.update("1") { $0.title = decomposed } }
    #expect(list.view.count == 1 && list.view.row(at: 0)?.title.utf8.elementsEqual(decomposed.utf8) == true)
    try list.search(for: composed)
    #expect(list.view.count == 1)
  }

  @Test("P12 beginning and end of a search are told once each, before anything shows them")
  func p12() throws {
    let list = try StatesList.list()
    let seen = Lock<[String]>([])
    let observation = list.observe { [weak list] event in
      let isFiltering = list?.view.isFiltering == true
      switch event {
      case .searchWillBegin: seen.withLock { $0.append("begin \(isFiltering)") }
      case .searchWillEnd: seen.withLock { $0.append("end \(isFiltering)") }
      default: break
      }
    }
    list.beginSearch()
    list.beginSearch()
    for text in ["o", "or", ""] { try list.search(for: text) }
    try list.search(for: "or")
    list.endSearch()
    list.endSearch()
    #expect(seen.withLock { $0 } == ["begin false", "end true"])
    // A filter that brings text, or takes it away, is somebody who enters the field or leaves it.
    try list.setFilter(ListFilter(text: "or"))
    try list.search(for: "ore")
    try list.setFilter(ListFilter())
    #expect(seen.withLock { $0 } == ["begin false", "end true", "begin false", "end true"])
    observation.cancel()
    try list.search(for: "or")
    #expect(seen.withLock { $0.count } == 4)
  }

  @Test("P13 a scope filters: a condition with a name, or a choice of sections")
  func p13() throws {
    var settings = ListSettings()
    settings.scopes["short"] = { $0.title.count <= 6 }
    let list = try StatesList.list(settings)
    try list.search(for: "o")
    var filter = list.filter
    filter.scope = .scope("short")
    try list.setFilter(filter)
    #expect(list.view.ids == ["or"] && list.originalSearchString == "o")
    list.endSearch()
    #expect(list.view.ids == ["or", "id", "nv"])
    filter = list.filter
    filter.scope = nil
    filter.sections = ["south"]
    try list.setFilter(filter)
    #expect(list.view.idsBySection == [["az", "nm", "nv"]])
    filter.scope = .scope("long")
    #expect(throws: ListError.self) { try list.setFilter(filter) }
    #expect(list.view.idsBySection == [["az", "nm", "nv"]])
  }

  @Test("P14 placeholder and words for no results are carried, and said when there are none")
  func p14() throws {
    var contents = StatesList.contents
    contents.searchPresentation = SearchPresentation(placeholder: "Search states", noResults: "No such state")
    contents.searchPresentation.attributes["hideInitially"] = true
    let list = try ListModel(contents)
    #expect(
      list.view.searchPresentation == contents.searchPresentation
        && list.view.searchPresentation.placeholder == "Search states")
    #expect(list.view.noResults == nil)
    try list.search(for: "zzzz")
    #expect(list.view.isEmpty && list.view.noResults == "No such state")
    #expect(list.view.searchPresentation.attributes == ["hideInitially": true])
    try list.transaction { editor in
      for id in editor.sectionIDs { try editor.removeSection(id) }
      try editor.updateList { $0.searchPresentation = SearchPresentation(placeholder: "Nothing to search") }
    }
    #expect(list.view.searchPresentation.placeholder == "Nothing to search" && list.view.noResults == nil)
    list.endSearch()
    #expect(list.view.isEmpty && list.view.noResults == nil)
  }
}
