import Testing

@testable import Riffle

@Suite struct ScoreTests {
  @Test func costThenAsTypedThenSlipsThenWeightDecide() {
    let scores = [
      Score(cost: 0, isAsTyped: true, weight: .max), Score(cost: 0, isAsTyped: true, weight: 0),
      Score(cost: 0, isAsTyped: false, weight: .max), Score(cost: 0, isAsTyped: false, weight: 1),
      Score(cost: 0, isAsTyped: false, weight: 0), Score(cost: 0, isAsTyped: false, slips: 1, weight: .max),
      Score(cost: 0, isAsTyped: false, slips: 7, weight: .max), Score(cost: 1, isAsTyped: true, weight: .max),
      Score(cost: 1000, isAsTyped: false, weight: 0), Score(cost: .max, isAsTyped: false, weight: 0),
    ]
    #expect(scores == scores.sorted())
    #expect(Set(scores).count == scores.count)
    #expect(scores.map(\.isAsTyped) == [true, true, false, false, false, false, false, true, false, false])
    #expect(scores[8].cost == 5)
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
