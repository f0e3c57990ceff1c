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

    /// - Parameter times: sorted.
    func value(of times: [Double]) -> Double {
      guard !times.isEmpty else { return 0 }
      switch self {
      case .p50: return times[times.count / 2]
      case .p99: return times[min(times.count * 99 / 100, times.count - 1)]
      case .mean: return times.reduce(0, +) / Double(times.count)
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
    func half(_ number: Int) -> [[Double]] {
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
  private func typical(_ times: (Keystroke) -> [UInt64]) -> [[Double]] {
    queries.map { $0.filter { !$0.base.isEmpty }.map { PairedTimes.median(times($0)) } }
  }

  private static func median(_ times: [UInt64]) -> Double {
    guard !times.isEmpty else { return 0 }
    let sorted = times.sorted()
    return Double(sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  private func ratio(
    _ measure: Measure, of base: [[Double]], to change: [[Double]], _ resamples: Int, _ seed: UInt64
  ) -> PairedRatio {
    func values(_ drawn: some Sequence<Int>) -> (base: Double, change: Double) {
      let drawn = Array(drawn)
      return (
        measure.value(of: drawn.flatMap { base[$0] }.sorted()), measure.value(of: drawn.flatMap { change[$0] }.sorted())
      )
    }
    let all = values(base.indices)
    var random = SeededRandom(seed: seed, stream: "resamples")
    var ratios: [Double] = []
    for _ in 0..<resamples where !base.isEmpty {
      let (one, other) = values((0..<base.count).map { _ in random.below(base.count) })
      if one > 0 { ratios.append(other / one) }
    }
    ratios.sort()
    guard !ratios.isEmpty else { return PairedRatio(base: all.base, change: all.change, low: 1, high: 1) }
    // What is cut off at either end: a fortieth of all.
    let cut = ratios.count / 40
    return PairedRatio(base: all.base, change: all.change, low: ratios[cut], high: ratios[ratios.count - 1 - cut])
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
