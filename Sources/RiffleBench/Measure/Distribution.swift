/// How long keystrokes took, in microseconds. Percentiles are exact: the smallest time that at least so many of a
/// hundred keystrokes did not exceed.
struct Distribution: Sendable, Hashable {
  let keystrokes: Int
  let p50, p90, p95, p99, max: Double

  init(nanoseconds: some Sequence<UInt64>) {
    let sorted = nanoseconds.sorted()
    func percentile(_ percent: Int) -> Double {
      guard !sorted.isEmpty else { return 0 }
      let rank = (sorted.count * percent + 99) / 100
      return Double(sorted[Swift.max(rank, 1) - 1]) / 1000
    }
    keystrokes = sorted.count
    p50 = percentile(50)
    p90 = percentile(90)
    p95 = percentile(95)
    p99 = percentile(99)
    max = percentile(100)
  }
}
