import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct StaticOrderTests {
  private static let firstSeed = setting("RIFFLE_SEED").map(UInt64.init) ?? 1

  @Test(arguments: 0..<UInt64(40))
  func rowsAreSortedByKeyAndThenByPlace(_ offset: UInt64) {
    let seed = StaticOrderTests.firstSeed + offset
    var random = SeededGenerator(seed: seed)
    let most = [0, 1, 300, 1 << 20, 1 << 60][Int.random(in: 0..<5, using: &random)] as UInt64
    let keys = (0..<Int.random(in: 0...2000, using: &random)).map { _ in UInt64.random(in: 0...most, using: &random) }
    let order = StaticOrder(keys)
    let expected = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    #expect(order.all.map(Int.init) == expected && order.count == keys.count, "seed \(seed)")
    #expect(expected.indices.allSatisfy { order.row($0) == expected[$0] }, "seed \(seed)")
    #expect(expected.indices.allSatisfy { order.ordinal(expected[$0]) == $0 }, "seed \(seed)")
    let share = [1, 3, 50][Int.random(in: 0..<3, using: &random)]
    var rows = BitColumn(count: keys.count)
    for row in keys.indices where Int.random(in: 0..<share, using: &random) == 0 { rows.insert(row) }
    let ordinals = order.ordinals(ofRows: rows)
    #expect(ordinals.rows == expected.indices.filter { rows[expected[$0]] }.map { UInt32($0) }, "seed \(seed)")
    #expect(order.rows(ofOrdinals: ordinals) == rows, "seed \(seed)")
  }

  @Test func weightThenWordsThenLengthDecide() {
    let keys = [
      StaticOrder.key(weight: .max, titleWords: 1, titleLength: 9),
      StaticOrder.key(weight: .max, titleWords: 2, titleLength: 3),
      StaticOrder.key(weight: .max, titleWords: 64, titleLength: 1),
      StaticOrder.key(weight: 1, titleWords: 1, titleLength: 1),
      StaticOrder.key(weight: 0, titleWords: 0, titleLength: 0),
      StaticOrder.key(weight: 0, titleWords: 1, titleLength: 70_000),
    ]
    #expect(keys == keys.sorted() && Set(keys).count == keys.count)
    #expect(
      StaticOrder.key(weight: 0, titleWords: 64, titleLength: 1)
        == StaticOrder.key(weight: 0, titleWords: 200, titleLength: 1))
  }

  /// What is left out because of its ordinal is no better than what is kept.
  @Test(arguments: 0..<UInt64(20))
  func noBetterRowIsTurnedDownForItsOrdinal(_ offset: UInt64) throws {
    let seed = StaticOrderTests.firstSeed + offset
    var random = RandomText(seed: seed, mixesScripts: false)
    let items = random.items(count: 200).map { item in
      Item(id: item.id, title: item.title, weight: random.oneIn(2) ? 0 : UInt16(random.number(below: 3)))
    }
    let segment = try SearchIndex(items).snapshot().segments[0]
    func row(_ ordinal: Int, isAsTyped: Bool, number: Int) -> RankedRow {
      let row = segment.order.row(ordinal)
      let score = Score(
        cost: 200, weight: segment.weight(row), titleWords: segment.tokens.titleWords(ordinal), isAsTyped: isAsTyped)
      return RankedRow(score: score, length: segment.titles.indexedRange(row).count, row: number)
    }
    var turnedDown = 0
    for worstOrdinal in stride(from: 0, to: segment.count, by: 7) {
      let isAsTyped = random.oneIn(2)
      let worst = row(worstOrdinal, isAsTyped: isAsTyped, number: random.oneIn(2) ? worstOrdinal : Int(UInt32.max))
      var collector = HitCollector(capacity: 1, reach: .max, worst: worst, bestWeight: segment.bestWeight)
      collector.segment = segment
      for ordinal in 0..<segment.count where !collector.admits(200, ordinal: ordinal) {
        turnedDown += 1
        #expect(!(row(ordinal, isAsTyped: true, number: ordinal) < worst), "\(ordinal), \(worstOrdinal), seed \(seed)")
      }
    }
    #expect(turnedDown > 0)
  }
}
