public import Riffle

/// The visible part of a list by section: the rows that are not hidden, folded away or filtered out. An immutable value that any
/// thread may read.
///
/// Rows have positions, from 0, and paths: a section's index among the visible ones, and a row's index in that section.
public struct ListView: Sendable {
  let base: ListBase
  /// The visible rows; while nothing is filtered, also those of hidden and folded groups and sections.
  let part: Snapshot<AnyRow, RowID>
  let layout: ViewLayout
  let index: RowIndex
  /// The query; `nil` if there is no text to search for.
  let query: Query?
  public let filter: ListFilter
  /// The stamp of the view, unique among views.
  let stamp: Stamp
  /// Whether the filter has any condition.
  public let isFiltering: Bool

  /// The number of changes of the list.
  public var generation: UInt64 { base.generation }

  /// Whether rows may be missing, because the keeper is still reading them.
  public var isPartial: Bool { base.snapshot.isPartial }

  /// The number of visible rows.
  public var count: Int { layout.count }
  public var isEmpty: Bool { layout.count == 0 }

  public var traits: ListTraits { base.traits }

  /// The header above all sections, the footer below them, and the attributes for the front end.
  public var header: Supplement? { base.traits.header }
  public var footer: Supplement? { base.traits.footer }
  public var attributes: [String: JSONValue] { base.traits.attributes }

  /// The front end's texts about searching.
  public var searchPresentation: SearchPresentation { base.traits.searchPresentation }

  /// The text in place of rows, if the view is filtered and empty.
  public var noResults: String? { isFiltering && isEmpty ? searchPresentation.noResults : nil }

  /// The number of visible sections.
  public var sectionCount: Int { layout.sectionCount }

  // MARK: - Rows

  /// Returns visible rows: `limit` of them after the first `offset`.
  /// - Complexity: O(log² *n* + `limit`), for each range of rows without hidden groups or folded rows between.
  public func rows(offset: Int = 0, limit: Int = .max) -> [AnyRow] {
    let first = max(0, min(offset, count))
    let end = first + max(0, min(limit, count - first))
    if case .sorted(let rows) = layout { return rows.rows(first..<end) }
    return layout.stretches(of: first..<end, in: part).flatMap { part.elements(offset: $0.lowerBound, limit: $0.count) }
  }

  /// Returns the row at a position; `nil` if there is none.
  public func row(at position: Int) -> AnyRow? { position < 0 ? nil : rows(offset: position, limit: 1).first }

  /// Returns the row at a path; `nil` if there is none.
  public func row(at path: RowPath) -> AnyRow? { position(at: path).flatMap { row(at: $0) } }

  /// Returns the rows of a section; none if no section shows at that index.
  public func rows(inSection index: Int) -> [AnyRow] { section(at: index)?.rows ?? [] }

  /// Returns the row with an id; `nil` if it does not show.
  public func row(_ id: RowID) -> AnyRow? { position(of: id) == nil ? nil : part.element(withID: id) }

  // MARK: - Positions

  /// Returns the position of the row with an id; `nil` if it does not show.
  /// - Complexity: O(log² *n*); O(*n*) if the view is sorted.
  public func position(of id: RowID) -> Int? {
    if case .sorted(let rows) = layout { return rows.position(of: id) }
    return part.rank(of: id).flatMap { layout.position(ofRank: $0, in: part) }
  }

  /// Returns the path of the row with an id; `nil` if it does not show.
  public func path(of id: RowID) -> RowPath? { position(of: id).flatMap { path(at: $0) } }

  /// Returns the path of the row at a position; `nil` if there is none.
  /// - Complexity: O(log *n*); while the view is filtered, O(sections) for the first one that is read.
  public func path(at position: Int) -> RowPath? {
    layout.section(holding: position).map { RowPath(section: $0.number, row: position - $0.start) }
  }

  /// Returns the position of the row at a path; `nil` if there is none.
  public func position(at path: RowPath) -> Int? {
    guard let section = section(at: path.section), 0..<section.rowCount ~= path.row else { return nil }
    return section.start + path.row
  }

  // MARK: - Hits

  /// Returns the visible rows by relevance, if there is a query. Rows that match equally well are ordered by weight, then by
  /// length, then as in the list.
  ///
  /// - Returns: a window of them, with highlights and explanations; `nil` if there is no query.
  /// - Complexity: that of a search.
  public func hits(
    offset: Int = 0, limit: Int, totalLimit: TotalLimit = .standard
  ) -> SearchResults<AnyRow, RowID>? {
    guard let query else { return nil }
    var request = filter.request(query)
    // Rows must match by the same conditions as in list order.
    request.terms = request.isStrict ? .all : .most
    (request.order, request.offset, request.limit) = (.relevance, offset, limit)
    request.totalLimit = totalLimit
    return part.search(
      request, applying: filter.predicate,
      options: PredicateOptions(includesUnsearchable: filter.asksUnsearchableRows))
  }

  /// Returns the parts of a row's field to highlight, as ranges of whole characters; none if there is no query or the row does
  /// not match.
  public func highlights(of id: RowID, in field: Field) -> [Range<String.Index>] {
    query.flatMap { part.hit(of: id, filter.request($0)) }?.highlights(in: field) ?? []
  }

  // MARK: - Snapshot

  /// Returns the visible part as plain values.
  /// - Complexity: O(*n*).
  public func snapshot() -> ListSnapshot {
    let rows = rows()
    return ListSnapshot(
      sections: layout.sections.map { section in
        SectionSnapshot(section.record.traits, rows: Array(rows[section.start..<section.start + section.count]))
      })
  }
}
