import Benchmark

extension Benchmark.Configuration {
  /// Wall clock, and how much it may differ from what is stored before `thresholds check` says so.
  ///
  /// The harness stores the 90th percentile and compares that alone. A machine that others use too has been seen to be
  /// slower by a third for minutes; so 60 % is allowed, and 100 % where a second thread merges beside.
  public static func wallClock(
    tolerancePercent: Double = 60, maxDuration: Duration = .seconds(1), maxIterations: Int = 2000
  ) -> Self {
    Benchmark.Configuration(
      metrics: [.wallClock], warmupIterations: 3, maxDuration: maxDuration, maxIterations: maxIterations,
      thresholds: [.wallClock: .init(relative: [.p50: tolerancePercent, .p90: tolerancePercent])])
  }
}
