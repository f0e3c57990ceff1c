import MadeUpLists

/// The times of the same keystrokes by two programs.
///
/// Both are asked in the order base, change, change, base, or the other way round, so that a machine that becomes slower
/// or faster little by little does so for both.
struct PairedTimes: Sendable {
  /// A keystroke asked again and again.
  struct Keystroke: Sendable {
    let text: String
    /// In nanoseconds, a first and a second one for each round.
    var base: [UInt64] = []
    var change: [UInt64] = []
  }

  /// What is told of all keystrokes.
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

  /// A query's keystrokes, which are drawn together: their times have much in common.
  private(set) var queries: [[Keystroke]]

  init(queries: [[Keystroke]]) { self.queries = queries }

  mutating func add(base: UInt64, change: UInt64, query: Int, keystroke: Int) {
    queries[query][keystroke].base.append(base)
    queries[query][keystroke].change.append(change)
  }

  var keystrokeCount: Int { queries.reduce(0) { $0 + $1.count { !$0.base.isEmpty } } }

  /// What `measure` gives for the two programs, with the interval in which their ratio lies 95 times of a hundred when
  /// other queries of the kind are typed: a percentile bootstrap over queries (Efron and Tibshirani, 1993).
  func ratio(_ measure: Measure, resamples: Int = 1000, seed: UInt64 = 1) -> PairedRatio {
    ratio(measure, of: typical(\.base), to: typical(\.change), resamples, seed)
  }

  /// The same of the base and itself, by which one sees what the machine alone does.
  func noise(_ measure: Measure, resamples: Int = 1000, seed: UInt64 = 1) -> PairedRatio {
    // Being asked first costs more: of every second query the later times stand for the base.
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

  /// Each keystroke's median, so that one disturbed answer is no slow keystroke.
  private func typical(_ times: (Keystroke) -> [UInt64]) -> [[UInt64]] {
    queries.map { $0.filter { !$0.base.isEmpty }.map { PairedTimes.median(times($0)) } }
  }

  private static func median(_ times: [UInt64]) -> UInt64 { Percentiles(times).value(at: 50) }

  /// What the ratio 1 is counted as among whole numbers.
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

/// What two programs took, and how sure their ratio is.
struct PairedRatio: Sendable, Hashable {
  /// In nanoseconds.
  let base, change: Double
  /// The ends of the interval around the ratio.
  let low, high: Double

  var ratio: Double { base > 0 ? change / base : 1 }
}
