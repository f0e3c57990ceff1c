/// A whole answer in an order of its own, to be read at any depth.
///
/// It speaks of one snapshot, and keeps what it has found out about the order.
public struct SortedAnswer<Element: Sendable, ID: Hashable & Sendable>: Sendable {
  private let snapshot: Snapshot<Element, ID>
  private let answer: ListAnswer
  private let rows: SortedRows
  private let keys: [SortKey]
  /// `false` if the search was given up, so that there may be more.
  public let isComplete: Bool

  init(
    _ snapshot: Snapshot<Element, ID>, _ answer: ListAnswer, _ rows: [BitColumn], _ keys: [SortKey], isComplete: Bool
  ) throws(FilterError) {
    let state = snapshot.state
    let fields = snapshot.fields
    guard keys.count <= SortKey.maximumCount else {
      throw .tooLarge(what: "sort keys", limit: SortKey.maximumCount)
    }
    var parts: [FieldColumns] = []
    for part in 0...state.tailPart { parts.append(try state.fields(ofPart: part)) }
    var columns: [SortColumn] = []
    for key in keys {
      let field = try fields.number(of: key.field)
      let ofParts = parts.map { $0.columns[field] }
      columns.append(SortColumn(key, ofParts, snapshot.content.keywordOrder(field, ofParts)))
    }
    self.snapshot = snapshot
    self.answer = answer
    self.rows = SortedRows(columns, rows, of: state.rows)
    self.keys = keys
    self.isComplete = isComplete
  }

  /// How many hits there are.
  public var count: Int { rows.count }

  /// Some of the hits: `limit` of them after the first `offset`.
  ///
  /// - Complexity: O(*n*) in the number of hits for the first 4,096; beyond, O(*n*) for each key the first time, and then O(`limit`).
  public func hits(offset: Int = 0, limit: Int) -> [Hit<Element, ID>] {
    snapshot.hits(snapshot.state.scored(rows.window(offset: offset, limit: limit), answer), answer)
  }

  /// The elements of a window.
  /// - Complexity: as that of ``hits(offset:limit:)``.
  public func elements(offset: Int = 0, limit: Int) -> [Element] {
    snapshot.state.elements(rows.window(offset: offset, limit: limit))
  }

  /// How many hits come before the one with an id; `nil` if it is no hit.
  /// - Complexity: O(*n*) in the number of hits.
  public func position(of id: ID) -> Int? {
    guard let place = snapshot.state.place(of: id), rows.contains(place) else { return nil }
    return rows.position(of: place)
  }

  // MARK: - Sections

  /// Hits that stand together because they have the same value in the first key's field.
  public struct Section: Sendable, Hashable {
    /// `nil` for hits that lack the field. Of keywords that are folded, the spelling of the first hit.
    public let value: FieldValue?
    /// How many hits come before it.
    public let start: Int
    public let count: Int
  }

  /// What makes a section.
  public enum Sections: Sendable, Hashable {
    /// A value.
    case values
    /// The year, or the month, of a time in UTC; the value of the section is its beginning.
    case years, months
  }

  /// The sections that the answer falls into, in order.
  ///
  /// - Returns: one section without a value if there are no keys and there are hits.
  /// - Complexity: O(*n*) for each key the first time, then O(*n*).
  /// - Throws: ``FilterError/wrongCondition(field:kind:condition:)`` for months or years of a field that is no time.
  public func sections(by sections: Sections = .values) throws(FilterError) -> [Section] {
    var field: (number: Int, isDescending: Bool)?
    if let key = keys.first { field = (try snapshot.fields.number(of: key.field), key.isDescending) }
    if let field, sections != .values, snapshot.fields[field.number].kind != .time {
      let definition = snapshot.fields[field.number]
      throw .wrongCondition(field: definition.name, kind: definition.kind, condition: "sections by \(sections)")
    }
    var found: [Section] = []
    var (start, title, previous): (Int, FieldValue?, SortColumn.Place?) = (0, nil, nil)
    let all = rows.everyRow
    for (position, row) in all.enumerated() {
      let place = rows.places(row).first
      if position > 0, place == previous { continue }
      previous = place
      let value = field.flatMap { sectionValue(row, $0.number, isLast: $0.isDescending, sections) }
      if position > 0 {
        if sections != .values, value == title { continue }
        found.append(Section(value: title, start: start, count: position - start))
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
    return Timestamp(year: year, month: sections == .months ? month : 1).map { .time($0) } ?? .time(time)
  }
}

extension ListState {
  /// The value that decides where a row stands; `nil` if it lacks the field.
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
  ///   - request: what to search for; its window and order do not matter. A query without terms finds all items.
  ///   - keys: what decides first, what decides between equals, and so on; at last, list order does.
  ///   - cancellation: ends the search; see ``SortedAnswer/isComplete``.
  /// - Complexity: that of finding all hits. Where a key is a field of keywords, O(*k* log *n*) once for each generation, for *k*
  ///   keywords of all segments but the one with the most, which has *n*.
  /// - Throws: ``FilterError/unknownField(_:known:)``, ``FilterError/tooLarge(what:limit:)``.
  public func sorted(
    _ request: SearchRequest = SearchRequest(), by keys: [SortKey], cancellation: Cancellation? = nil
  ) throws(FilterError) -> SortedAnswer<Element, ID> {
    for key in keys { _ = try fields.number(of: key.field) }
    let budget = SearchBudget(of: request, cancellation)
    let answer = answer(request.all, budget)
    return try SortedAnswer(
      self, answer, hitRows(of: answer), keys, isComplete: budget.ending == .complete)
  }
}
