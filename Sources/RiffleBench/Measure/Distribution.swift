/// The durations of keystrokes in microseconds, with the precision of ``Percentiles``.
struct Distribution: Sendable, Hashable {
  let keystrokes: Int
  /// The smallest times that at least this percentage of keystrokes did not exceed; 0 if there was no keystroke.
  let p50, p90, p95, p99, max: Double

  init(nanoseconds: some Sequence<UInt64>) { self.init(nanoseconds: Percentiles(nanoseconds)) }

  init(nanoseconds: Percentiles) {
    keystrokes = nanoseconds.count
    p50 = nanoseconds.microseconds(at: 50)
    p90 = nanoseconds.microseconds(at: 90)
    p95 = nanoseconds.microseconds(at: 95)
    p99 = nanoseconds.microseconds(at: 99)
    max = nanoseconds.microseconds(at: 100)
  }
}

extension Percentiles {
  /// Returns a percentile of nanoseconds in microseconds.
  func microseconds(at percent: Double) -> Double { Double(value(at: percent)) / 1000 }
}
