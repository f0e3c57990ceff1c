import RiffleTestSupport
import Testing

@testable import Riffle

/// Rows that die one by one, against a plain array.
@Suite struct LiveRowsTests {
  private static let rowCounts = [1, 63, 64, 65, 511, 512, 513, 1300, 4000]

  @Test(arguments: rowCounts)
  func rowsAreLiveUntilTheyAreRemoved(rowCount: Int) {
    let seed = UInt64(rowCount)
    var random = SeededGenerator(seed: seed)
    var rows = LiveRows(rowCount: rowCount)
    var plain = [Bool](repeating: true, count: rowCount)
    var earlier: [(rows: LiveRows, plain: [Bool])] = []
    #expect(rows.areAll && rows.bits == nil)
    for (step, row) in (0..<rowCount).shuffled(using: &random).enumerated() {
      if step % max(1, rowCount / 8) == 0 || step == 511 || step == 513 || step == rowCount - 1 {
        compare(rows, plain, "seed \(seed), step \(step)")
        earlier.append((rows, plain))
      }
      rows.remove(row)
      plain[row] = false
    }
    compare(rows, plain, "seed \(seed), at last")
    // Those who had them before still have them.
    for (step, (before, old)) in earlier.enumerated() {
      compare(before, old, "seed \(seed), afterwards")
      #expect(before.rows(goneIn: nil) == old.indices.filter { old[$0] })
      #expect(before.rows(goneIn: before) == [])
      for later in earlier[step...] {
        #expect(before.rows(goneIn: later.rows) == old.indices.filter { old[$0] && !later.plain[$0] })
      }
    }
  }

  /// Some order, always the same.
  private static func order(_ count: Int) -> StaticOrder {
    StaticOrder((0..<UInt64(count)).map { $0 &* 0x9E37_79B9_7F4A_7C15 >> 50 })
  }

  private func compare(_ rows: LiveRows, _ plain: [Bool], _ origin: String) {
    let live = plain.indices.filter { plain[$0] }
    #expect(rows.count == live.count && rows.areAll == (live.count == plain.count), "\(origin)")
    #expect(plain.indices.filter { rows.contains($0) } == live, "\(origin)")
    #expect(rows.bits.map { $0.rows.map(Int.init) } ?? Array(plain.indices) == live, "\(origin)")
    var odd = BitColumn(count: plain.count)
    for row in stride(from: 1, to: plain.count, by: 2) { odd.insert(row) }
    #expect(
      rows.bits(within: odd).map { $0.rows.map(Int.init) } ?? live.filter { $0 % 2 == 1 }
        == live.filter { $0 % 2 == 1 }, "\(origin)")
    #expect(rows.bits(within: nil) == rows.bits, "\(origin)")
    let order = LiveRowsTests.order(plain.count)
    let byOrdinal = rows.bits(by: order, within: order.ordinals(ofRows: odd))
    #expect(byOrdinal.map { order.rows(ofOrdinals: $0) } == rows.bits(within: odd), "\(origin)")
    #expect((0...plain.count).map { rows.rank($0) } == ranks(plain), "\(origin)")
    let asked = stride(from: 0, to: live.count, by: max(1, live.count / 300)).map(\.self)
    #expect(asked.map { rows.row(ofRank: $0) } == asked.map { live[$0] }, "\(origin)")
    #expect(rows.row(ofRank: live.count) == plain.count, "\(origin)")
    let stretch = plain.count / 4..<plain.count - plain.count / 4
    for end in [plain.count, stretch.upperBound] {
      for row in stride(from: 0, through: end, by: max(1, plain.count / 100)) {
        #expect(rows.firstRow(from: row, to: end) == (row..<end).first { plain[$0] } ?? end, "\(origin)")
      }
    }
  }

  /// To pass over them one by one would take minutes.
  @Test func manyTombstonesArePassedOverAtOnce() {
    let rowCount = 1 << 20
    var rows = LiveRows(rowCount: rowCount)
    rows.remove(contentsOf: Array(1..<UInt32(rowCount) - 1))
    for row in 1...10_000 { #expect(rows.firstRow(from: row, to: rowCount) == rowCount - 1) }
    let bitCount = 1 << 28
    var bits = BitColumn(count: bitCount)
    bits.insert(bitCount - 1)
    let ranked = RankedBits(bits)
    for row in 0..<10_000 { #expect(ranked.firstRow(from: row, to: bitCount) == bitCount - 1) }
  }

  @Test(arguments: [0] + rowCounts, [1, 2, 30])
  func ranksAreCountedOfAnyBits(rowCount: Int, sparsity: Int) {
    let seed = UInt64(rowCount * 31 + sparsity)
    var random = SeededGenerator(seed: seed)
    let plain = (0..<rowCount).map { _ in Int.random(in: 0..<sparsity, using: &random) == 0 }
    var bits = BitColumn(count: rowCount)
    for row in plain.indices where plain[row] { bits.insert(row) }
    let ranked = RankedBits(bits)
    #expect(ranked.bits == bits && ranked.setCount == plain.count { $0 })
    #expect((0...rowCount + 70).map { ranked.rank($0) } == ranks(plain + Array(repeating: false, count: 70)))
  }

  /// Of every row, and of the end.
  private func ranks(_ plain: [Bool]) -> [Int] {
    plain.reduce(into: [0]) { ranks, isSet in ranks.append((ranks.last ?? 0) + (isSet ? 1 : 0)) }
  }
}
