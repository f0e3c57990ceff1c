import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct PairStartsTests {
  /// So few entries that pairs are searched, and so many that there is a table.
  @Test(arguments: [0, 1, 2, 100, 3000], [1, 700])
  func entriesAreThoseOfTheirPair(pairCount: Int, mostEntries: Int) {
    var random = SeededGenerator(seed: UInt64(pairCount + mostEntries))
    let pairs = Set((0..<pairCount).map { _ in UInt16.random(in: 0...UInt16.max, using: &random) }).sorted()
    var end: UInt32 = 0
    var ends: [UInt32] = []
    var expected: [UInt16: Range<Int>] = [:]
    for pair in pairs {
      let start = end
      end += UInt32.random(in: 1...UInt32(mostEntries), using: &random)
      ends.append(end)
      expected[pair] = Int(start)..<Int(end)
    }
    let starts = PairStarts(pairs, ends: ends)
    let isRight = (0..<1 << 16).allSatisfy { pair in
      let range = starts.range(pair)
      return expected[UInt16(pair)].map { $0 == range } ?? range.isEmpty
    }
    #expect(isRight)

    var found: [UInt16] = []
    var place = 0
    for last in [0, 1, 255, 256, 40_000, UInt16.max] {
      place = starts.forEach(from: place, through: last) { pair, range in
        #expect(pair <= last && range == expected[pair])
        found.append(pair)
      }
    }
    #expect(found == pairs)
  }
}
