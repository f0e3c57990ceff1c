import MadeUpLists

/// The times of the same keystrokes in two programs.
///
/// Both are measured in the order base, change, change, base, or the reverse. So a machine that gradually becomes slower or
/// faster affects both.
struct PairedTimes: Sendable {
  /// A keystroke that is measured repeatedly.
  struct Keystroke: Sendable {
    let text: String
    /// In nanoseconds, a first and a second one for each round.
    var base: [UInt64] = []
    var change: [UInt64] = []
  }

  /// The statistics over all keystrokes.
  enum Measure: String, CaseIterable, Sendable {
    case p50, p99, mean

    func value(of times: [UInt64]) -> Double {
      switch self {
      case .p50: Double(Percentiles(times).value(at: 50))
      case .p99: Double(Percentiles(times).value(at: 99))
      case .mean: Double(times.reduce(0, +)) / Double(max(times.count, 1))
      }
    }
  }

  /// The keystrokes by query. Those of a query are resampled together, because their times are correlated.
  private(set) var queries: [[Keystroke]]

  init(queries: [[Keystroke]]) { self.queries = queries }

  mutating func add(base: UInt64, change: UInt64, query: Int, keystroke: Int) {
    queries[query][keystroke].base.append(base)
    queries[query][keystroke].change.append(change)
  }

  var keystrokeCount: Int { queries.reduce(0) { $0 + $1.count { !$0.base.isEmpty } } }

  /// Returns `measure` for the two programs, with the 95 % confidence interval of their ratio for other queries of the kind: a
  /// percentile bootstrap over queries (Efron and Tibshirani, 1993).
  func ratio(_ measure: Measure, resamples: Int = 1000, seed: UInt64 = 1) -> PairedRatio {
    ratio(measure, of: typical(\.base), to: typical(\.change), resamples, seed)
  }

  /// Returns the same for the base compared with itself, which shows the noise of the machine.
  func noise(_ measure: Measure, resamples: Int = 1000, seed: UInt64 = 1) -> PairedRatio {
    // The first of two measurements takes longer: for every second query, the later times represent the base.
    func half(_ number: Int) -> [[UInt64]] {
      queries.enumerated().map { query, keystrokes in
        keystrokes.filter { $0.base.count > 1 }.map { keystroke in
          PairedTimes.median(
            keystroke.base.enumerated().filter { ($0.offset + query + number) % 2 == 0 }.map(\.element))
        }
      }
    }
    return ratio(measure, of: half(0), to: half(1), resamples, seed)
  }

  /// Returns each keystroke's median, so that one disturbed answer does not count as a slow keystroke.
  private func typical(_ times: (Keystroke) -> [UInt64]) -> [[UInt64]] {
    queries.map { $0.filter { !$0.base.isEmpty }.map { PairedTimes.median(times($0)) } }
  }

  private static func median(_ times: [UInt64]) -> UInt64 { Percentiles(times).value(at: 50) }

  /// The ratio 1 as an integer.
  private static let wholeRatio = 1e9

  private func ratio(
    _ measure: Measure, of base: [[UInt64]], to change: [[UInt64]], _ resamples: Int, _ seed: UInt64
  ) -> PairedRatio {
    func values(_ drawn: some Sequence<Int>) -> (base: Double, change: Double) {
      let drawn = Array(drawn)
      return (measure.value(of: drawn.flatMap { base[$0] }), measure.value(of: drawn.flatMap { change[$0] }))
    }
    let all = values(base.indices)
    var random = SeededRandom(seed: seed, stream: "resamples")
    var ratios: [UInt64] = []
    for _ in 0..<resamples where !base.isEmpty {
      let (one, other) = values((0..<base.count).map { _ in random.below(base.count) })
      if one > 0 { ratios.append(UInt64(other / one * PairedTimes.wholeRatio)) }
    }
    guard !ratios.isEmpty else { return PairedRatio(base: all.base, change: all.change, low: 1, high: 1) }
    let drawn = Percentiles(ratios)
    func end(_ percent: Double) -> Double { Double(drawn.value(at: percent)) / PairedTimes.wholeRatio }
    return PairedRatio(base: all.base, change: all.change, low: end(2.5), high: end(97.5))
  }
}

/// The times of two programs, with the confidence of their ratio.
struct PairedRatio: Sendable, Hashable {
  /// In nanoseconds.
  let base, change: Double
  /// The ends of the interval around the ratio.
  let low, high: Double

  var ratio: Double { base > 0 ? change / base : 1 }
}
