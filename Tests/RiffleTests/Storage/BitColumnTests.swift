import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct BitColumnTests {
  private static func rows(_ bits: BitColumn) -> [Int] {
    var rows: [Int] = []
    bits.forEachRow { rows.append($0) }
    return rows
  }

  @Test(arguments: [0, 1, 63, 64, 65, 128, 1000])
  func everyBitIsOneRow(count: Int) {
    #expect(BitColumnTests.rows(BitColumn(count: count)) == [])
    #expect(BitColumnTests.rows(BitColumn(count: count, repeating: true)) == Array(0..<count))
    for row in 0..<count {
      var bits = BitColumn(count: count)
      bits.insert(row)
      bits.insert(row)
      #expect(BitColumnTests.rows(bits) == [row] && bits[row])
      bits.remove(row)
      #expect(BitColumnTests.rows(bits) == [] && !bits[row])
    }
  }

  @Test(arguments: 1...UInt64(5))
  func bitsAreSetsOfRows(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...300, using: &random)
    var sets = [Set<Int>(), []]
    var columns = [BitColumn(count: count), BitColumn(count: count)]
    for side in 0...1 {
      for _ in 0..<200 {
        let row = Int.random(in: 0..<count, using: &random)
        if Bool.random(using: &random) {
          sets[side].insert(row)
          columns[side].insert(row)
        } else {
          sets[side].remove(row)
          columns[side].remove(row)
        }
      }
      #expect(BitColumnTests.rows(columns[side]) == sets[side].sorted())
      #expect((0..<count).filter { columns[side][$0] } == sets[side].sorted())
    }
  }
}
