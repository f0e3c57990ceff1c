/// How far the hits of a query are counted.
public enum TotalLimit: Sendable, Hashable {
  /// All of them, whatever that costs.
  case exact
  /// Until there are more than this many.
  case upTo(Int)

  /// Enough to say “more than a thousand”.
  public static let standard = TotalLimit.upTo(1000)

  /// How many hits are counted, if a window ends after `windowEnd` of them: those are seen in any case.
  func count(windowEnd: Int) -> Int {
    switch self {
    case .exact: .max
    case .upTo(let limit): max(limit, windowEnd)
    }
  }
}

/// Counts hits as far as anyone wants to know.
struct HitCounter {
  private let limit: Int
  private var count = 0

  init(_ limit: TotalLimit, windowEnd: Int) {
    self.limit = limit.count(windowEnd: windowEnd)
  }

  /// There are more hits than anyone wants counted.
  var isDone: Bool { count > limit }

  /// Whether counting ends before all hits are counted.
  var isLimited: Bool { limit < .max }

  mutating func add(_ hits: Int = 1) { count += hits }

  /// How many hits there are; at least so many if `isDone`.
  var total: Int { min(count, limit) }
}

extension Int {
  /// The sum of two numbers that are not negative, or the largest number there is.
  func addingClamped(_ other: Int) -> Int {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}
