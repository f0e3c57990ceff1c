import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct RowSetTests {
  /// Lists so short that bits take no more than the first table, and so long that it grows first.
  @Test(arguments: [1, 64, 3000, 1 << 14, 1 << 14 + 1, 1 << 18 - 1, 1 << 18, 1 << 20 + 1])
  func rowsAreThoseOfASet(rowCount: Int) {
    for slots in [2, 64, SearchEfforts().rowSetSlots] { compare(RowSet(rowCount: rowCount, slots: slots), rowCount) }
  }

  private func compare(_ empty: RowSet, _ rowCount: Int) {
    var random = SeededGenerator(seed: UInt64(rowCount))
    var rows = empty
    var expected = Set<Int>()
    var isRight = true
    for step in 0..<9000 {
      // Neighbours, and rows from anywhere; the first and the last row among them.
      let row =
        step % 3 == 0 ? step % rowCount : step == 1 ? rowCount - 1 : Int.random(in: 0..<rowCount, using: &random)
      if rows.contains(row) != expected.contains(row) { isRight = false }
      if rows.insert(row) != expected.insert(row).inserted { isRight = false }
      if !rows.contains(row) || rows.count != expected.count { isRight = false }
    }
    #expect(isRight, "\(rowCount) rows")
    let isWhole = (0..<min(rowCount, 20_000)).allSatisfy { rows.contains($0) == expected.contains($0) }
    #expect(isWhole && expected.allSatisfy(rows.contains), "\(rowCount) rows")
  }
}
