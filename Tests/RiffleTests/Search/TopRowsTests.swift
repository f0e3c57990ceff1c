import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct TopRowsTests {
  @Test(arguments: [0, 1, 2, 10, 99, 100, 4096, 4097, 100_000, .max, -1])
  func theBestRowsAreThoseOfASort(capacity: Int) {
    var random = SeededGenerator(seed: 5)
    for count in [0, 1, 100, 5000] {
      // Few values, so that there are ties, which list order decides.
      let rows = (0..<count).map { row in
        RankedRow(
          score: Score(rawValue: UInt64.random(in: 0...20, using: &random)),
          length: Int.random(in: 0...3, using: &random), row: row)
      }
      var top = TopRows(capacity: capacity)
      for row in rows.shuffled(using: &random) { top.insert(row) }
      let sorted = rows.sorted()
      for offset in [0, 1, 5, capacity, -3] {
        let isEqual = top.rows(from: offset) == Array(sorted.prefix(max(0, capacity)).dropFirst(max(0, offset)))
        #expect(isEqual, "\(count) rows from \(offset)")
      }
    }
  }

  @Test func onlyBetterRowsAreAdmittedOnceThereIsNoRoom() {
    let rows = (0..<4).map { RankedRow(score: Score(rawValue: UInt64($0)), length: 0, row: $0) }
    var top = TopRows(capacity: 2)
    #expect(top.admits(rows[3]))
    top.insert(rows[1])
    #expect(top.admits(rows[3]))
    top.insert(rows[2])
    #expect(rows.map(top.admits) == [true, true, false, false])
    top.insert(rows[0])
    #expect(rows.map(top.admits) == [true, false, false, false])
  }

  @Test func noRowIsAdmittedWhereNoneIsWanted() {
    #expect(!TopRows(capacity: 0).admits(RankedRow(score: Score(rawValue: 0), length: 0, row: 0)))
  }
}

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
    RankedRow(score: Score(cost: cost, isAsTyped: false, weight: 0), length: 0, row: row)
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

@Suite struct ScoreTests {
  @Test func costThenAsTypedThenWeightDecide() {
    let scores = [
      Score(cost: 0, isAsTyped: true, weight: .max), Score(cost: 0, isAsTyped: true, weight: 0),
      Score(cost: 0, isAsTyped: false, weight: .max), Score(cost: 0, isAsTyped: false, weight: 1),
      Score(cost: 0, isAsTyped: false, weight: 0), Score(cost: 1, isAsTyped: true, weight: .max),
      Score(cost: 1000, isAsTyped: false, weight: 0), Score(cost: .max, isAsTyped: false, weight: 0),
    ]
    #expect(scores == scores.sorted())
    #expect(Set(scores).count == scores.count)
    #expect(scores.map(\.isAsTyped) == [true, true, false, false, false, true, false, false])
    #expect(scores[6].cost == 5)
  }

  @Test func highestSubsequencesComeFirst() {
    let scores = [
      Score(subsequence: 70_000, weight: 0), Score(subsequence: 65_534, weight: 1),
      Score(subsequence: 65_534, weight: 0), Score(subsequence: 0, weight: 9), Score(subsequence: -5, weight: 0),
    ]
    #expect(scores == scores.sorted())
  }

  @Test func lengthThenListOrderDecideBetweenEqualScores() {
    let score = Score(rawValue: 7)
    let rows = [
      RankedRow(score: Score(rawValue: 6), length: 9, row: 9), RankedRow(score: score, length: 1, row: 5),
      RankedRow(score: score, length: 2, row: 1), RankedRow(score: score, length: 2, row: 3),
    ]
    #expect(rows == rows.reversed().sorted())
  }
}
