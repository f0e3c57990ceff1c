import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct OrderLabelTests {
  @Test func aNewLabelLiesBetweenItsNeighbours() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<3000 {
      let bits = UInt64.random(in: 1...63, using: &random)
      let a = UInt64.random(in: 0...UInt64.max >> bits, using: &random)
      let b =
        UInt64.max - UInt64.random(in: 0...UInt64.max >> UInt64.random(in: 1...63, using: &random), using: &random)
      let (lower, upper) = (OrderLabel(rawValue: min(a, b)), OrderLabel(rawValue: max(a, b)))
      let between = OrderLabel(after: lower, before: upper)
      #expect((between == nil) == (upper.rawValue - lower.rawValue < 2))
      if let between { #expect(lower < between && between < upper) }
      if let last = OrderLabel(after: upper, before: nil) { #expect(upper < last) }
      if let first = OrderLabel(after: nil, before: lower) { #expect(first < lower) }
    }
    #expect(OrderLabel(after: nil, before: nil) == .first)
  }

  /// Before the first and after the last item there is room as long as there are labels.
  @Test func theEndsAreUsedUpToTheLastLabel() {
    for room in [UInt64(2), 3, 1000, OrderLabel.step - 1, OrderLabel.step, OrderLabel.step + 1] {
      let last = OrderLabel(rawValue: .max - room)
      #expect(OrderLabel(after: last, before: nil).map { last < $0 } == true, "\(room)")
      let first = OrderLabel(rawValue: room)
      #expect(OrderLabel(after: nil, before: first).map { $0 < first } == true, "\(room)")
    }
  }

  @Test(arguments: [1, 511, 512, 513, 1025, 3000])
  func labelsOfASegmentAreThoseThatWereSet(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    var labels = OrderLabels(evenlySpaced: count)
    var plain = (0..<count).map { OrderLabel.first.rawValue + UInt64($0) << 32 }
    compare(labels, plain, &random)
    let made = OrderLabels(plain.map { OrderLabel(rawValue: $0) })
    compare(made, plain, &random)
    for step in 0..<60 {
      let row = Int.random(in: 0..<count, using: &random)
      let low = row == 0 ? 1 : plain[row - 1] + 1
      let high = row == count - 1 ? UInt64.max - 1 : plain[row + 1] - 1
      plain[row] = UInt64.random(in: low...high, using: &random)
      labels.set(row, OrderLabel(rawValue: plain[row]))
      if step % 12 == 0 { compare(labels, plain, &random) }
    }
    compare(labels, plain, &random)
    #expect(made[count - 1].rawValue == OrderLabel.first.rawValue + UInt64(count - 1) << 32)
  }

  private func compare(_ labels: OrderLabels, _ plain: [UInt64], _ random: inout SeededGenerator) {
    #expect(labels.count == plain.count)
    #expect(plain.indices.map { labels[$0].rawValue } == plain)
    for _ in 0..<40 {
      let row = Int.random(in: 0..<plain.count, using: &random)
      for (label, rank) in [(plain[row], row), (plain[row] - 1, row), (plain[row] + 1, row + 1)]
      where row == 0 || label > plain[row - 1] {
        let label = OrderLabel(rawValue: label)
        #expect(labels.rank(of: label) == rank)
        let rows = Int.random(in: 0...rank, using: &random)..<Int.random(in: rank...plain.count, using: &random)
        #expect(labels.rank(of: label, in: rows) == rank)
      }
    }
    #expect(labels.rank(of: OrderLabel(rawValue: 0)) == 0)
    #expect(labels.rank(of: OrderLabel(rawValue: .max)) == plain.count)
  }
}
