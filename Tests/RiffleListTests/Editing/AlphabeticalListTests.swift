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
    settings.alphabet = alphabet
    settings.emptySections = .dropped
    var rows = (0..<Int.random(in: 0..<30, using: &random)).map { row($0, &random) }
    let favourite = Section(id: "favourites", rows: [AnyRow(Row(id: "f", title: "Mia"))])
    let list = try ListModel(
      ListContents(sections: seed % 2 == 0 ? [favourite] : [favourite] + .alphabetical(rows, alphabet)),
      settings: settings)
    if seed % 2 == 0 { try list.transaction { try $0.file(rows) } }
    for step in 0..<10 {
      let new = row(100 + step, &random)
      let old = rows.randomElement(using: &random)
      try list.transaction { edit in
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          try edit.file([new])
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

  @Test func aRowThatIsRenamedGoesUnderItsNewLetterAndIsToldToMove() throws {
    let alphabet = try ListAlphabet(locales: ["en"])
    var settings = ListSettings()
    settings.alphabet = alphabet
    settings.emptySections = .dropped
    let list = try ListModel(
      ListContents(sections: .alphabetical(rows("a b c"), alphabet)), settings: settings)
    #expect(list.view.sections.map(\.traits.title) == ["R"])
    let changes = try list.transaction { try $0.update("b") { $0.title = "Zebra" } }.changes()
    #expect(changes.rows.moves.map(\.id) == ["b"] && changes.rows.updates.map(\.id) == ["b"])
    #expect(changes.sections.inserts.map(\.value.title) == ["Z"])
    #expect(list.view.jumplist(.sectionTitles)?.entries.filter { $0.count > 0 }.map(\.label) == ["R", "Z"])
    #expect(throws: ListError.notAlphabetical) { try ListModel().transaction { try $0.file(rows("d")) } }
  }
}
