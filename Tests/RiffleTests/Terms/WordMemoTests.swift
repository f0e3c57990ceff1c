import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct WordMemoTests {
  /// Words that are alike in their low bits lie in the same slot, however large the table.
  @Test(arguments: 1...UInt64(4))
  func matchesAreKeptAsInADictionary(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let lowBits = seed % 2 == 0 ? 3 : 20
    var memo = WordMemo()
    var expected: [Int: WordMatch] = [:]
    var isRight = true
    while expected.count < 700 {
      let word = Int.random(in: 0..<1 << lowBits, using: &random) | Int.random(in: 0..<1 << 7, using: &random) << 20
      if memo[word] != expected[word] { isRight = false }
      if expected[word] != nil { continue }
      let match = WordMatch(rawValue: UInt16.random(in: 0...UInt16.max, using: &random))
      memo.insert(match, for: word)
      expected[word] = match
      // Around the sizes at which the table grows.
      if (120...140).contains(expected.count) || expected.count % 100 == 0 {
        if !expected.allSatisfy({ memo[$0.key] == $0.value }) { isRight = false }
      }
    }
    #expect(isRight && expected.allSatisfy { memo[$0.key] == $0.value }, "seed \(seed)")
    let isKnown = (0..<2000).filter { memo[$0] != nil }
    #expect(isKnown == expected.keys.filter { $0 < 2000 }.sorted(), "seed \(seed)")
  }
}
