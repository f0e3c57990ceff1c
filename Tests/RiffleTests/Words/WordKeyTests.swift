import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct WordKeyTests {
  /// Wherever a word lies: near the end of the text no eight bytes can be read at once.
  @Test(arguments: 0...20)
  func keysAreThoseOfTheWord(length: Int) {
    let word = (0..<length).map { UInt8($0 + 1) }
    let alone = WordKey(0..<length, of: word.span.bytes, .ofProcess)
    let head = word.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    #expect(alone.head == head)
    #expect(alone.needsComparison == (length > 8))
    for after in 0...9 {
      let text = [7, 7, 7] + word + [UInt8](repeating: 9, count: after)
      let key = WordKey(3..<3 + length, of: text.span.bytes, .ofProcess)
      #expect(key.head == head && key.tag == alone.tag, "\(after) bytes after it")
    }
  }

  /// Zeros at the end are not told by the first eight bytes.
  @Test func wordsThatEndInZerosAreToldApart() {
    let text = [UInt8](repeating: 0, count: 8)
    let tags = Set((0...8).map { WordKey(0..<$0, of: text.span.bytes, .ofProcess).tag })
    #expect(tags.count == 9)
  }

  /// Of a known seed, words can be made that all hash alike: where one factor is 0, so is the product.
  @Test func wordsThatCollideTakeFewProbes() {
    let lastBlock = Array("abcdefgh".utf8)
    let seed = WordSeed(first: lastBlock.reversed().reduce(0) { $0 << 8 | UInt64($1) }, second: 0x1234_5679)
    let count = 20_000
    let others = (0..<count).map { Array("\($0 + 10_000_000)".utf8) }
    let colliding = others.map { $0 + lastBlock }
    #expect(Set(colliding.map { WordKey(0..<16, of: $0.span.bytes, seed).tag }).count == 1)
    for (words, probesEach) in [(others, 3), (colliding, WordInterner.longestChain)] {
      var interner = WordInterner(seed)
      for _ in 0..<2 {
        #expect(words.map { interner.number(of: 0..<$0.count, in: $0.span) } == (0..<UInt32(count)).map { $0 })
      }
      // Twice for all words, and once when the table grows, for each that fits.
      #expect(interner.probeCount <= 3 * count * probesEach)
    }
  }

  @Test(arguments: 1...UInt64(10))
  func wordsAreSortedByKey(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let mask = UInt64.random(in: 0...UInt64.max, using: &random)
    var words = (0..<UInt32(Int.random(in: 0...700, using: &random))).map { number in
      WordSort.Word(key: UInt64.random(in: 0...UInt64.max, using: &random) & mask, number: number)
    }
    let expected = words.sorted { ($0.key, $0.number) < ($1.key, $1.number) }.map(\.number)
    WordSort.sortByKey(&words)
    #expect(words.map(\.number) == expected, "seed \(seed)")
  }
}
