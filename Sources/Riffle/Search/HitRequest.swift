/// The part of a ``SearchRequest`` that applies to the hits of every part of a list.
struct HitRequest: Sendable, Hashable {
  let order: HitOrder
  /// The number of best hits to find, at least 1: the best one sets the limit.
  private(set) var capacity: Int
  /// The number of hits to count.
  let counted: Int
  /// Whether more than the best hits is needed.
  let wantsMore: Bool
  /// The reach in ``CostTable/unit``s.
  let reach: UInt32
  /// The worth of the highest weight in ``CostTable/unit``s.
  let worth: UInt32
  /// See ``SearchRequest/comparesCostsOnly``; it changes the answer to a query.
  let comparesCostsOnly: Bool
  /// The highest cost of a hit in any case, in ``CostTable/unit``s.
  private(set) var most: UInt32

  init(_ request: SearchRequest, most: UInt32 = .max) {
    let isInListOrder = request.order == .list
    order = request.order
    capacity = isInListOrder ? 1 : max(1, request.window.upperBound)
    counted = isInListOrder ? .max : request.counted
    wantsMore = isInListOrder || request.counted > request.window.upperBound
    reach = request.query.mode == .smart ? request.reach.units : .max
    worth = request.costs.weightWorth
    comparesCostsOnly = request.comparesCostsOnly
    self.most = most
  }

  /// Returns the request for so many rows.
  func with(capacity: Int) -> Self {
    var request = self
    request.capacity = capacity
    return request
  }

  /// Returns the request for hits that cost no more than `most`.
  func with(most: UInt32) -> Self {
    var request = self
    request.most = most
    return request
  }
}

/// The answer of one part of a list.
struct PartAnswer {
  /// The best rows within reach of the best of them.
  var rows: [RankedRow]
  /// The cost of the best hit of this part and those before; `UInt32.max` if there is none.
  var least: UInt32
  /// Whether reach has left out rows that match; `nil` if unknown.
  var isCutByReach: Bool?
  /// All hits of a scan, if more than the best are needed: the cost in the upper half, the row in the lower.
  var scanned: [UInt64]?
  var matches = PartMatches()
  var work = SearchWork()
}

/// The matches of a part's hits, as far as the search has found them.
struct PartMatches: Sendable {
  /// The assignments of the best hits, by row in list order.
  var assignments: [UInt32: [Assignment]] = [:]
  /// Computes the assignments of other hits from their words.
  var examiner: RowExaminer?
}
