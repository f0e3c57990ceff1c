/// What a ``SearchRequest`` wants of the hits in every part of a list.
struct HitRequest: Sendable, Hashable {
  let order: HitOrder
  /// How many of the best hits are to be known, 1 at least: that is how dear others may be.
  private(set) var capacity: Int
  /// How many hits are to be counted.
  let counted: Int
  /// Whether more is wanted than the best hits.
  let wantsMore: Bool
  /// How much dearer than the best a hit may be, in ``CostTable/unit``s.
  let reach: UInt32
  /// What the highest weight is worth, in ``CostTable/unit``s.
  let worth: UInt32
  /// See ``SearchRequest/comparesCostsOnly``: answers to the same query are others.
  let comparesCostsOnly: Bool
  /// What a hit may cost at most in any case, in ``CostTable/unit``s.
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

  /// The same for so many rows.
  func with(capacity: Int) -> Self {
    var request = self
    request.capacity = capacity
    return request
  }

  /// The same for hits that cost no more than so much.
  func with(most: UInt32) -> Self {
    var request = self
    request.most = most
    return request
  }
}

/// What one part of a list says of a query.
struct PartAnswer {
  /// The best rows within reach of the best of them.
  var rows: [RankedRow]
  /// What the best hit costs, of this part and those before; `UInt32.max` if there is none.
  var least: UInt32
  /// Whether reach has left out rows that match; `nil` if that has not been found out.
  var isCutByReach: Bool?
  /// All hits of a scan, if more is wanted than the best: what each costs in the upper half, the row in the lower.
  var scanned: [UInt64]?
  var matches = PartMatches()
  var work = SearchWork()
}

/// How the hits of a part match, as far as finding them has told.
struct PartMatches: Sendable {
  /// What the terms take of the best hits, by row in list order.
  var assignments: [UInt32: [Assignment]] = [:]
  /// What finds that out for others, by their words.
  var examiner: RowExaminer?
}
