/// Counts what a search asks a predicate, and says when it has to stop.
struct PredicateAsker {
  private let options: PredicateOptions
  private var untilPoll = 0
  private var ending = PredicateReport.Ending.complete
  private var askedCount = 0
  private var clampedCount = 0

  /// Between two looks at whether the search is cancelled; a look takes some nanoseconds.
  private static let pollInterval = 256

  init(_ options: PredicateOptions) { self.options = options }

  var hasEnded: Bool { ending != .complete }

  var report: PredicateReport {
    PredicateReport(ending: ending, askedCount: askedCount, clampedCount: clampedCount)
  }

  /// How many of `count` elements, not 0, may be asked; they count as asked.
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

  /// Nobody wants more: it does not matter then that no more could be asked.
  mutating func finish() {
    if ending == .budgetSpent { ending = .complete }
  }

  /// What a predicate adds to a cost, in ``CostTable/unit``s above the least that it may add.
  mutating func steps(_ extra: Double, within bound: ExtraCostBound) -> Int64 {
    guard extra >= bound.least, extra <= bound.most else {
      clampedCount += 1
      return extra < bound.least ? 0 : bound.steps(bound.most)
    }
    return bound.steps(extra)
  }
}

/// The least and the most that a predicate adds to a cost.
struct ExtraCostBound {
  let least: Double
  let most: Double

  private static let limit = 500_000.0

  init(_ bound: ClosedRange<Double>) {
    least = min(max(bound.lowerBound, -ExtraCostBound.limit), ExtraCostBound.limit)
    most = min(max(bound.upperBound, -ExtraCostBound.limit), ExtraCostBound.limit)
  }

  /// A cost within the bound as steps above the least.
  func steps(_ extra: Double) -> Int64 { max(0, whole(extra) - whole(least)) }

  /// What a hit costs of which the least has been taken off; no less than nothing.
  func score(ofShifted score: Score) -> Score {
    score.adding(whole(least))
  }

  private func whole(_ cost: Double) -> Int64 { Int64((cost * Double(CostTable.unit)).rounded()) }
}
