/// A whole answer to a query, sorted by fields; see ``Snapshot/sorted(_:by:cancellation:)``.
///
/// It belongs to one snapshot. The full order is computed once, when it is first needed.
public struct SortedAnswer<Element: Sendable, ID: Hashable & Sendable>: Sendable {
  let snapshot: Snapshot<Element, ID>
  let answer: ListAnswer
  let rows: SortedRows
  let keys: [SortKey]
  /// The hits by which equal ones are ranked; empty if they are in list order.
  let ranked: [PlacedRow]
  /// `false` if the search was cancelled or its budget was spent; hits may then be missing.
  public var isComplete: Bool { ending == .complete }
  /// How the search ended, and its work.
  package let ending: SearchEnding
  package let work: SearchWork

  init(
    _ snapshot: Snapshot<Element, ID>, _ answer: ListAnswer, _ rows: [BitColumn], _ keys: [SortKey], _ ties: SortTies,
    _ budget: SearchBudget
  ) throws(FilterError) {
    let state = snapshot.state
    let fields = snapshot.fields
    try SortKey.check(keys)
    var parts: [FieldColumns] = []
    for part in 0...state.tailPart { parts.append(try state.fields(ofPart: part)) }
    var columns: [SortColumn] = []
    for key in keys {
      let field = try fields.number(of: key.field)
      let ofParts = parts.map { $0.columns[field] }
      columns.append(SortColumn(key, ofParts, snapshot.content.keywordOrder(field, ofParts)))
    }
    if ties == .relevance, case .ranked(let hits) = answer.hits {
      columns.append(SortColumn(ranked: hits, rowCounts: rows.map(\.count)))
      ranked = hits
    } else {
      ranked = []
    }
    self.snapshot = snapshot
    self.answer = answer
    self.rows = SortedRows(columns, rows, of: state.rows)
    self.keys = keys
    (ending, work) = (budget.ending, budget.work)
  }

  /// Whether ``Reach`` has left out items that match; `nil` if unknown.
  package var isCutByReach: Bool? { answer.isCutByReach }

  /// The cost of the best hit, as ``SearchResults/least``.
  package var least: UInt32 { answer.least }

  /// The number of hits.
  public var count: Int { rows.count }

  /// A window of the hits: `limit` of them after the first `offset`.
  ///
  /// - Complexity: O(*n*) in the number of hits for a window in the first 4,096. A later window takes O(*n*) for each key the
  ///   first time, and then O(`limit`).
  public func hits(offset: Int = 0, limit: Int) -> [Hit<Element, ID>] {
    snapshot.hits(snapshot.state.scored(rows.window(offset: offset, limit: limit), answer), answer)
  }

  /// The elements of a window.
  /// - Complexity: that of ``hits(offset:limit:)``.
  public func elements(offset: Int = 0, limit: Int) -> [Element] {
    snapshot.state.elements(rows.window(offset: offset, limit: limit))
  }

  /// The number of hits before the one with an id; `nil` if it is no hit.
  /// - Complexity: O(*n*) in the number of hits.
  public func position(of id: ID) -> Int? {
    guard let place = snapshot.state.place(of: id), rows.contains(place) else { return nil }
    return rows.position(of: place)
  }

  // MARK: - Sections

  /// Consecutive hits with the same value in the field of the first key.
  public struct Section: Sendable, Hashable {
    /// `nil` for hits that lack the field. For folded keywords, the spelling of the first hit.
    public let value: FieldValue?
    /// The number of hits before the section.
    public let start: Int
    public let count: Int
  }

  /// The way to divide hits into sections.
  public enum Sections: String, Sendable, Hashable, CaseIterable {
    /// By value.
    case values
    /// By year or month of a time in UTC. The value of a section is the first moment of the year or month.
    case years, months

    /// Checks whether a field can divide hits so.
    /// - Throws: ``FilterError/wrongCondition(field:kind:condition:)`` for years or months of a field of another type than time.
    package func check(_ field: FieldDefinition) throws(FilterError) {
      if self == .values || field.kind == .time { return }
      throw .wrongCondition(field: field.name, kind: field.kind, condition: "sections by \(self)")
    }
  }

