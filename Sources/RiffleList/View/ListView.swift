public import Riffle

/// What shows of a list: the rows that are not hidden, folded away or filtered out, by section. A value that never changes,
/// to be read from any thread; it is derived from the list and owns none of it.
///
/// Rows stand at positions, from 0, or at paths: a section's index among those that show, and a row's in that section.
public struct ListView: Sendable {
  let base: ListBase
  /// The rows that show; while nothing is filtered, also those of groups and sections that do not.
  let part: Snapshot<AnyRow, RowID>
  let layout: ViewLayout
  /// What is looked for; `nil` if there is no text to look for.
  let query: Query?
  public let filter: ListFilter
  /// Different from the stamp of every other view.
  let stamp: Stamp
  /// Whether the filter leaves out anything.
  public let isFiltering: Bool

  /// Counts the changes of the list.
  public var generation: UInt64 { base.generation }

  /// Whether rows may be missing, because what keeps them is still being read.
  public var isPartial: Bool { base.snapshot.isPartial }

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
  public var sectionCount: Int { layout.sectionCount }

  // MARK: - Rows

  /// Some rows, as they show: `limit` of them after the first `offset`.
  /// - Complexity: O(log² *n* + `limit`), for each stretch of rows without hidden groups or folded rows between.
  public func rows(offset: Int = 0, limit: Int = .max) -> [AnyRow] {
    let first = max(0, min(offset, count))
    let end = first + max(0, min(limit, count - first))
    return layout.stretches(of: first..<end, in: part).flatMap { part.elements(offset: $0.lowerBound, limit: $0.count) }
  }

  /// The row at a position; `nil` if there is none.
  public func row(at position: Int) -> AnyRow? { position < 0 ? nil : rows(offset: position, limit: 1).first }

  /// The row at a path; `nil` if there is none.
  public func row(at path: RowPath) -> AnyRow? { position(at: path).flatMap { row(at: $0) } }

  /// The rows of a section; none if no section shows at that index.
  public func rows(inSection index: Int) -> [AnyRow] { section(at: index)?.rows ?? [] }

  /// The row with an id, if it shows.
  public func row(_ id: RowID) -> AnyRow? { position(of: id) == nil ? nil : part.element(withID: id) }

  // MARK: - Positions

  /// Where the row with an id shows; `nil` if it does not.
  /// - Complexity: O(log² *n*).
  public func position(of id: RowID) -> Int? {
    part.rank(of: id).flatMap { layout.position(ofRank: $0, in: part) }
  }

  /// Where the row with an id shows, by section; `nil` if it does not.
  public func path(of id: RowID) -> RowPath? { position(of: id).flatMap { path(at: $0) } }

  /// The path of the row at a position; `nil` if there is none.
  /// - Complexity: O(log *n*); while something is filtered, O(sections) for the first one that somebody asks for.
  public func path(at position: Int) -> RowPath? {
    layout.section(holding: position).map { RowPath(section: $0.number, row: position - $0.start) }
  }

  /// The position of the row at a path; `nil` if there is none.
  public func position(at path: RowPath) -> Int? {
    guard let section = section(at: path.section), 0..<section.rowCount ~= path.row else { return nil }
    return section.start + path.row
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
    var request = filter.request(query)
    // What rows must match is what they had to in list order.
    request.terms = request.isStrict ? .all : .most
    (request.order, request.offset, request.limit) = (.relevance, offset, limit)
    request.totalLimit = totalLimit
    return part.search(
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
    let rows = rows()
    return ListSnapshot(
      sections: layout.sections.map { section in
        SectionSnapshot(section.record.traits, rows: Array(rows[section.start..<section.start + section.count]))
      })
  }
}
