import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct WordRangeTests {
  @Test(arguments: UInt64(1)...200)
  func itsWordsAmongThoseOfARowAreFound(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let most = [40, 5000, TokenColumn.maximumWordCount].randomElement(using: &random) ?? 40
    let first = Int.random(in: 0..<most, using: &random)
    let words = WordRange(first..<Int.random(in: first...most, using: &random))
    let tokens = (0..<Int.random(in: 0...150, using: &random)).map { _ in
      // Both ends of the range, and what stands beside it, too.
      let edge = [words.first, words.first &+ words.count, .random(in: 0..<UInt32(most), using: &random)]
      let number = (edge.randomElement(using: &random) ?? 0) &- .random(in: 0...1, using: &random)
      return number & TokenColumn.wordBits | .random(in: 0...UInt32.max, using: &random) & ~TokenColumn.wordBits
    }
    for start in 0...tokens.count {
      let found = words.bits(in: tokens.span, from: start)
      for bit in 0..<UInt64.bitWidth {
        let numbers = Int(words.first)..<Int(words.first + words.count)
        let holds = start + bit < tokens.count && numbers.contains(TokenColumn.word(tokens[start + bit]))
        #expect((found >> UInt64(bit) & 1 == 1) == holds, "seed \(seed), word \(start + bit)")
      }
    }
  }
}
