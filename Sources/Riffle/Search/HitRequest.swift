/// What is wanted of the hits of a query.
struct HitRequest: Sendable, Hashable {
  var order: HitOrder
  /// How many of the first hits are to be known.
  var capacity: Int
  /// How many hits are counted in any case.
  var windowEnd: Int
  var totalLimit: TotalLimit
  /// How much dearer than the best a hit may be.
  var reach: Reach
  /// What a hit may cost at most in any case, in ``CostTable/unit``s.
  var most = UInt32.max

  /// Whether more is wanted than the best hits.
  var wantsMore: Bool { order == .list || totalLimit.count(windowEnd: windowEnd) > windowEnd }
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
  /// What knows how the hits match.
  var examiner: RowExaminer?
  var work = SearchWork()
}
