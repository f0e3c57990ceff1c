/// What is wanted of the hits of a query.
struct HitRequest: Sendable, Hashable {
  var order: HitOrder
  /// How many of the first hits are to be known.
  var capacity: Int
  /// How many hits are counted in any case.
  var windowEnd: Int
  var totalLimit: TotalLimit
}
