import Riffle
import Testing

import struct RiffleTestSupport.SeededGenerator
import func RiffleTestSupport.setting

@testable import RiffleList

/// W8: a list by letters keeps itself.
@Suite struct AlphabeticalListTests {
  private static let firstSeed = setting("RIFFLE_SEED") ?? 1
  private static let seeds = firstSeed..<firstSeed + (setting("RIFFLE_CASES") ?? 20)
  private static let titles = [
    "Anna", "Äpfel", "anna", "Bo", "bo 2", "Öl", "Zoë", "1st", "", "東京", "Élan", "Edda", "Über", "Ute", "zz", "ß",
    "straße",
  ]

  private func row(_ id: Int, _ random: inout SeededGenerator) -> AnyRow {
    AnyRow(
      Row(id: "\(id)", title: Self.titles.randomElement(using: &random) ?? "") { row in
        if id % 5 == 0 { row.reading = Self.titles.randomElement(using: &random) ?? "" }
      })
  }

  @Test(arguments: seeds) func rowsStandWhereTheAlphabetHasThemWhateverIsEdited(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let alphabet = try ListAlphabet(locales: [["en"], ["sv"], ["de"]][seed % 3])
    var settings = ListSettings()
    settings.arrangement = .alphabet(alphabet)
    settings.emptySections = .dropped
    settings.removesEmptiedSections = seed % 4 == 0
    var rows = (0..<Int.random(in: 0..<30, using: &random)).map { row($0, &random) }
    let favourite = Section(id: "favourites", rows: [AnyRow(Row(id: "f", title: "Mia"))])
    let list = try ListModel(
      ListContents(sections: [favourite] + (seed % 2 == 0 ? [] : jumbled(.alphabetical(rows, alphabet), &random))),
      settings: settings)
    if seed % 2 == 0 { try list.transaction { try $0.insert(rows) } }
    for step in 0..<20 {
      let new = row(100 + step, &random)
      let old = rows.randomElement(using: &random)
      try list.transaction { edit in
        let letters = edit.sectionIDs.filter { $0.letter != nil }
        // Those whose group has not been taken elsewhere.
        let whole = try letters.filter { try edit.groupIDs(of: $0).contains(.section($0)) }
        switch Int.random(in: 0..<9, using: &random) {
        case 4:
          // Some rows of a letter stay, some of them renamed, and one comes.
          guard let letter = whole.randomElement(using: &random) else { return }
          let before = try edit.rowIDs(of: .section(letter)).compactMap { edit.row($0) }
          let after = before.filter { _ in Bool.random(using: &random) }.map { renamed($0, &random) } + [new]
          try edit.setRows(after, of: .section(letter))
          rows.removeAll { row in before.contains { $0.id == row.id } }
          rows += after
        case 5:
          // All of the list, with as many or few rows that are others.
          let share = Bool.random(using: &random) ? 0.05 : 0.6
          rows = rows.map { Double.random(in: 0..<1, using: &random) < share ? renamed($0, &random) : $0 } + [new]
          try edit.setContents(
            ListContents(sections: [favourite] + jumbled(.alphabetical(rows, alphabet), &random)))
        case 6:
          guard let old else { return }
          try edit.move(old.id, to: .index(0, in: try edit.place(of: old.id).group))
        case 7:
          let letter = Int.random(in: 0..<alphabet.buckets.labels.count, using: &random)
          if letters.contains(.letter(letter)) { return try edit.removeSection(.letter(letter), &rows) }
          try edit.insert(Section(id: .letter(letter), rows: [new]))
          rows.append(new)
          try sort(edit, alphabet)
        case 8:
          // Rows of a letter go among the favourites, and come back by another group.
          guard let letter = whole.randomElement(using: &random) else { return }
          try edit.moveGroup(.section(letter), to: 0, in: "favourites")
          let own = try edit.groupIDs(of: "favourites")[0]
          if let other = letters.randomElement(using: &random) {
            try edit.moveGroup(own, to: 0, in: other)
          }
        case 0:
          try edit.insert([new])
          rows.append(new)
        case 1:
          guard let old else { return }
          try edit.remove(old.id)
          rows.removeAll { $0.id == old.id }
        case 2:
          guard let old, case let changed = self.row(200, &random).with({ $0.id = old.id }) else { return }
          try edit.update(old.id) { ($0.title, $0.reading) = (changed.title, changed.reading) }
          rows = rows.map { $0.id == old.id ? changed : $0 }
        default:
          // Whatever place is asked for in a section of a letter.
          guard let section = edit.sectionIDs.last, section.letter != nil else { return }
          try edit.insert([new], at: .start(of: section))
          rows.append(new)
        }
      }
      let shown = list.view.sections.dropFirst().map { section in
        (section.id, list.view.rows(offset: section.start, limit: section.rowCount).map(\.sortedText))
      }
      let expected = [Section].alphabetical(rows, alphabet).filter { !$0.rows.isEmpty }
      #expect(shown.map(\.0) == expected.map(\.traits.id), "seed \(seed), step \(step)")
      #expect(
        shown.map { $0.1.sorted() } == expected.map { $0.rows.map(\.sortedText).sorted() }, "seed \(seed), step \(step)"
      )
      for (_, texts) in shown {
        for (text, next) in zip(texts, texts.dropFirst()) {
          let isBefore = alphabet.collation.isOrdered(next, before: text)
          #expect(!isBefore, "seed \(seed), step \(step): \(text), \(next)")
        }
      }
      #expect(list.view.row(at: 0)?.id == "f")
    }
  }

  private func renamed(_ row: AnyRow, _ random: inout SeededGenerator) -> AnyRow {
    if Bool.random(using: &random) { return row }
    return row.with { $0.title = Self.titles.randomElement(using: &random) ?? "" }
  }

  /// Rows of letters in wrong order, under wrong letters, and in groups of names.
  private func jumbled(_ sections: [Section], _ random: inout SeededGenerator) -> [Section] {
    var sections = sections
    for number in 0..<Int.random(in: 0..<4, using: &random) {
      guard let from = sections.indices.randomElement(using: &random),
        let to = sections.indices.randomElement(using: &random), !sections[from].groups[0].rows.isEmpty
      else { continue }
      let row = sections[from].groups[0].rows.removeFirst()
      if Bool.random(using: &random) {
        sections[to].groups[0].rows.append(row)
      } else {
        sections[to].groups.insert(RowGroup(id: "named \(number)", rows: [row]), at: 0)
      }
    }
    return sections
  }

  /// Sections stand where they are put, so a letter that is put at the end goes where it belongs.
  private func sort(_ edit: ListEditor, _ alphabet: ListAlphabet) throws {
    let letters = edit.sectionIDs.filter { $0.letter != nil }.sorted { $0.letter ?? 0 < $1.letter ?? 0 }
    for (index, id) in letters.enumerated() { try edit.moveSection(id, to: index + 1) }
  }

  private static func listOfLetters(_ titles: String) throws -> ListModel {
    var settings = ListSettings()
    let alphabet = try ListAlphabet(locales: ["en"])
    settings.arrangement = .alphabet(alphabet)
    let rows = [AnyRow](titles.split(separator: " "), id: { "\($0)" }, title: { "\($0)" })
    return try ListModel(ListContents(sections: .alphabetical(rows, alphabet)), settings: settings)
  }

  @Test func rowsOfALetterMayBeSetThoughSomeOfThemAreRenamed() throws {
    let list = try Self.listOfLetters("A1 A2 A3 A4")
    try list.transaction {
      try $0.setRows([AnyRow(Row(id: "A1", title: "Zed"))] + rows("A2 A4"), of: .section(.letter(1)))
    }
    #expect(list.view.ids == ["A2", "A4", "A1"])
  }

  @Test func contentsAreFiledHoweverMuchOfThemIsOther() throws {
    for count in [3, 40] {
      let list = try Self.listOfLetters((0..<count).map { "A\($0 + 10)" }.joined(separator: " "))
      var contents = list.contents
      let section = try #require(contents.sections.firstIndex { $0.traits.id == .letter(1) })
      contents.sections[section].groups[0].rows[1] = AnyRow(Row(id: "A11", title: "Zed"))
      try list.setContents(contents)
      #expect(list.place(of: "A11")?.section == .letter(26) && list.rowCount == count)
      #expect(list.rows(of: .section(.letter(1)))?.count == count - 1)
    }
  }

  @Test func anEditThatChangesNothingIsNotTold() throws {
    let list = try Self.listOfLetters("Ann Abe Bob")
    #expect(try list.transaction { try $0.move("Ann", to: .start(of: .letter(1))) }.isEmpty)
    #expect(try list.setContents(list.contents).isEmpty)
    #expect(list.generation == 0)
  }

  @Test func aLettersRowsThatGoElsewhereAreOthersOwn() throws {
    let list = try Self.listOfLetters("Bob Bill")
    try list.transaction { edit in
      try edit.insert(Section(id: "favourites", rows: []), at: 0)
      try edit.moveGroup(.section(.letter(2)), to: 0, in: "favourites")
      try edit.insert(rows("Ben").map { $0.with { $0.title = "Ben" } })
    }
    try list.setContents(list.contents)
    #expect(list.groups(of: "favourites")?.map(\.id) == [.own("favourites", 2), .section("favourites")])
    #expect(list.rows(of: .section(.letter(2)))?.map(\.id) == ["Ben"])
    #expect(throws: ListError.groupOfAnother(section: "a")) {
      try list.transaction { try $0.insert(RowGroup(id: .section("a"), rows: []), in: "favourites") }
    }
  }

  @Test func aRowThatIsRenamedGoesUnderItsNewLetterAndIsToldToMove() throws {
    let alphabet = try ListAlphabet(locales: ["en"])
    var settings = ListSettings()
    settings.arrangement = .alphabet(alphabet)
    settings.emptySections = .dropped
    let list = try ListModel(
      ListContents(sections: .alphabetical(rows("a b c"), alphabet)), settings: settings)
    #expect(list.view.sections.map(\.traits.title) == ["R"])
    let changes = try list.transaction { try $0.update("b") { $0.title = "Zebra" } }.changes()
    #expect(changes.rows.moves.map(\.id) == ["b"] && changes.rows.updates.map(\.id) == ["b"])
    #expect(changes.sections.inserts.map(\.value.title) == ["Z"])
    #expect(list.view.jumplist(.sectionTitles)?.entries.filter { $0.count > 0 }.map(\.label) == ["R", "Z"])
    #expect(throws: ListError.notArranged) { try ListModel().transaction { try $0.insert(rows("d")) } }
  }
}

extension ListEditor {
  fileprivate func removeSection(_ id: SectionID, _ rows: inout [AnyRow]) throws {
    let gone = try Set(groupIDs(of: id).flatMap { try rowIDs(of: $0) })
    try removeSection(id)
    rows.removeAll { gone.contains($0.id) }
  }
}
