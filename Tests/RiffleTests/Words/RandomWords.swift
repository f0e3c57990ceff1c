import RiffleTestSupport

@testable import Riffle

/// Words that share much of their letters, in several scripts, with digits and long ones among them.
func randomWords(_ random: inout SeededGenerator, count: Int) -> [[UInt8]] {
  let alphabets = ["ab1", "aeinst", "абв", "한국", "éñ", "e\u{301}𝒳z"].map { Array($0.unicodeScalars.map(\.value)) }
  var words = Set<[UInt8]>()
  for _ in 0..<count {
    let alphabet = alphabets.randomElement(using: &random) ?? [0x61]
    var word = TrickyText.scalars(from: alphabet, upTo: 12, using: &random).utf8Text
    if Int.random(in: 0..<20, using: &random) == 0 {
      word = Array(repeating: 0x61, count: Int.random(in: 200...300, using: &random)) + word
    }
    if !word.isEmpty { words.insert(word) }
  }
  return words.sorted { $0.lexicographicallyPrecedes($1) }
}

/// - Parameter largestBucket: of the trie; few words make a deep trie only where it is small.
func dictionary(of words: [[UInt8]], largestBucket: Int = 2) -> WordDictionary {
  var interner = WordInterner()
  for word in words { _ = interner.number(of: word.indices, in: word.span) }
  return WordDictionary(SortedWords(try! WordOrder([interner])), largestBucket: largestBucket)
}

extension WordMatch {
  /// What is left where fewer typos are allowed.
  func limited(to budget: Int) -> WordMatch {
    typos <= budget ? self : WordMatch(loose: loose, typos: 0, typosInPrefix: false, wrongFirstLetter: false)
  }
}

/// A word, or part of one, as it may be misspelt; one in three may have many typos.
func randomTerm(like words: [[UInt8]], _ random: inout SeededGenerator) -> Term? {
  guard let word = words.randomElement(using: &random) else { return nil }
  var letters = String(decoding: word, as: UTF8.self).unicodeScalars.map(\.value)
  if Bool.random(using: &random) {
    letters = Array(letters.prefix(Int.random(in: 1...(Bool.random(using: &random) ? 8 : 70), using: &random)))
  }
  if Bool.random(using: &random) { letters.removeFirst() }
  for _ in 0..<Int.random(in: 0...2, using: &random) where letters.count > 1 {
    letters.swapAt(Int.random(in: 0..<letters.count - 1, using: &random), letters.count - 1)
  }
  if letters.isEmpty { return nil }
  let term = Term(letters.utf8Text)
  return Int.random(in: 0..<3, using: &random) == 0 ? term.withMoreTypos : term
}
