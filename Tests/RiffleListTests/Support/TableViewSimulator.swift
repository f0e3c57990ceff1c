import RiffleList

/// Does what a table view does with batch updates, and refuses what one would crash on. A cell shows what its row was
/// when it was last asked for.
struct TableViewSimulator {
  private(set) var shown: ListSnapshot

  init(_ list: ListSnapshot) { shown = list }

  enum Failure: Error {
    case pathTwice(RowPath)
    case sectionTwice(Int)
    case inDeletedSection(RowPath)
    case inInsertedSection(RowPath)
    case noSuchRow(RowPath)
    case noSuchSection(Int)
    case count(section: Int, expected: Int, found: Int)
    case sectionCount(expected: Int, found: Int)
  }

  mutating func perform(_ updates: TableViewUpdates, source: ListSnapshot) throws {
    try firstBatch(updates, source)
    try secondBatch(updates, source)
  }

  private mutating func firstBatch(_ updates: TableViewUpdates, _ source: ListSnapshot) throws {
    for positions in [updates.deletedSections, updates.insertedSections] {
      guard Set(positions).count == positions.count else { throw Failure.sectionTwice(positions[0]) }
    }
    let gone = Set(updates.deletedSections)
    let new = Set(updates.insertedSections)
    var taken: Set<RowPath> = []
    for path in updates.deletedRows + updates.reloadedRows + updates.movedRows.map(\.from) {
      guard shown[path] != nil else { throw Failure.noSuchRow(path) }
      guard !gone.contains(path.section) else { throw Failure.inDeletedSection(path) }
      guard taken.insert(path).inserted else { throw Failure.pathTwice(path) }
    }
    var cells: [RowPath: AnyRow] = [:]
    for path in updates.insertedRows + updates.movedRows.map(\.to) {
      guard source[path] != nil else { throw Failure.noSuchRow(path) }
      guard !new.contains(path.section) else { throw Failure.inInsertedSection(path) }
      guard cells.updateValue(AnyRow(Row(id: "?", title: "?")), forKey: path) == nil else {
        throw Failure.pathTwice(path)
      }
    }
    for path in updates.insertedRows { cells[path] = source[path] }
    for move in updates.movedRows { cells[move.to] = shown[move.from] }
    let leaving = Set(updates.deletedRows + updates.movedRows.map(\.from))
    let reloaded = Set(updates.reloadedRows)
    // A reloaded cell is asked for again where it is afterwards: found by what it shows.
    let sourceRows = Dictionary(uniqueKeysWithValues: source.sections.flatMap(\.rows).map { ($0.id, $0) })
    var kept: [SectionSnapshot] = []
    for (position, section) in shown.sections.enumerated() where !gone.contains(position) {
      var left = SectionSnapshot(section.traits)
      for (row, content) in section.rows.enumerated() {
        let path = RowPath(section: position, row: row)
        if leaving.contains(path) { continue }
        left.rows.append(reloaded.contains(path) ? sourceRows[content.id] ?? content : content)
      }
      kept.append(left)
    }
    try arrange(kept, new, cells, source)
  }

  private mutating func arrange(
    _ kept: [SectionSnapshot], _ new: Set<Int>, _ cells: [RowPath: AnyRow], _ source: ListSnapshot
  ) throws {
    guard kept.count + new.count == source.sections.count else {
      throw Failure.sectionCount(expected: source.sections.count, found: kept.count + new.count)
    }
    var result: [SectionSnapshot] = []
    var next = kept[...]
    for (position, section) in source.sections.enumerated() {
      if new.contains(position) {
        result.append(section)
        continue
      }
      let old = next.removeFirst()
      var rows = old.rows[...]
      var filled = SectionSnapshot(old.traits)
      for row in section.rows.indices {
        if let cell = cells[RowPath(section: position, row: row)] ?? rows.popFirst() { filled.rows.append(cell) }
      }
      guard rows.isEmpty, filled.rows.count == section.rows.count else {
        throw Failure.count(section: position, expected: section.rows.count, found: filled.rows.count + rows.count)
      }
      result.append(filled)
    }
    shown.sections = result
  }

  private mutating func secondBatch(_ updates: TableViewUpdates, _ source: ListSnapshot) throws {
    let sections = updates.sectionReloadsAfter
    guard Set(sections).count == sections.count else { throw Failure.sectionTwice(sections[0]) }
    for section in sections {
      guard shown.sections.indices.contains(section) else { throw Failure.noSuchSection(section) }
      shown.sections[section] = source.sections[section]
    }
    var taken: Set<RowPath> = []
    for path in updates.reloadsAfter {
      guard !sections.contains(path.section) else { throw Failure.inDeletedSection(path) }
      guard taken.insert(path).inserted else { throw Failure.pathTwice(path) }
      guard let row = source[path] else { throw Failure.noSuchRow(path) }
      shown.sections[path.section].rows[path.row] = row
    }
  }
}

extension ListSnapshot {
  fileprivate subscript(path: RowPath) -> AnyRow? {
    guard sections.indices.contains(path.section), sections[path.section].rows.indices.contains(path.row) else {
      return nil
    }
    return sections[path.section].rows[path.row]
  }
}
