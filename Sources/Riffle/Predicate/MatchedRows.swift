/// The rows of a snapshot that match the words of a query, as input to a predicate.
struct MatchedRows<Element: Sendable, ID: Hashable & Sendable> {
  private let snapshot: Snapshot<Element, ID>
  private let request: SearchRequest
  let answer: ListAnswer
  private let budget: SearchBudget
  /// The work spent to find them.
  private let steps: Int

  /// - Parameter most: the highest cost of a row in any case.
  init(_ request: SearchRequest, in snapshot: Snapshot<Element, ID>, most: UInt32 = .max, _ budget: SearchBudget) {
    self.snapshot = snapshot
    self.budget = budget
    self.request = request
    let before = budget.work.steps
    answer = snapshot.answer(request, most: most, budget)
    steps = budget.work.steps - before
  }

  /// Whether the query has no terms, so it is no filter.
  var isWholeList: Bool { answer.isUnfiltered }

  /// The matching rows of each part, if they are requested in list order and are not the whole list.
  var inListOrder: [BitColumn]? {
    if case .inListOrder(let hits) = answer.hits { hits.map(\.bits) } else { nil }
  }

  /// The best rows.
  var ranked: [PlacedRow] { if case .ranked(let rows) = answer.hits { rows } else { [] } }

  /// Returns rows of an answer in list order with their scores, all 0 if there is nothing to score by.
  func scored(_ rows: [ListRow]) -> [PlacedRow] { snapshot.state.scored(rows, answer) }

  /// Calls `body` with each row, best first, until it returns `false`; returns `false` if it has.
  ///
  /// Finds more rows on demand: four times as many each time, and all of them once that takes hardly more work.
  func forEachRanked(_ body: (PlacedRow) -> Bool) -> Bool {
    var matched = self
    var capacity = request.window.upperBound
    var (seen, before) = (0, 0)
    while true {
      let rows = matched.ranked
      for row in rows.dropFirst(seen) where !body(row) { return false }
      if budget.isSpent { return false }
      if rows.count < capacity || capacity == .max { return true }
      seen = rows.count
      let isFlat = matched.steps < 2 * before
      capacity = isFlat || capacity > .max / 4 ? .max : max(8, capacity * 4)
      before = matched.steps
      matched = MatchedRows(request.best(capacity), in: snapshot, budget)
    }
  }

  func hits(_ rows: some Sequence<PlacedRow>) -> [Hit<Element, ID>] { snapshot.hits(Array(rows), answer) }
}

extension SearchRequest {
  /// Returns the best `count` hits, and counts none beyond.
  func best(_ count: Int) -> Self {
    var request = first(count)
    request.terms = isStrict ? .all : .most
    (request.order, request.totalLimit) = (.relevance, .upTo(0))
    return request
  }

  /// All hits, in list order.
  var all: Self {
    var request = first(0)
    request.terms = isStrict ? .all : .most
    request.order = .list
    return request
  }

  /// The same request with unlimited reach.
  var unlimited: Self {
    var request = self
    request.reach = .unlimited
    return request
  }
}
