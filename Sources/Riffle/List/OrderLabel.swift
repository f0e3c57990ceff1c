/// The position of an item in list order: of two items, the one with the lesser label comes first.
///
/// Labels only compare. A new item gets one between those of its neighbours, as in P. F. Dietz and D. D. Sleator, Two
/// Algorithms for Maintaining Order in a List (1987); where there is none left, ``Relabelling`` makes room.
struct OrderLabel: Sendable, Hashable, Comparable {
  let rawValue: UInt64

  /// Between items that come one after another there is room for 32 halvings.
  static let step: UInt64 = 1 << 32

  /// Greater ones are not given.
  static let greatest = UInt64.max - step

  /// That of the first item of a new list: with as much room before it as after it.
  static let first = OrderLabel(rawValue: 1 << 63)

  static func < (a: OrderLabel, b: OrderLabel) -> Bool { a.rawValue < b.rawValue }

  /// A label between two others, of which `nil` stands for the beginning or the end of the list; `nil` if there is none.
  init?(after lower: OrderLabel?, before upper: OrderLabel?) {
    guard let room = OrderLabel.room(for: 1, after: lower, before: upper) else { return nil }
    self = room.first
  }

  /// Evenly spaced labels between two others, of which `nil` stands for the beginning or the end of the list.
  /// - Returns: the first of them, and how far each is from the one before; `nil` if there are not as many.
  static func room(
    for count: Int, after lower: OrderLabel?, before upper: OrderLabel?
  ) -> (first: OrderLabel, spacing: UInt64)? {
    let count = UInt64(truncatingIfNeeded: max(1, count))
    let start = lower?.rawValue ?? (upper == nil ? OrderLabel.first.rawValue - step : .min)
    let end = upper?.rawValue ?? .max
    guard end > start else { return nil }
    let (size, share) = (end - start, (end - start) / (count + 1))
    guard share > 0 else { return nil }
    // At the ends there is room for steps, until they come near the last label that there is.
    if upper == nil {
      let spacing = min(share, step)
      return (OrderLabel(rawValue: start + spacing), spacing)
    }
    let spacing = lower == nil ? min(share, step) : share
    return (OrderLabel(rawValue: lower == nil ? end - spacing * count : end - (size - spacing)), spacing)
  }

  init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The label after so many evenly spaced ones, of which this is the first.
  func advanced(by count: Int) -> OrderLabel {
    OrderLabel(rawValue: rawValue + UInt64(truncatingIfNeeded: count) * OrderLabel.step)
  }
}

/// The labels of the rows of a segment, ascending.
///
/// As long as they are evenly spaced, as of items that came one after another, they take no memory; then only those pages do
/// that hold others.
struct OrderLabels: Sendable {
  let count: Int
  /// The label of the first row, if all are evenly spaced except for some pages.
  private let first: UInt64
  /// `nil` for a page as it was made, evenly spaced; none at all if all are.
  private var pages: [[UInt64]?] = []

  private static let pageLength = 512

  /// Evenly spaced ones.
  /// - Precondition: no label is greater than ``OrderLabel/greatest``.
  init(evenlySpaced count: Int, from first: OrderLabel = .first) {
    self.count = count
    self.first = first.rawValue
    precondition(OrderLabels.areThere(count, from: first), "labels beyond the greatest")
  }

  /// Whether there are so many evenly spaced labels.
  static func areThere(_ count: Int, from first: OrderLabel) -> Bool {
    first.rawValue <= OrderLabel.greatest
      && UInt64(truncatingIfNeeded: count) <= (OrderLabel.greatest - first.rawValue) / OrderLabel.step
  }

  /// - Parameter labels: ascending.
  init(_ labels: some Collection<OrderLabel>) {
    count = labels.count
    first = labels.first?.rawValue ?? OrderLabel.first.rawValue
    if zip(labels, labels.dropFirst()).allSatisfy({ $1.rawValue == $0.rawValue &+ OrderLabel.step }) { return }
    pages.reserveCapacity(count / OrderLabels.pageLength + 1)
    var rest = labels[...]
    while !rest.isEmpty {
      pages.append(rest.prefix(OrderLabels.pageLength).map(\.rawValue))
      rest = rest.dropFirst(OrderLabels.pageLength)
    }
  }

  /// The first one, if all are evenly spaced.
  var evenlySpacedFrom: OrderLabel? { pages.isEmpty ? OrderLabel(rawValue: first) : nil }

  subscript(row: Int) -> OrderLabel {
    if !pages.isEmpty, let page = pages[row / OrderLabels.pageLength] {
      return OrderLabel(rawValue: page[row % OrderLabels.pageLength])
    }
    return OrderLabel(rawValue: first + UInt64(truncatingIfNeeded: row) * OrderLabel.step)
  }

  /// Changes the label of a row.
  /// - Complexity: O(1) on average for neighbouring rows.
  mutating func set(_ row: Int, _ label: OrderLabel) {
    if pages.isEmpty {
      pages = Array(repeating: nil, count: (count + OrderLabels.pageLength - 1) / OrderLabels.pageLength)
    }
    let page = row / OrderLabels.pageLength
    if pages[page] == nil {
      let start = page * OrderLabels.pageLength
      pages[page] = (start..<min(start + OrderLabels.pageLength, count)).map { self[$0].rawValue }
    }
    pages[page]?[row % OrderLabels.pageLength] = label.rawValue
  }

  /// Returns how many rows have a lesser label.
  /// - Parameter rows: the range to search, if the answer is known to lie there or at its end.
  /// - Complexity: O(log *n*) in the number of rows searched.
  func rank(of label: OrderLabel, in rows: Range<Int>? = nil) -> Int {
    (rows ?? 0..<count).partitioningIndex { self[$0] >= label }
  }
}

extension OrderLabels: ColumnPart {
  func list(in columns: inout ColumnList) {
    for case let page? in pages { columns.add("pages", inMemory: page) }
  }
}
