/// What is wanted of the hits of a query.
struct HitRequest: Sendable, Hashable {
  var order: HitOrder
  /// How many of the first hits are to be known.
  var capacity: Int
  /// How many hits are counted in any case.
  var windowEnd: Int
  var totalLimit: TotalLimit

  /// What keeps the best rows of one part of a list; none if all hits are wanted.
  ///
  /// - Parameter worst: what a row must be better than to be given.
  func topRows(worst: RankedRow?) -> TopRows {
    TopRows(capacity: order == .list ? 0 : capacity, worst: worst)
  }

  /// What counts the hits of one part of a list, and remembers them if all are wanted.
  ///
  /// - Parameter counted: how many hits there are in other parts.
  func counter(rowCount: Int, counted: Int) -> HitCounter {
    order == .list
      ? HitCounter(collectingAmong: rowCount) : HitCounter(totalLimit, windowEnd: windowEnd, counted: counted)
  }
}
