import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct ScoreTests {
  @Test func costThenMarksThenSlipsThenWeightThenWordsDecide() {
    let scores = [
      Score(cost: 0, weight: .max, isAsTyped: false), Score(cost: 0, weight: .max, titleWords: 2, isAsTyped: true),
      Score(cost: 0, weight: .max, titleWords: 64, isAsTyped: true), Score(cost: 0, weight: 1, isAsTyped: true),
      Score(cost: 0, weight: 0, isAsTyped: true), Score(cost: 0, slips: 1, weight: .max, isAsTyped: true),
      Score(cost: 0, slips: 7, weight: 0, titleWords: 64, isAsTyped: false),
      Score(cost: 0, showsMarks: false, weight: .max, isAsTyped: true), Score(cost: 1, weight: .max, isAsTyped: true),
      Score(cost: 1000, weight: 0, isAsTyped: false), Score(cost: .max, weight: 0, isAsTyped: false), Score.none,
    ]
    #expect(scores == scores.sorted())
    #expect(Set(scores).count == scores.count)
    #expect(scores.map(\.isAsTyped).prefix(4) == [false, true, true, true])
    #expect(scores[9].cost == 5)
  }

  @Test func titlesOfMoreThan64WordsAreAlike() {
    #expect(
      Score(cost: 3, weight: 0, titleWords: 64, isAsTyped: true)
        == Score(cost: 3, weight: 0, titleWords: 300, isAsTyped: true))
  }

  @Test(arguments: [0, 25, 200, 12_775] as [UInt32]) func whatWeightsAreWorthChangesTheOrderAndNotTheCost(worth: UInt32)
  {
    var random = SeededGenerator(seed: UInt64(worth) + 1)
    var scored: [(order: Double, score: Score)] = []
    for _ in 0..<2000 {
      let (cost, weight) = (
        UInt32.random(in: 0...20_000, using: &random), UInt16.random(in: 0...(.max), using: &random)
      )
      let score = Score(cost: cost, worth: worth, weight: weight, isAsTyped: true)
      #expect(score.units == cost)
      scored.append((Double(cost) - Double(worth) * Double(weight) / 65_535, score))
    }
    for (a, b) in zip(scored, scored.dropFirst()) where abs(a.order - b.order) > 1 {
      #expect((a.order < b.order) == (a.score < b.score))
    }
  }

  @Test func whatIsAddedStaysWithinTheCost() {
    let score = Score(cost: 100, worth: 50, slips: 2, weight: 7, titleWords: 3, isAsTyped: false)
    #expect(score.adding(40) == Score(cost: 140, worth: 50, slips: 2, weight: 7, titleWords: 3, isAsTyped: false))
    #expect(score.adding(40).adding(-40) == score)
    #expect(score.adding(-1000).orderedUnits == 0)
    #expect(score.adding(1 << 40) > score && score.adding(1 << 40) < .none)
  }

  @Test func highestSubsequencesComeFirst() {
    let scores = [
      Score(subsequence: 70_000, weight: 0), Score(subsequence: 65_534, weight: 1),
      Score(subsequence: 65_534, weight: 0), Score(subsequence: 0, weight: 9), Score(subsequence: -5, weight: 0),
    ]
    #expect(scores == scores.sorted())
  }

  @Test func lengthThenWhatIsTypedThenListOrderDecideBetweenEqualScores() {
    let (typed, other) = (Score(rawValue: 6), Score(rawValue: 7))
    #expect(typed == other && !(typed < other) && typed.isAsTyped != other.isAsTyped)
    let rows = [
      RankedRow(score: Score(rawValue: 5), length: 9, row: 9), RankedRow(score: other, length: 1, row: 5),
      RankedRow(score: typed, length: 2, row: 4), RankedRow(score: other, length: 2, row: 1),
      RankedRow(score: other, length: 2, row: 3),
    ]
    #expect(rows == rows.reversed().sorted())
  }
}