  /// The sections of the answer, in order.
  ///
  /// - Parameter limit: the most sections to return.
  /// - Returns: all sections; without keys, one section without a value.
  /// - Complexity: O(*n*) for each key the first time, then O(*n*).
  /// - Throws: ``FilterError/wrongCondition(field:kind:condition:)`` for years or months of a field of another type than time,
  ///   ``FilterError/tooLarge(what:limit:)`` if there are more sections than `limit`.
  public func sections(by sections: Sections = .values, limit: Int = .max) throws(FilterError) -> [Section] {
    guard let key = keys.first else { return count == 0 ? [] : [Section(value: nil, start: 0, count: count)] }
    let field = try snapshot.fields.number(of: key.field)
    try sections.check(snapshot.fields[field])
    let all = rows.everyRow
    var found: [Section] = []
    var (start, title, previous): (Int, FieldValue?, SortColumn.Place?) = (0, nil, nil)
    for (position, row) in all.enumerated() {
      let place = rows.places(row).first
      if position > 0, place == previous { continue }
      previous = place
      let value = sectionValue(row, field, isLast: key.isDescending, sections)
      if position > 0 {
        if sections != .values, value == title { continue }
        found.append(Section(value: title, start: start, count: position - start))
        // The last one is still open.
        if found.count >= limit { throw .tooLarge(what: "sections", limit: limit) }
      }
      (start, title) = (position, value)
    }
    if !all.isEmpty { found.append(Section(value: title, start: start, count: all.count - start)) }
    return found
  }

  private func sectionValue(_ row: ListRow, _ field: Int, isLast: Bool, _ sections: Sections) -> FieldValue? {
    let value = snapshot.state.sortedValue(row, field, isLast: isLast)
    guard sections != .values, case .time(let time)? = value else { return value }
    let (year, month) = time.yearAndMonth
    let start = Timestamp(year: year, month: sections == .months ? month : 1)
    return .time(start ?? Timestamp(millisecondsSince1970: .min))
  }
}

extension ListState {
  /// The value of a row that counts in the order; `nil` if the row lacks the field.
  fileprivate func sortedValue(_ place: ListRow, _ field: Int, isLast: Bool) -> FieldValue? {
    let (part, row) = (Int(place.part), Int(place.row))
    guard let columns = try? fields(ofPart: part) else { return nil }
    if case .keywords(let column) = columns.columns[field] {
      return column.number(ofRow: row, isLast: isLast).map { .text(column.values.string(Int($0))) }
    }
    return columns.columns[field].content(row, columns.fields[field]).values(columns.fields[field].kind).first
  }
}

extension Snapshot {
  /// Sorts a whole answer by fields.
  ///
  ///     let answer = try snapshot.sorted(SearchRequest(try Query("berg")), by: [.descending("population")])
  ///     let top = answer.hits(limit: 20)
  ///
  /// - Parameters:
  ///   - request: the query; its window and order are ignored. A query without terms finds all items.
  ///   - keys: the fields to sort by, the most significant first.
  ///   - ties: the order of hits that are equal by all keys.
  ///   - cancellation: ends the search; see ``SortedAnswer/isComplete``.
  /// - Complexity: a search for all hits, which are ranked if `ties` are by relevance. A keyword field adds O(*k* log *n*) once for each generation, for *n* keywords of the
  ///   segment with the most, and *k* keywords of all others.
  /// - Throws: ``FilterError/unknownField(_:known:)``, ``FilterError/tooLarge(what:limit:)``.
  public func sorted(
    _ request: SearchRequest = SearchRequest(), by keys: [SortKey], ties: SortTies = .list,
    cancellation: Cancellation? = nil
  ) throws(FilterError) -> SortedAnswer<Element, ID> {
    for key in keys { _ = try fields.number(of: key.field) }
    let budget = SearchBudget(of: request, cancellation)
    let answer = answer(ties == .relevance ? request.best(.max) : request.all, budget)
    return try SortedAnswer(self, answer, hitRows(of: answer), keys, ties, budget)
  }
}
