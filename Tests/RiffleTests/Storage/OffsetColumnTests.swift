import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct OffsetColumnTests {
  /// Distances of up to 2 bytes within 64 offsets, and longer ones.
  @Test(arguments: [10, 1000, 1040, 1100, 70_000, 5_000_000])
  func offsetsAreKept(longest: Int) {
    var random = SeededGenerator(seed: UInt64(longest))
    var offsets: [UInt32] = [0]
    for _ in 0..<400 { offsets.append((offsets.last ?? 0) + UInt32(Int.random(in: 1...longest, using: &random))) }
    var list = OffsetList()
    for offset in offsets { list.append(offset) }
    let column = OffsetColumn(list)
    #expect(column.count == offsets.count)
    #expect(offsets.indices.allSatisfy { column[$0] == Int(offsets[$0]) })
    #expect(column.range(63) == Int(offsets[63])..<Int(offsets[64]))
    for _ in 0..<200 {
      let start = Int.random(in: 0...400, using: &random)
      let offset = Int.random(in: -1...Int(offsets[400]) + 1, using: &random)
      let expected = (start..<400).first { offsets[$0 + 1] > offset } ?? 400
      #expect(column.firstIndex(from: start, endingBeyond: offset) == expected, "\(offset) from \(start)")
    }
  }

  @Test func oneOffsetIsNoRange() {
    var list = OffsetList()
    list.append(0)
    let column = OffsetColumn(list)
    #expect(column.count == 1 && column[0] == 0)
    #expect(column.firstIndex(from: 0, endingBeyond: 0) == 0)
    #expect(OffsetColumn().firstIndex(from: 0, endingBeyond: 0) == 0)
  }
}
