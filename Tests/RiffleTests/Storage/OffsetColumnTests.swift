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
  }

  @Test func oneOffsetIsNoRange() {
    var list = OffsetList()
    list.append(0)
    let column = OffsetColumn(list)
    #expect(column.count == 1 && column[0] == 0)
  }
}
