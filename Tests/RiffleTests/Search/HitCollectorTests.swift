import Testing

@testable import Riffle

@Suite struct HitCounterTests {
  @Test func hitsAreCountedOnceAndUntilThereAreMoreThanTheLimit() {
    var counter = HitCounter(rowCount: 10, limit: 3)
    for row in [4, 4, 2, 9, 2] { counter.insert(row) }
    #expect(!counter.isDone && counter.count == 3 && counter.rows.rows == [2, 4, 9])
    counter.insert(3)
    #expect(counter.isDone && counter.count == 4)
  }
}

@Suite struct HitCollectorTests {
  private func row(_ cost: UInt32, _ row: Int) -> RankedRow {
    RankedRow(score: Score(cost: cost, weight: 0, isAsTyped: false), length: 0, row: row)
  }

  @Test func whatIsDearerThanTheBestByMoreThanReachIsNoHit() {
    var collector = HitCollector(capacity: 5, reach: 10)
    for (number, cost) in [25, 12, 22, 23, 13].enumerated() { collector.insert(row(UInt32(cost), number)) }
    #expect(collector.least == 12 && collector.limit == 22 && collector.ceiling == 22)
    #expect(collector.admits(22) && !collector.admits(23))
    let (rows, least, isCut) = collector.finish()
    #expect(rows.map(\.row) == [1, 4, 2] && least == 12 && isCut == true)
  }

  @Test func aFullWindowAdmitsWhatIsNoDearerThanItsLast() {
    var collector = HitCollector(capacity: 2, reach: .max)
    for (number, cost) in [5, 7].enumerated() { collector.insert(row(UInt32(cost), number)) }
    #expect(collector.limit == .max && collector.ceiling == 7 && collector.admits(7) && !collector.admits(8))
  }

  @Test func otherPartsOfAListHaveASay() {
    let collector = HitCollector(capacity: 2, reach: 4, worst: row(9, 0), least: 3, most: 6)
    #expect(collector.limit == 6 && collector.ceiling == 6)
    #expect(HitCollector.limit(least: .max, reach: 4) == .max)
  }
}
