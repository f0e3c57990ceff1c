import Histogram

/// A distribution of values, for percentiles.
///
/// Values are kept to three digits. A value up to 2,047 is exact, and so are the least and the largest of all; any other is never
/// too small, and too large by less than a 1,024th.
struct Percentiles: Sendable {
  private var histogram = Percentiles.empty

  /// Copied for each distribution, with capacity for a minute in nanoseconds: growing takes a hundred times as long as copying.
  private static let empty: Histogram<UInt32> = {
    var histogram = Histogram<UInt32>(highestTrackableValue: 60_000_000_000, numberOfSignificantValueDigits: .three)
    histogram.autoResize = true
    return histogram
  }()

  /// - Complexity: O(*n*), and a hundred KiB of memory for any *n*.
  init(_ values: some Sequence<UInt64>) {
    for value in values { histogram.record(value) }
  }

  var count: Int { Int(histogram.totalCount) }

  /// Returns the smallest value that at least `percent` percent of the values do not exceed; 0 if there is no value.
  func value(at percent: Double) -> UInt64 { histogram.valueAtPercentile(percent) }
}
