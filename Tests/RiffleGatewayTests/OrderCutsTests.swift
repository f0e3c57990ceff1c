#if Service && Cluster
  import RiffleTestSupport
  import Testing

  @testable import RiffleGateway
  @testable import RiffleServer

  struct OrderCutsTests {
    private func key(_ number: Int) -> MergeKey { MergeKey([24, 16, 8, 0].map { UInt8(number >> $0 & 255) }) }

    /// Returns evenly spaced keys as a shard does.
    private func samples(_ keys: [Int], _ range: Range<Int>) -> OrderCuts.Samples {
      let count = min(range.count, OrderCuts.samplesOfRound)
      return (0..<count).map { index in
        let row = range.lowerBound + index * range.count / count
        return (row, key(keys[row]))
      }
    }

    @Test(arguments: [1, 2, 3, 7, 40])
    func `cuts are those of the merged sequence`(sequenceCount: Int) async throws {
      let seed = UInt64.random(in: 0...1 << 32)
      var random = SeededGenerator(seed: seed)
      for total in [0, 1, 5, 700, 60_000] {
        var sequences = Array(repeating: [Int](), count: sequenceCount)
        // Runs of neighbours lie in one sequence, and some sequences are short.
        var sequence = 0
        for number in 0..<total {
          if Int.random(in: 0..<[1, 2, 500][total % 3], using: &random) == 0 {
            sequence = Int.random(in: 0..<Int.random(in: 1...sequenceCount, using: &random), using: &random)
          }
          sequences[sequence].append(number)
        }
        for offset in [0, total / 3, total - 1, total, total + 5, total / 2 + 1] where offset >= 0 {
          var rounds = 0
          let cuts = try await OrderCuts.cuts(at: offset, sequences.map(\.count)) { ranges in
            rounds += 1
            return zip(sequences, ranges).map { samples($0, $1) }
          }
          let expected = sequences.map { sequence in sequence.count { $0 < offset } }
          #expect(cuts == expected, "seed \(seed), \(total) rows, offset \(offset)")
          #expect(rounds <= 4, "seed \(seed), \(total) rows, offset \(offset)")
        }
      }
    }

    @Test func `sequences with common keys end in no cut or a whole one`() async throws {
      let keys = Array(0..<3_000)
      var rounds = 0
      for offset in [1, 2_999, 3_001] {
        let cuts = try await OrderCuts.cuts(at: offset, [keys.count, keys.count]) { ranges in
          rounds += 1
          return ranges.map { samples(keys, $0) }
        }
        if let cuts { #expect(cuts.reduce(0, +) >= offset - 1) }
      }
      #expect(rounds <= 48)
    }
  }
#endif
