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

  /// Groups that select one row do not select what has gone elsewhere.
  mutating func forgetLostSelections() {
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
    var hits: Set<RowID>?
    let text = filter.text ?? ""
    // Text without a word to look for filters nothing.
    let isBlank = try Query(text, mode: filter.mode).isBlank
    if !isBlank || filter.scope != nil {
      let index = try SearchIndex(
        rows, id: { $0.id }, title: { $0.title }, searchText: { $0.searchText }, reading: { $0.reading },
        weight: { $0.weight }, isSearchable: { $0.isSearchable }, scopes: settings.scopes, options: settings.index)
      let part = try filter.scope.map { try index.snapshot().restricted(to: $0) } ?? index.snapshot()
      hits = Set(try part.search(SearchRequest(Query(text, mode: filter.mode), order: .list)).map(\.id))
    }
    let isFiltering = hits != nil || filter.sections != nil
    var shown = ListSnapshot()
    for section in sections {
      if section.traits.isHidden || filter.sections?.contains(section.traits.id) == false { continue }
      var rows: [AnyRow] = []
      for group in section.groups where !group.traits.isHidden {
        let left = group.rows.filter { !$0.isHidden && hits?.contains($0.id) ?? true }
        let isFolded = group.traits.style.isFolded && !(isFiltering && settings.unfoldsWhileFiltering)
        if isFolded, let first = left.first {
          rows.append(left.first { $0.id == group.traits.style.selected } ?? first)
        } else {
          rows += left
        }
      }
      let policy = isFiltering ? settings.emptySectionsWhileFiltering : settings.emptySections
      if rows.isEmpty, policy == .dropped { continue }
      shown.sections.append(SectionSnapshot(section.traits, rows: rows))
    }
    return shown
  }
}
