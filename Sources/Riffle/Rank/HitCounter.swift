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

/// Counts hits as far as anyone wants to know, and remembers which they are if someone wants all of them.
struct HitCounter {
  private let limit: Int
  private var count = 0
  /// `nil` if only their number is wanted.
  private(set) var rows: BitColumn?

  /// - Parameter counted: how many hits there are in other parts of the list.
  init(_ limit: TotalLimit, windowEnd: Int, counted: Int = 0) {
    let limit = limit.count(windowEnd: windowEnd)
    self.limit = limit == .max ? .max : max(0, limit - counted)
  }

  /// Counts all hits of a list with so many rows, and remembers them.
  init(collectingAmong rowCount: Int) {
    limit = .max
    rows = BitColumn(count: rowCount)
  }

  /// There are more hits than anyone wants counted.
  var isDone: Bool { count > limit }

  /// Whether counting ends before all hits are counted.
  var isLimited: Bool { limit < .max }

  /// Counts a row that has not been counted before.
  mutating func add(_ row: Int) {
    count += 1
    rows?.insert(row)
  }

  /// Counts rows that have not been counted before.
  mutating func add(_ hits: borrowing BitColumn) {
    count += hits.setCount
    rows?.formUnion(hits)
  }

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
