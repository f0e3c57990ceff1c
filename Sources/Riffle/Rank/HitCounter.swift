/// How far the hits of a query are counted.
public enum TotalLimit: Sendable, Hashable {
  /// All of them, whatever that costs.
  case exact
  /// Until there are more than this many.
  case upTo(Int)

  /// Enough to say “more than a thousand”.
  public static let standard = TotalLimit.upTo(1000)
}

/// Counts hits as far as anyone wants to know.
struct HitCounter {
  private let limit: Int
  private var count = 0

  init(_ limit: TotalLimit, windowEnd: Int) {
    switch limit {
    case .exact: self.limit = .max
    case .upTo(let limit): self.limit = max(limit, windowEnd)
    }
  }

  /// There are more hits than anyone wants counted.
  var isDone: Bool { count > limit }

  mutating func add(_ hits: Int = 1) { count += hits }

  /// How many hits there are; at least so many if `isDone`.
  var total: Int { min(count, limit) }
}
