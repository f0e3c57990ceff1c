public import Riffle

/// What shows of a list: the rows that are not hidden, folded away or filtered out, by section. A value that never changes,
/// to be read from any thread; it is derived from the list and owns none of it.
///
/// Rows stand at positions, from 0, or at paths: a section's index among those that show, and a row's in that section.
public struct ListView: Sendable {
  let base: ListBase
  /// The rows that are neither hidden themselves nor filtered out.
  let part: Snapshot<AnyRow, RowID>
  let layout: ViewLayout
  /// What is looked for; `nil` if there is no text to look for.
  let query: Query?
  public let filter: ListFilter
  /// Whether the filter leaves out anything.
  public let isFiltering: Bool

  /// A section as it shows.
  public struct Section: Sendable, Identifiable {
    public let traits: SectionTraits
    /// The position of its first row; if it has none, of the next row there is.
    public let start: Int
    public let rowCount: Int
    public var id: SectionID { traits.id }
  }

  /// Counts the changes of the list.
  public var generation: UInt64 { base.generation }

  /// How many rows show.
  public var count: Int { layout.count }
  public var isEmpty: Bool { layout.count == 0 }

  public var traits: ListTraits { base.traits }

  /// What stands above and below all sections, and what the list carries for its front end.
  public var header: Supplement? { base.traits.header }
  public var footer: Supplement? { base.traits.footer }
  public var attributes: [String: JSONValue] { base.traits.attributes }

  /// What the front end says about searching.
  public var searchPresentation: SearchPresentation { base.traits.searchPresentation }

  /// What to say in the place of rows, if something is filtered and none is left.
  public var noResults: String? { isFiltering && isEmpty ? searchPresentation.noResults : nil }

  /// How many sections show.
  public var sectionCount: Int { layout.sections.count }

  /// The sections that show, in order.
  /// - Complexity: O(sections).
  public var sections: [Section] { layout.sections.indices.map { section($0) } }

  /// The section that shows at an index; `nil` if there is none.
  public func section(at index: Int) -> Section? { layout.sections.indices.contains(index) ? section(index) : nil }

  private func section(_ index: Int) -> Section {
    let section = layout.sections[index]
    return Section(traits: base.sections[section.index].traits, start: section.start, rowCount: section.count)
  }

  // MARK: - Rows

  /// Some rows, as they show: `limit` of them after the first `offset`.
  /// - Complexity: O(log² *n* + `limit`), for each stretch of rows without hidden or folded ones between.
  public func rows(offset: Int = 0, limit: Int = .max) -> [AnyRow] {
    let first = max(0, min(offset, count))
    let end = first + max(0, min(limit, count - first))
    return layout.stretches(of: first..<end).flatMap { part.elements(offset: $0.lowerBound, limit: $0.count) }
  }

  /// The row at a position; `nil` if there is none.
  public func row(at position: Int) -> AnyRow? { position < 0 ? nil : rows(offset: position, limit: 1).first }

  /// The row at a path; `nil` if there is none.
  public func row(at path: RowPath) -> AnyRow? { position(at: path).flatMap { row(at: $0) } }

  /// The rows of a section; none if no section shows at that index.
  public func rows(inSection index: Int) -> [AnyRow] {
    section(at: index).map { rows(offset: $0.start, limit: $0.rowCount) } ?? []
  }

  /// The row with an id, if it shows.
  public func row(_ id: RowID) -> AnyRow? { position(of: id) == nil ? nil : part.element(withID: id) }

  // MARK: - Positions

  /// Where the row with an id shows; `nil` if it does not.
  /// - Complexity: O(log² *n*).
  public func position(of id: RowID) -> Int? {
    guard let rank = part.rank(of: id) else { return nil }
    // Groups that do not show lie between those that do, so ranks ascend with gaps.
    let number = layout.groups.partitioningIndex(where: { $0.rank > rank }) - 1
    guard number >= 0 else { return nil }
    let group = layout.groups[number]
    return rank < group.rank + group.count ? group.start + rank - group.rank : nil
  }

  /// Where the row with an id shows, by section; `nil` if it does not.
  public func path(of id: RowID) -> RowPath? { position(of: id).flatMap { path(at: $0) } }

  /// The path of the row at a position; `nil` if there is none.
  /// - Complexity: O(log *n*) in the number of sections.
  public func path(at position: Int) -> RowPath? {
    layout.section(holding: position).map {
      RowPath(section: $0, row: position - layout.sections[$0].start)
    }
  }

  /// The position of the row at a path; `nil` if there is none.
  public func position(at path: RowPath) -> Int? {
    guard layout.sections.indices.contains(path.section), 0..<layout.sections[path.section].count ~= path.row
    else { return nil }
    return layout.sections[path.section].start + path.row
  }

  // MARK: - Hits

  /// The rows that show, best first, as long as something is looked for: those that match equally well by weight, then by
  /// length, then as in the list.
  ///
  /// - Returns: a window of them, with highlights and explanations; `nil` if nothing is looked for.
  /// - Complexity: that of a search.
  public func hits(
    offset: Int = 0, limit: Int, totalLimit: TotalLimit = .standard
  ) -> SearchResults<AnyRow, RowID>? {
    guard let query else { return nil }
    let shown = part.without(layout.hiddenRanks(among: part.count))
    var request = filter.request(query)
    (request.order, request.offset, request.limit) = (.relevance, offset, limit)
    request.totalLimit = totalLimit
    return shown.search(
      request, applying: filter.predicate,
      options: PredicateOptions(includesUnsearchable: filter.asksUnsearchableRows))
  }

  /// What to show of a row as matched, as ranges of the field's text made of whole characters; none if nothing is looked
  /// for, or the row does not match.
  public func highlights(of id: RowID, in field: Field) -> [Range<String.Index>] {
    query.flatMap { part.hit(of: id, filter.request($0)) }?.highlights(in: field) ?? []
  }

  // MARK: - All of it

  /// All that shows, as plain values.
  /// - Complexity: O(*n*).
  public func snapshot() -> ListSnapshot {
    ListSnapshot(
      sections: sections.map { SectionSnapshot($0.traits, rows: rows(offset: $0.start, limit: $0.rowCount)) })
  }
}
