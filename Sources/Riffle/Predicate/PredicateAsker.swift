/// A counter of predicate calls that ends the search when its budget is spent or it is cancelled.
struct PredicateAsker {
  private let options: PredicateOptions
  private var untilPoll = 0
  private var ending = PredicateReport.Ending.complete
  private var askedCount = 0
  private var clampedCount = 0

  /// The number of elements between two checks for cancellation; a check takes some nanoseconds.
  private static let pollInterval = 256

  init(_ options: PredicateOptions) { self.options = options }

  var hasEnded: Bool { ending != .complete }

  var report: PredicateReport {
    PredicateReport(ending: ending, askedCount: askedCount, clampedCount: clampedCount)
  }

  /// Returns how many of `count` elements, not 0, may be tested, and counts them as tested.
  mutating func take(_ count: Int) -> Int {
    if hasEnded { return 0 }
    if untilPoll <= 0 {
      if Task.isCancelled || options.isCancelled?() == true {
        ending = .cancelled
        return 0
      }
      untilPoll = PredicateAsker.pollInterval
    }
    let left = options.budget.map { max(0, $0) - askedCount } ?? .max
    let taken = min(count, left)
    if taken < count { ending = .budgetSpent }
    askedCount += taken
    untilPoll -= taken
    return taken
  }

  /// Marks the search as complete if only the budget ended it: no more hits are needed.
  mutating func finish() {
    if ending == .budgetSpent { ending = .complete }
  }

  /// Returns the cost that a predicate adds, in ``CostTable/unit``s above the least that it may add.
  mutating func steps(_ extra: Double, within bound: ExtraCostBound) -> Int64 {
    guard extra >= bound.least, extra <= bound.most else {
      clampedCount += 1
      return extra < bound.least ? 0 : bound.steps(bound.most)
    }
    return bound.steps(extra)
  }
}

/// The least and the most cost that a predicate may add.
struct ExtraCostBound {
  let least: Double
  let most: Double

  private static let limit = 500_000.0

  init(_ bound: ClosedRange<Double>) {
    least = min(max(bound.lowerBound, -ExtraCostBound.limit), ExtraCostBound.limit)
    most = min(max(bound.upperBound, -ExtraCostBound.limit), ExtraCostBound.limit)
  }

  /// Returns a cost within the bound as steps above the least.
  func steps(_ extra: Double) -> Int64 { max(0, whole(extra) - whole(least)) }

  /// Returns the cost of a hit from a cost above the least; never negative.
  func score(ofShifted score: Score) -> Score {
    score.adding(whole(least))
  }

  private func whole(_ cost: Double) -> Int64 { Int64((cost * Double(CostTable.unit)).rounded()) }
}
