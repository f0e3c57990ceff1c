import Riffle
import Testing

import struct RiffleTestSupport.SeededGenerator
import func RiffleTestSupport.setting

@testable import RiffleList

private struct Track: Sendable, Equatable {
  var artist: String
  var year: Int
  var title: String
}

private func track(_ row: AnyRow) -> Track { row.payload(as: Track.self) ?? Track(artist: "", year: 0, title: "") }

private func artist(_ row: AnyRow) -> String { track(row).artist }
private func year(_ row: AnyRow) -> Int { track(row).year }

private func row(_ id: String, _ song: Track) -> AnyRow { AnyRow(Row(id: RowID(id), title: song.title, payload: song)) }

/// Lists that make their sections by themselves, held against plain arrays that are grouped and sorted anew each time.
@Suite struct ArrangementTests {
  private static let firstSeed = setting("RIFFLE_SEED") ?? 1
  private static let seeds = firstSeed..<firstSeed + (setting("RIFFLE_CASES") ?? 30)

  /// An arrangement, and what it makes of rows.
  private struct Case {
    let arrangement: ListArrangement
    /// Of the section of a row, by which sections stand.
    let section: (Track) -> String
    let isBefore: (AnyRow, AnyRow) -> Bool
    let areSectionsBefore: (String, String) -> Bool
  }

  private static func cases() throws -> [Case] {
    let german = try ListCollation(locale: "de")
    return [
      Case(
        arrangement: .grouped(
          by: { track($0).artist }, in: german,
          rows: .by { track($0).year }.then(.by({ $0.id }, descending: true))),
        section: { "group/\($0.artist)" },
        isBefore: { a, b in
          track(a).year != track(b).year ? track(a).year < track(b).year : a.id > b.id
        },
        areSectionsBefore: { german.isOrdered(String($0.dropFirst(6)), before: String($1.dropFirst(6))) }),
      Case(
        arrangement: .grouped(
          by: { track($0).year }, descending: true, title: { "In \($0)" },
          rows: .by(text: { $0.title }, in: german).then(.by { $0.id })),
        section: { "group/\($0.year)" },
        isBefore: { a, b in
          if german.isOrdered(a.title, before: b.title) { return true }
          return !german.isOrdered(b.title, before: a.title) && a.id < b.id
        },
        areSectionsBefore: { Int($0.dropFirst(6)) ?? 0 > Int($1.dropFirst(6)) ?? 0 }),
      Case(
        arrangement: .sorted(by: .by { $0.id }), section: { _ in "rows" }, isBefore: { $0.id < $1.id },
        areSectionsBefore: { _, _ in false }),
    ]
  }

  private func newTrack(_ random: inout SeededGenerator) -> Track {
    Track(
      artist: ["Zappa", "Äpfel", "Abba", "Österreich", "Can", "", "a/b"].randomElement(using: &random) ?? "",
      year: Int.random(in: -2..<9, using: &random),
      title: ["Übung", "anna", "Anna", "Ulla", "B"].randomElement(using: &random) ?? "")
  }

  @Test(arguments: seeds) func rowsStandWhereTheArrangementHasThemWhateverIsEdited(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let cases = try Self.cases()
    var current = cases[seed % cases.count]
    var settings = ListSettings()
    settings.arrangement = current.arrangement
    settings.emptySections = .dropped
    var songs = (0..<Int.random(in: 0..<25, using: &random)).map { row("\($0)", newTrack(&random)) }
    let list = try ListModel(
      ListContents(
        sections: [Section(id: "favourites", rows: [row("f", newTrack(&random))])]
          + current.arrangement.sections(of: songs)), settings: settings)
    for step in 0..<25 {
      let before = list.view.snapshot()
      let old = songs.randomElement(using: &random)
      let new = row("\(100 + step)", newTrack(&random))
      let update = try list.transaction { edit in
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1:
          let more = [new] + (0..<Int.random(in: 0..<6, using: &random)).map { row("\(step) \($0)", newTrack(&random)) }
          try edit.insert(more)
          songs += more
        case 2, 3:
          guard let old else { return }
          let changed = row(old.id.name, newTrack(&random))
          try edit.replace(changed)
          songs = songs.map { $0.id == old.id ? changed : $0 }
        case 4:
          guard let old else { return }
          try edit.remove(old.id)
          songs.removeAll { $0.id == old.id }
        case 5:
          // Wherever it is to go among the sections of the arrangement.
          guard let old, let other = songs.randomElement(using: &random) else { return }
          try edit.move(old.id, to: .before(other.id))
        case 6:
          // Taken in from elsewhere, and given away.
          guard let old, let other = songs.first(where: { $0.id != old.id }) else { return }
          try edit.move(old.id, to: .end(of: "favourites"))
          try edit.move(old.id, to: .after(other.id))
        case 7:
          current = cases.randomElement(using: &random) ?? current
          try edit.arrange(by: current.arrangement)
        default:
          songs = songs.filter { _ in Int.random(in: 0..<4, using: &random) > 0 } + [new]
          var jumbled = current.arrangement.sections(of: songs.shuffled(using: &random))
          if jumbled.count > 1, let row = jumbled[0].groups[0].rows.popLast() { jumbled[1].groups[0].rows.append(row) }
          let favourites = Section(id: "favourites", rows: [try #require(edit.row("f"))])
          try edit.setContents(ListContents(sections: [favourites] + jumbled.shuffled(using: &random)))
          // Contents say where sections stand, whatever they are.
          try edit.arrange(by: current.arrangement)
        }
      }
      let comment: Comment = "seed \(seed), step \(step)"
      let shown = list.view.snapshot()
      let expected = Dictionary(grouping: songs) { current.section(track($0)) }
        .sorted { current.areSectionsBefore($0.key, $1.key) }
      #expect(shown.sections.first?.rows.map(\.id) == ["f"], comment)
      #expect(shown.sections.dropFirst().map(\.id.name) == expected.map(\.key), comment)
      #expect(
        shown.sections.dropFirst().map(\.rows) == expected.map { $0.value.sorted(by: current.isBefore) }, comment)
      #expect(try update.changes().apply(to: before) == shown, comment)
    }
  }

