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

  @Test func stretchesAreClearedAndRowsFoundAtAndBetweenWords() {
    for count in [1, 63, 64, 65, 130] {
      for start in 0...count {
        for end in start...count {
          var bits = BitColumn(count: count, repeating: true)
          bits.remove(start..<end)
          #expect(BitColumnTests.rows(bits) == Array(0..<start) + Array(end..<count))
          let first = bits.firstRow(from: start, to: count)
          #expect(first == end)
          var others = BitColumn(count: count)
          others.insert(start..<end)
          #expect(others.firstClearRow(from: start, to: count) == end)
        }
      }
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

  @Test(arguments: [0, 1, 63, 64, 65, 127, 128, 129, 300])
  func columnsAreCombinedAsSetsAre(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    for _ in 0..<20 {
      var lists: [[UInt32]] = []
      for _ in 0...1 {
        // From none to nearly all, some of them twice.
        let length = count == 0 ? 0 : Int.random(in: 0...Int.random(in: 0...2 * count, using: &random), using: &random)
        lists.append((0..<length).map { _ in UInt32.random(in: 0..<UInt32(count), using: &random) })
      }
      let sets = lists.map { Set($0.map(Int.init)) }
      let columns = lists.map { list in
        var column = BitColumn(count: count)
        column.insert(([0] + list + [0])[1...list.count + 1].dropLast())
        return column
      }
      for (column, set) in zip(columns, sets) {
        #expect(column.rows.map(Int.init) == set.sorted() && column.setCount == set.count, "\(lists)")
        for end in [0, 1, 63, 64, 65, count / 2, count - 1, count] where 0...count ~= end {
          #expect(column.rank(end) == set.count { $0 < end }, "\(lists) before \(end)")
        }
      }
      var (union, intersection, difference) = (columns[0], columns[0], columns[0])
      union.formUnion(columns[1])
      intersection.formIntersection(columns[1])
      difference.subtract(columns[1])
      #expect(BitColumnTests.rows(union) == sets[0].union(sets[1]).sorted(), "\(lists)")
      #expect(BitColumnTests.rows(intersection) == sets[0].intersection(sets[1]).sorted(), "\(lists)")
      #expect(BitColumnTests.rows(difference) == sets[0].subtracting(sets[1]).sorted(), "\(lists)")
      // No bit stands behind the last row.
      difference.formUnion(columns[1])
      #expect(difference == union, "\(lists)")
      let full = BitColumn(count: count, repeating: true)
      union.formUnion(full)
      #expect(union == full && full.setCount == count, "\(lists)")
    }
  }
}
