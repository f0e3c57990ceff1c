import RiffleList
import RiffleTestSupport

/// Draws snapshots and edits of them.
struct RandomSnapshots {
  var random: SeededGenerator
  private var lastID = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  /// Rows of two payloads, with ids of several lengths: short strings lie in place, long ones elsewhere.
  mutating func row() -> AnyRow {
    lastID += 1
    let id: RowID = lastID % 3 == 0 ? "a row whose id is long, number \(lastID)" : "r\(lastID)"
    return lastID % 2 == 0
      ? AnyRow(Row(id: id, title: "title \(lastID)", payload: lastID)) : AnyRow(Row(id: id, title: "title \(lastID)"))
  }

  mutating func section(rowCount: Int) -> SectionSnapshot {
    lastID += 1
    return SectionSnapshot(
      SectionTraits(id: "s\(lastID)", title: "section \(lastID)"), rows: (0..<rowCount).map { _ in row() })
  }

  mutating func snapshot(sections: ClosedRange<Int>, rows: ClosedRange<Int>) -> ListSnapshot {
    ListSnapshot(sections: (0..<number(sections)).map { _ in section(rowCount: number(rows)) })
  }

  /// Another snapshot with much of the first: edited, shuffled, or with other objects for the same rows.
  mutating func edited(_ snapshot: ListSnapshot, edits: Int) -> ListSnapshot {
    var result = snapshot
    for _ in 0..<edits { edit(&result) }
    if number(0...3) == 0 { result = result.withFreshRows }
    return result
  }

  mutating func edit(_ list: inout ListSnapshot) {
    switch number(0...19) {
    case 0: list.sections.insert(section(rowCount: number(0...4)), at: number(0...list.sections.count))
    case 1: if let at = place(in: list.sections.count) { list.sections.remove(at: at) }
    case 2:
      guard let from = place(in: list.sections.count) else { return }
      let section = list.sections.remove(at: from)
      list.sections.insert(section, at: number(0...list.sections.count))
    case 3:
      guard let at = place(in: list.sections.count) else { return }
      list.sections[at].traits.header = Supplement("header \(number(0...9))")
    case 4: if let at = place(in: list.sections.count) { list.sections[at].rows.shuffle(using: &random) }
    case 5:
      guard let at = place(in: list.sections.count) else { return }
      let new = (0..<number(1...30)).map { _ in row() }
      list.sections[at].rows.insert(contentsOf: new, at: number(0...list.sections[at].rows.count))
    case 6...8:
      guard let at = place(in: list.sections.count) else { return }
      list.sections[at].rows.insert(row(), at: number(0...list.sections[at].rows.count))
    case 9...11: if let at = path(in: list) { list.sections[at.section].rows.remove(at: at.row) }
    case 12...14: if let at = path(in: list) { update(&list, at) }
    case 15...16:
      guard let at = path(in: list) else { return }
      let row = list.sections[at.section].rows.remove(at: at.row)
      list.sections[at.section].rows.insert(row, at: number(0...list.sections[at.section].rows.count))
    case 17...18: moveAnywhere(&list)
    default:
      guard let at = path(in: list) else { return }
      update(&list, at)
      moveAnywhere(&list, from: at)
    }
  }

  mutating func place(in count: Int) -> Int? { count == 0 ? nil : number(0...count - 1) }

  mutating func path(in list: ListSnapshot) -> RowPath? {
    let filled = list.sections.indices.filter { !list.sections[$0].rows.isEmpty }
    guard let section = filled.randomElement(using: &random) else { return nil }
    return RowPath(section: section, row: number(0...list.sections[section].rows.count - 1))
  }

  private mutating func update(_ list: inout ListSnapshot, _ at: RowPath) {
    let title = "new title \(number(0...99))"
    list.sections[at.section].rows[at.row] = list.sections[at.section].rows[at.row].with { $0.title = title }
  }

  private mutating func moveAnywhere(_ list: inout ListSnapshot, from: RowPath? = nil) {
    guard let from = from ?? path(in: list), let section = place(in: list.sections.count) else { return }
    let row = list.sections[from.section].rows.remove(at: from.row)
    list.sections[section].rows.insert(row, at: number(0...list.sections[section].rows.count))
  }
}

extension ListSnapshot {
  /// Equal rows that share nothing.
  var withFreshRows: ListSnapshot {
    ListSnapshot(
      sections: sections.map { section in
        SectionSnapshot(section.traits, rows: section.rows.map { $0.with { _ in } })
      })
  }

  /// Sections `"a: 1 2"`, with the ids of their rows.
  init(_ sections: String...) {
    self.init(
      sections: sections.map { text in
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let ids = parts.count > 1 ? parts[1].split(separator: " ").map { RowID(String($0)) } : []
        return SectionSnapshot(
          SectionTraits(id: SectionID(String(parts[0]))), rows: ids.map { AnyRow(Row(id: $0, title: "row \($0)")) })
      })
  }

  /// As it would be written for ``init(_:)``.
  var text: [String] { sections.map { "\($0.id): \($0.rows.map(\.id.name).joined(separator: " "))" } }
}
