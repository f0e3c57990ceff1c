import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct RunMatcherTests {
  /// Words that begin alike, so that a term can be cut in many ways.
  private static let words = [
    "a", "b", "ab", "aa", "ba", "aab", "aB", "aAb", "a-b", "ab-aB", "a1", "1a-b", "é", "aé", "東京",
  ]

  @Test(arguments: 1...UInt64(6))
  func theCheapestOfAllCutsIsFound(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      let item = ScoredItem(
        title: text(upTo: 5, &random), searchText: text(upTo: 3, &random), reading: text(upTo: 2, &random))
      for _ in 0..<4 {
        let letters = TrickyText.scalars(from: "aaabbb1e".unicodeScalars.map(\.value), upTo: 7, using: &random)
        if letters.isEmpty { continue }
        expectReferenceRuns(Term(letters.utf8Text), item)
      }
    }
  }

  private func text(upTo count: Int, _ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...count, using: &random))
      .map { _ in RunMatcherTests.words.randomElement(using: &random) ?? "a" }.joined(separator: " ")
  }

  private func expectReferenceRuns(_ term: Term, _ item: ScoredItem) {
    let reference = ReferenceRuns(term, in: item, costs: .standard)
    let matcher = RunMatcher(term, costs: .standard)
    let layout = item.scratch.layout
    var memo = RunMemo()
    for first in layout.words.indices {
      let found = matcher.match(at: first, in: layout, letters: item.item.letters.span, memo: &memo)
      var empty = RunMemo()
      let shown = matcher.match(
        at: first, in: layout, letters: item.item.letters.span, memo: &empty, keepsPieces: true)
      let cost = reference.cheapest(from: first)
      // The pieces are those of a run that costs as much.
      let pieces = shown.map { reference.cost(of: $0.pieces) }
      let isRight =
        found?.cost == cost && shown?.cost == cost && pieces??.cost == cost && pieces??.way == found?.way
        && shown?.pieces.first?.word ?? first == first && shown?.pieces.last?.word == found?.last
      if !isRight {
        let words = layout.words.map { String(decoding: item.item.letters[$0.range], as: UTF8.self) }
        Issue.record(
          "\(term.bytes.asText) from word \(first) of \(words): \(String(describing: shown)), expected \(String(describing: cost))"
        )
      }
    }
  }
}

extension [UInt8] {
  var asText: String { "“\(String(decoding: self, as: UTF8.self))”" }
}
