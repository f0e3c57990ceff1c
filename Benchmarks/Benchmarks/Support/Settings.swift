import Benchmark

extension Benchmark.Configuration {
  /// Wall clock, and how much it may differ from what is stored before `thresholds check` says so.
  ///
  /// The harness stores the 90th percentile and compares that alone. A machine that others use too has been seen to
  /// become twice as slow from one minute to the next, so what is allowed is two and a half times as long.
  public static func wallClock(maxDuration: Duration = .seconds(1), maxIterations: Int = 2000) -> Self {
    let tolerancePercent = 150.0
    return Benchmark.Configuration(
      metrics: [.wallClock], warmupIterations: 3, maxDuration: maxDuration, maxIterations: maxIterations,
      thresholds: [.wallClock: .init(relative: [.p50: tolerancePercent, .p90: tolerancePercent])])
  }
}
