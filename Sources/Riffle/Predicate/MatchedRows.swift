/// What the words of a query find in a snapshot: all that a predicate needs to know of it.
struct MatchedRows<Element: Sendable, ID: Hashable & Sendable> {
  private let snapshot: Snapshot<Element, ID>
  private let query: Query
  let answer: ListAnswer
  private let capacity: Int
  private let reach: Reach

  /// - Parameters:
  ///   - capacity: how many of the best rows to find at first, if the best come first.
  ///   - most: what a row may cost at most in any case.
  init(
    _ query: Query, in snapshot: Snapshot<Element, ID>, _ order: HitOrder, keeping capacity: Int,
    totalLimit: TotalLimit, reach: Reach, most: UInt32 = .max
  ) {
    self.snapshot = snapshot
    self.query = query
    self.capacity = capacity
    self.reach = reach
    answer = snapshot.answer(
      query,
      HitRequest(
        order: order, capacity: capacity, windowEnd: capacity, totalLimit: totalLimit, reach: reach, most: most))
  }

  /// The query has no terms, so it is no filter.
  var isWholeList: Bool { answer.query.isEmpty }

  /// All rows of each part, if they are wanted in list order, unless they are the whole list.
  var inListOrder: [BitColumn]? {
    if case .inListOrder(let hits) = answer.hits { hits.map(\.bits) } else { nil }
  }

  /// The best rows.
  var ranked: [PlacedRow] { if case .ranked(let rows) = answer.hits { rows } else { [] } }

  var total: Int { answer.total }

  /// As many hits as a window and its limit ask to count.
  func total(_ window: PredicateSearch<Element, ID>.Window) -> Int {
    if case .ranked = answer.hits { min(total, window.totalLimit.count(windowEnd: window.end)) } else { total }
  }

  var isTotalExact: Bool { answer.isTotalExact }

  /// Rows of an answer in list order with their scores, all of them 0 if there is nothing to score by.
  func scored(_ rows: [ListRow]) -> [PlacedRow] { snapshot.state.scored(rows, answer) }

  /// Calls `body` with row after row, best first, until it returns `false`; returns `false` if it has.
  ///
  /// More rows are found as they are wanted, four times as many each time.
  func forEachRanked(_ body: (PlacedRow) -> Bool) -> Bool {
    var rows = ranked
    var capacity = capacity
    var seen = 0
    while true {
      for row in rows.dropFirst(seen) where !body(row) { return false }
      if rows.count < capacity || capacity == .max { return true }
      seen = rows.count
      capacity = capacity > .max / 4 ? .max : max(8, capacity * 4)
      rows = MatchedRows(query, in: snapshot, .relevance, keeping: capacity, totalLimit: .upTo(0), reach: reach).ranked
    }
  }

  func hits(_ rows: some Sequence<PlacedRow>) -> [Hit<Element, ID>] { snapshot.hits(Array(rows), answer) }
}