  @Test func aListIsArrangedAnewAtRunTimeWithRowsThatMove() throws {
    let songs = [
      row("1", Track(artist: "Can", year: 1972, title: "Vitamin C")),
      row("2", Track(artist: "Abba", year: 1976, title: "Fernando")),
      row("3", Track(artist: "Can", year: 1976, title: "I Want More")),
    ]
    let list = try ListModel(ListContents { Section(id: "songs", rows: songs) })
    try list.transaction { try $0.select("3") }
    var update = try list.arrange(by: .grouped(by: { track($0).artist }, title: { "by \($0)" }))
    #expect(list.view.sections.map(\.traits.title) == ["by Abba", "by Can"] && list.view.ids == ["2", "1", "3"])
    var changes = try update.changes()
    #expect(Set(changes.rows.moves.map(\.id)) == ["1", "2", "3"] && changes.rows.inserts.isEmpty)
    #expect(changes.sections.deletes.map(\.id) == ["songs"] && list.isSelected("3"))
    update = try list.arrange(by: .sorted(by: .by({ track($0).year }, descending: true).then(.by { $0.title })))
    changes = try update.changes()
    #expect(list.view.ids == ["2", "3", "1"] && list.view.sections.map(\.id) == ["rows"])
    #expect(changes.sections.inserts.map(\.id) == ["rows"] && changes.rows.deletes.isEmpty)
    // It keeps no order any longer, and what stands there stays.
    try list.arrange(by: nil)
    try list.transaction { try $0.move("1", to: .start(of: "rows")) }
    #expect(list.view.ids == ["1", "2", "3"])
    #expect(throws: ListError.notArranged) { try list.transaction { try $0.insert(songs) } }
  }

  @Test func rowsOfSectionsThatAreNotNamedStay() throws {
    let list = try ListModel(
      ListContents {
        Section(id: "top", rows: [row("t", Track(artist: "Can", year: 1, title: "t"))])
        Section(id: "songs", rows: [row("s", Track(artist: "Can", year: 1, title: "s"))])
      })
    #expect(throws: ListError.unknownID(of: .section, id: "none")) {
      try list.arrange(by: .grouped(by: { track($0).year }), rowsOf: ["none"])
    }
    try list.arrange(by: .grouped(by: { track($0).year }), rowsOf: ["songs"])
    #expect(list.view.sections.map(\.id) == ["top", .group("1")])
    // By its arrangement, so those above stay again.
    try list.arrange(by: .grouped(by: { track($0).artist }))
    #expect(list.view.sections.map(\.id) == ["top", .group("Can")])
    try list.transaction { try $0.remove("s") }
    #expect(list.sectionIDs == ["top"])
  }

  @Test func pagesOfSectionsGoIntoTheGroupsThatAreThere() async throws {
    let arrangement = ListArrangement.grouped(by: artist, rows: .by(year))
    var settings = ListSettings()
    settings.arrangement = arrangement
    let list = try ListModel(settings: settings)
    let pages = list.pages()
    func track(_ id: String, _ artist: String, _ year: Int) -> AnyRow {
      row(id, Track(artist: artist, year: year, title: ""))
    }
    func page(_ songs: [AnyRow]) -> PageContent { .sections(arrangement.sections(of: songs)) }
    _ = try pages.apply(
      .replace(page([track("1", "Can", 2), track("2", "Abba", 2)])), following: nil)
    _ = try pages.apply(
      .append(page([track("3", "Can", 1), track("4", "Björk", 1)]), droppingFirst: []), following: nil)
    #expect(list.view.ids == ["2", "4", "3", "1"])
    #expect(list.view.sections.compactMap(\.traits.title) == ["Abba", "Björk", "Can"])
  }
}
