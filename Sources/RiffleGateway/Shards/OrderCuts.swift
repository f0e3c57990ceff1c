#if Service && Cluster
  import RiffleServer

  /// The cuts of sorted sequences before the row at one position of all of them together (P. J. Varman et al., Merging Multiple
  /// Lists on Hierarchical-Memory Multiprocessors, 1991).
  ///
  /// Each round takes evenly spaced keys of the ranges that the cuts lie in. The ranges become at least about a hundred times
  /// smaller in each round.
  struct OrderCuts {
    typealias Samples = [(index: Int, key: MergeKey)]

    private let offset: Int
    private var low, high: [Int]

    static let samplesOfRound = 512
    /// A bound on rounds, which is reached only if sequences share keys.
    private static let mostRounds = 16

    /// - Parameters:
    ///   - offset: the number of rows before the cuts.
    ///   - counts: the lengths of the sequences.
    private init(_ offset: Int, _ counts: [Int]) {
      self.offset = offset
      low = counts.map { _ in 0 }
      high = counts
    }

    /// Finds the cuts.
    /// - Parameter samples: returns keys of a range of each sequence, evenly spaced, and all keys if there are few; nothing for
    ///   an empty range.
    /// - Returns: for each sequence, how many of its rows come before the position; `nil` if sequences share keys.
    static func cuts(
      at offset: Int, _ counts: [Int], samples: ([Range<Int>]) async throws -> [Samples]
    ) async throws -> [Int]? {
      var cuts = OrderCuts(offset, counts)
      for _ in 0..<mostRounds {
        if let found = cuts.found { return found }
        cuts.narrow(try await samples(zip(cuts.low, cuts.high).map { $0..<$1 }))
      }
      return cuts.found
    }

    private var found: [Int]? {
      if high.reduce(0, +) <= offset { return high }
      return low.reduce(0, +) >= offset ? low : nil
    }

    /// A sample, and the bounds of how many rows of each sequence are less than it.
    private struct Bounds {
      var least, most: [Int]
    }

    private mutating func narrow(_ samples: [Samples]) {
      let sorted = samples.enumerated().flatMap { sequence, samples in
        samples.indices.map { (sequence: sequence, sample: $0, key: samples[$0].key) }
      }.sorted { $0.key < $1.key }
      // Before the first sample of a sequence, no row need be less.
      var bounds = Bounds(least: low, most: samples.indices.map { samples[$0].first?.index ?? high[$0] })
      var lower: [Int]?
      var upper: [Int]?
      for entry in sorted {
        let (sequence, place) = (entry.sequence, samples[entry.sequence][entry.sample].index)
        // Of its own sequence, the rows before the sample are less.
        (bounds.least[sequence], bounds.most[sequence]) = (place, place)
        if bounds.most.reduce(0, +) <= offset { lower = bounds.least }
        if bounds.least.reduce(0, +) >= offset {
          upper = bounds.most
          break
        }
        // The sample itself is less than the next ones.
        bounds.least[sequence] = place + 1
        let next = entry.sample + 1
        bounds.most[sequence] = next < samples[sequence].count ? samples[sequence][next].index : high[sequence]
      }
      if let lower { for sequence in low.indices { low[sequence] = max(low[sequence], lower[sequence]) } }
      if let upper { for sequence in high.indices { high[sequence] = min(high[sequence], upper[sequence]) } }
    }
  }
#endif
