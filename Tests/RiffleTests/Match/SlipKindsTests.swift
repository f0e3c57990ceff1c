import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct SlipKindsTests {
  private func unlikeness(_ term: String, _ word: String, prefix: Bool = false) -> Int {
    SlipKinds.unlikeness(term.unicodeScalars.map(\.value), word.unicodeScalars.map(\.value), prefix: prefix)
  }

  @Test(arguments: [
    ("hte", "the", 0), ("comittee", "committee", 0), ("leter", "letter", 0), ("lettter", "letter", 0),
    ("helo", "hello", 0), ("definately", "definitely", 1), ("fone", "done", 2), ("grammer", "grammar", 1),
    ("kat", "cat", 1), ("bat", "cat", 2), ("exellent", "excellent", 0), ("word", "world", 0), ("worxd", "word", 2),
    ("recieve", "receive", 0), ("zebra", "cebra", 1), ("zebra", "debra", 2), ("год", "гид", 1),
  ])
  func slipsOfTheHandComeBeforeThoseOfTheEarAndTheseBeforeOthers(_ term: String, _ word: String, expected: Int) {
    #expect(unlikeness(term, word) == expected)
  }

  /// Digits are not slips, whatever stands around them.
  @Test(arguments: ["a1", "1", "12a", "a12345"])
  func digitsAreNoSlips(_ word: String) {
    for term in ["ab", "b1", "a2", "aa1"] { #expect(unlikeness(term, word) <= SlipKinds.most) }
    #expect(unlikeness(word, word) == 0)
  }

  @Test func ofABeginningOnlyTheBeginningCounts() {
    #expect(unlikeness("recieve", "receiver", prefix: true) == 0)
    #expect(unlikeness("grammer", "grammars", prefix: true) == 1)
  }

  /// Of all ways to count as few typos the one counts that is most like slips of the hand.
  @Test(arguments: 1...UInt64(60))
  func noSlipsCountMoreThanThoseThatWereMade(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let letters = Array("aeioubcdfgklmnprst".unicodeScalars.map(\.value))
    var checked = 0
    for _ in 0..<200 {
      let word = (0..<Int.random(in: 10...12, using: &random)).map { _ in
        letters[Int.random(in: 0..<letters.count, using: &random)]
      }
      var (term, made) = (word, 0)
      let slips = Int.random(in: 1...2, using: &random)
      for slip in 0..<slips {
        // Apart from each other: no letter is edited twice.
        let place = slip * 6 + Int.random(in: 0...1, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: term.swapAt(place, place + 1)
        case 1: term.remove(at: place)
        case 2: term.insert(term[place], at: place)
        default:
          term[place] = letters[Int.random(in: 0..<letters.count, using: &random)]
          made += 2
        }
      }
      // Others may be fewer.
      guard ReferenceDistance(term, word).whole(within: 2) == slips else { continue }
      checked += 1
      #expect(SlipKinds.unlikeness(term, word, prefix: false) <= made, "\(term) for \(word), seed \(seed)")
      #expect(SlipKinds.unlikeness(term, word, prefix: true) <= made, "\(term) for \(word), seed \(seed)")
    }
    #expect(checked > 50)
  }
}
