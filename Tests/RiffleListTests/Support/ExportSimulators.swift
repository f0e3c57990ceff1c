import RiffleList

extension ListSnapshot {
  /// Takes the steps one after the other, as whoever keeps an array of arrays would; `nil` if one names something else
  /// than what is at its place.
  func taking(_ patch: ListPatch) -> ListSnapshot? {
    var list = self
    for step in patch.steps where !list.take(step) { return nil }
    return list
  }

  private mutating func take(_ step: ListPatch.Step) -> Bool {
    switch step {
    case .updateSection(let traits, let at):
      guard hasSection(traits.id, at) else { return false }
      sections[at].traits = traits
    case .updateRow(let row, let at):
      guard hasRow(row.id, at) else { return false }
      sections[at.section].rows[at.row] = row
    case .deleteRow(let id, let at):
      guard hasRow(id, at) else { return false }
      sections[at.section].rows.remove(at: at.row)
    case .insertSection(let traits, let at):
      guard 0...sections.count ~= at else { return false }
      sections.insert(SectionSnapshot(traits), at: at)
    case .moveRow(let id, let from, let to):
      guard hasRow(id, from) else { return false }
      return insert(sections[from.section].rows.remove(at: from.row), to)
    case .deleteSection(let id, let at):
      guard hasSection(id, at) else { return false }
      sections.remove(at: at)
    case .moveSection(let id, let from, let to):
      guard hasSection(id, from) else { return false }
      let section = sections.remove(at: from)
      guard 0...sections.count ~= to else { return false }
      sections.insert(section, at: to)
    case .insertRow(let row, let at): return insert(row, at)
    }
    return true
  }

  private mutating func insert(_ row: AnyRow, _ at: RowPath) -> Bool {
    guard sections.indices.contains(at.section), 0...sections[at.section].rows.count ~= at.row else { return false }
    sections[at.section].rows.insert(row, at: at.row)
    return true
  }

  private func hasSection(_ id: SectionID, _ at: Int) -> Bool {
    sections.indices.contains(at) && sections[at].id == id
  }

  private func hasRow(_ id: RowID, _ at: RowPath) -> Bool {
    sections.indices.contains(at.section) && sections[at.section].rows.indices.contains(at.row)
      && sections[at.section].rows[at.row].id == id
  }

  /// What a diffable data source shows then: cells it knows stay as they are unless they are to be reconfigured, which
  /// they can only be if it knows them.
  func showing(_ update: DiffableUpdate, source: ListSnapshot) -> ListSnapshot? {
    var cells = Dictionary(uniqueKeysWithValues: sections.flatMap(\.rows).map { ($0.id, $0) })
    var headers = Dictionary(uniqueKeysWithValues: sections.map { ($0.id, $0.traits) })
    let newCells = Dictionary(uniqueKeysWithValues: source.sections.flatMap(\.rows).map { ($0.id, $0) })
    let newHeaders = Dictionary(uniqueKeysWithValues: source.sections.map { ($0.id, $0.traits) })
    for id in update.reconfiguredRows where cells.updateValue(newCells[id] ?? cells[id]!, forKey: id) == nil {
      return nil
    }
    for id in update.reloadedSections where headers.updateValue(newHeaders[id] ?? headers[id]!, forKey: id) == nil {
      return nil
    }
    var result = ListSnapshot()
    for section in update.sections {
      guard let traits = headers[section.id] ?? newHeaders[section.id] else { return nil }
      let rows = section.rows.compactMap { cells[$0] ?? newCells[$0] }
      result.sections.append(SectionSnapshot(traits, rows: rows))
    }
    return result
  }
}
