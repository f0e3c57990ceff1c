import Riffle
import RiffleList

/// A list as plain arrays, edited and looked at in the simplest way: what a ``ListModel`` is held against.
struct PlainList {
  struct Group {
    var traits: GroupTraits
    var rows: [AnyRow]
  }

  struct Section {
    var traits: SectionTraits
    var groups: [Group]
  }

  var sections: [Section]
  /// The rows that are selected by themselves.
  var selected: Set<RowID> = []

  init(_ contents: ListContents) {
    sections = contents.sections.map { section in
      Section(traits: section.traits, groups: section.groups.map { Group(traits: $0.traits, rows: $0.rows) })
    }
  }

  var rows: [AnyRow] { sections.flatMap { $0.groups.flatMap(\.rows) } }
  var groups: [Group] { sections.flatMap(\.groups) }

  func place(of id: RowID) -> (section: Int, group: Int, index: Int)? {
    for (section, record) in sections.enumerated() {
      for (group, record) in record.groups.enumerated() {
        if let index = record.rows.firstIndex(where: { $0.id == id }) { return (section, group, index) }
      }
    }
    return nil
  }

  func group(_ id: GroupID) -> (section: Int, group: Int)? {
    for (section, record) in sections.enumerated() {
      if let group = record.groups.firstIndex(where: { $0.traits.id == id }) { return (section, group) }
    }
    return nil
  }

  /// All rows that are selected, by themselves or by their groups.
  var allSelected: Set<RowID> { selected.union(groups.compactMap(\.traits.style.selected)) }

  /// Sections that have lost all their rows go.
  mutating func dropEmptiedSections(since earlier: PlainList) {
    let had = Set(earlier.sections.filter { $0.groups.contains { !$0.rows.isEmpty } }.map(\.traits.id))
    sections.removeAll { section in
      had.contains(section.traits.id) && section.groups.allSatisfy { $0.rows.isEmpty }
    }
  }

  /// Groups that select one row do not select what has gone elsewhere, and what has gone from the list is not selected.
  mutating func forgetLostSelections() {
    selected.formIntersection(rows.map(\.id))
    forgetLostSelectionsOfGroups()
    // A group that selects one row selects the first that was by itself, if it has none.
    for section in sections.indices {
      for group in sections[section].groups.indices {
        if case .plain = sections[section].groups[group].traits.style { continue }
        for row in sections[section].groups[group].rows where selected.remove(row.id) != nil {
          let style = sections[section].groups[group].traits.style
          if style.selected == nil {
            sections[section].groups[group].traits.style = style.selecting(row.id, isExpanded: nil)
          }
        }
      }
    }
  }

  /// The same of groups alone, as of contents that are set.
  mutating func forgetLostSelectionsOfGroups() {
    for section in sections.indices {
      for group in sections[section].groups.indices {
        let record = sections[section].groups[group]
        guard let selected = record.traits.style.selected, !record.rows.contains(where: { $0.id == selected })
        else { continue }
        switch record.traits.style {
        case .plain: break
        case .radio: sections[section].groups[group].traits.style = .radio(selected: nil)
        case .accordion(_, let isExpanded):
          sections[section].groups[group].traits.style = .accordion(selected: nil, isExpanded: isExpanded)
        }
      }
    }
  }

  /// What shows through a filter.
  func shown(_ filter: ListFilter, _ settings: ListSettings) throws -> ListSnapshot {
    let text = filter.text ?? ""
    // Text without a word to look for filters nothing.
    let isBlank = try Query(text, mode: filter.mode).isBlank
    let isFiltering = !isBlank || filter.scope != nil || filter.condition != nil || filter.sections != nil
    let sections = self.sections.map { section in
      let isLeftOut = section.traits.isHidden || filter.sections?.contains(section.traits.id) == false
      return (
        section,
        rows: isLeftOut
          ? []
          : showable(
            of: section, unfolds: (isFiltering || filter.sort != nil) && settings.unfoldsWhileFiltering
          ).filter { row in filter.condition.map { RowFields.meets(row, $0) } ?? true }
      )
    }
    var hits: Set<RowID>?
    /// The place of each hit among the hits, the best first.
    var ranks: [RowID: Int] = [:]
    if !isBlank || filter.scope != nil {
      let index = try SearchIndex(
        sections.flatMap(\.rows), id: { $0.id }, title: { $0.title }, searchText: { $0.searchText },
        reading: { $0.reading }, weight: { $0.weight }, isSearchable: { $0.isSearchable }, scopes: settings.scopes,
        options: settings.index)
      let part = try filter.scope.map { try index.snapshot().restricted(to: $0) } ?? index.snapshot()
      let query = try Query(text, mode: filter.mode)
      hits = Set(
        part.search(SearchRequest(query, order: .list, reach: filter.reach, terms: filter.terms)).map(\.id))
      if !isBlank {
        let best = part.search(SearchRequest(query, limit: .max, reach: filter.reach, terms: filter.terms))
        ranks = Dictionary(uniqueKeysWithValues: best.enumerated().map { ($1.id, $0) })
      }
    }
    if let sort = filter.sort {
      return RowFields.sorted(sections.flatMap(\.rows).filter { hits?.contains($0.id) ?? true }, sort, ranks)
    }
    var shown = ListSnapshot()
    for (section, showable) in sections {
      if section.traits.isHidden || filter.sections?.contains(section.traits.id) == false { continue }
      let rows = showable.filter { hits?.contains($0.id) ?? true }
      let policy = isFiltering ? settings.emptySectionsWhileFiltering : settings.emptySections
      if rows.isEmpty, policy == .dropped { continue }
      shown.sections.append(SectionSnapshot(section.traits, rows: rows))
    }
    return shown
  }

  /// The rows of a section that show if nothing else speaks against it: of a folded group one.
  private func showable(of section: Section, unfolds: Bool) -> [AnyRow] {
    section.groups.filter { !$0.traits.isHidden }.flatMap { group -> [AnyRow] in
      let left = group.rows.filter { !$0.isHidden }
      guard group.traits.style.isFolded, !unfolds, let first = left.first else { return left }
      return [left.first { $0.id == group.traits.style.selected } ?? first]
    }
  }
}
