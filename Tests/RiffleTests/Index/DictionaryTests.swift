import RiffleTestSupport
import Testing

@testable import Riffle

/// Words that share much of their letters, in several scripts, with digits and long ones among them.
private func randomWords(_ random: inout SeededGenerator, count: Int) -> [[UInt8]] {
  let alphabets = ["ab1", "aeinst", "абв", "한국", "éñ", "e\u{301}𝒳z"].map { Array($0.unicodeScalars.map(\.value)) }
  var words = Set<[UInt8]>()
  for _ in 0..<count {
    let alphabet = alphabets.randomElement(using: &random) ?? [0x61]
    var word = TrickyText.scalars(from: alphabet, upTo: 9, using: &random).utf8Text
    if Int.random(in: 0..<20, using: &random) == 0 {
      word = Array(repeating: 0x61, count: Int.random(in: 200...300, using: &random)) + word
    }
    if !word.isEmpty { words.insert(word) }
  }
  return words.sorted { $0.lexicographicallyPrecedes($1) }
}

private func dictionary(of words: [[UInt8]]) -> WordDictionary {
  var ranges: [Range<Int>] = []
  for word in words { ranges.append((ranges.last?.upperBound ?? 0)..<(ranges.last?.upperBound ?? 0) + word.count) }
  let bytes = words.flatMap { $0 }
  return WordDictionary(sorted: ranges, in: bytes.span)
}

@Suite struct WordDictionaryTests {
  @Test(arguments: 1...UInt64(5))
  func lookingUpIsFiltering(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let words = randomWords(&random, count: 200)
    let dictionary = dictionary(of: words)
    #expect(dictionary.count == words.count)
    for (number, word) in words.enumerated() { #expect(Array(dictionary.bytes[dictionary.range(number)]) == word) }
    for word in words.shuffled(using: &random).prefix(12) {
      let length = Int.random(in: 1...word.count, using: &random)
      for letters in [Array(word.prefix(length)), Array(word.suffix(length)), word + [0x7A], [0xFF]] {
        let withPrefix = dictionary.words(withPrefix: letters)
        #expect(Array(withPrefix) == words.indices.filter { words[$0].starts(with: letters) })
        var holding: [Int] = []
        dictionary.forEachWord(holding: letters) { holding.append($0) }
        #expect(holding == words.indices.filter { contains(words[$0].dropFirst(), letters) })
      }
    }
    #expect(dictionary.words(withPrefix: []) == 0..<words.count)
  }

  private func contains(_ word: ArraySlice<UInt8>, _ letters: [UInt8]) -> Bool {
    word.indices.contains { word[$0...].starts(with: letters) }
  }

  @Test func wordsWithACommonBeginningArePassedOver() {
    var random = SeededGenerator(seed: 3)
    let words = randomWords(&random, count: 200)
    let dictionary = dictionary(of: words)
    for word in words.indices {
      for length in [1, 2, 3, 200, 255, 256, 300] where length <= words[word].count {
        let next = dictionary.firstWord(after: word, sharingFewerThan: length)
        let expected =
          words.indices.first { $0 > word && !words[$0].starts(with: words[word].prefix(length)) } ?? words.count
        // Longer beginnings are not told apart; then the next word is passed on.
        #expect(length > 255 ? next == word + 1 : next == expected)
      }
    }
  }

  @Test func anEmptyDictionaryHoldsNothing() {
    let dictionary = dictionary(of: [])
    #expect(dictionary.count == 0)
    #expect(dictionary.words(withPrefix: [0x61]).isEmpty)
    dictionary.forEachWord(holding: [0x61]) { _ in Issue.record("a word out of nothing") }
  }
}

@Suite struct TermWordsTests {
  /// The index must find for every word what the matcher says of it.
  @Test(arguments: 1...UInt64(8))
  func theDictionarySaysWhatTheMatcherSays(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let words = randomWords(&random, count: 300)
    let dictionary = dictionary(of: words)
    var scratch = TypoScratch()
    for _ in 0..<60 {
      guard let term = term(like: words, &random) else { continue }
      for admitsLoose in [true, false] {
        let matcher = TermMatcher(term, admitsLoose: admitsLoose)
        let found = TermWords(matcher, in: dictionary, typoBudget: matcher.term.anchoredTypoBudget)
        for (number, word) in words.enumerated() {
          let expected = matcher.match(word.span, scratch: &scratch)
          if found[number] != expected {
            Issue.record("\(term.bytes.asText) in \(word.asText): \(found[number]), expected \(expected)")
          }
        }
        let numbers = found.loose.flatMap { Array($0.words) }
        #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
      }
    }
  }

  /// A cut and misspelt word, now and then longer than the automaton reaches.
  private func term(like words: [[UInt8]], _ random: inout SeededGenerator) -> Term? {
    guard let word = words.randomElement(using: &random) else { return nil }
    var letters = String(decoding: word, as: UTF8.self).unicodeScalars.map(\.value)
    if Bool.random(using: &random) { letters = Array(letters.prefix(Int.random(in: 1...8, using: &random))) }
    if Bool.random(using: &random) { letters.removeFirst() }
    for _ in 0..<Int.random(in: 0...2, using: &random) where letters.count > 1 {
      letters.swapAt(Int.random(in: 0..<letters.count - 1, using: &random), letters.count - 1)
    }
    return letters.isEmpty ? nil : Term(letters.utf8Text)
  }

  /// What a signature rules out, the matcher must not accept.
  @Test(arguments: 1...UInt64(4))
  func signaturesRuleOutNoMatch(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let words = randomWords(&random, count: 150)
    var scratch = TypoScratch()
    for _ in 0..<60 {
      guard let term = term(like: words, &random) else { continue }
      let signature = LetterSignature(term.bytes.span)
      for word in words {
        let match = TermMatcher(term).match(word.span, scratch: &scratch)
        if match.isNone { continue }
        let wordSignature = LetterSignature(word.span)
        // Only typos account for letters that are missing, and for digits nothing does.
        let typos = match.isLiteral || match.loose != .none ? 0 : match.typos
        var letters = RowLetters()
        letters.insert(wordSignature)
        let missing = letters.missing(of: RowLetters(signature))
        if !wordSignature.isMissing(atMost: typos, of: signature) || missing ?? .max > typos {
          Issue.record("\(term.bytes.asText) matches \(word.asText): \(match)")
        }
      }
    }
  }
}

@Suite struct WordInternerTests {
  @Test func wordsKeepTheNumberTheyGetFirst() {
    var random = SeededGenerator(seed: 9)
    var interner = WordInterner()
    var numbers: [[UInt8]: UInt32] = [:]
    // More than the first table holds, so that it grows.
    for _ in 0..<12_000 {
      let word = TrickyText.scalars(from: Array("abcdéх東\u{0}".unicodeScalars.map(\.value)), upTo: 6, using: &random)
        .utf8Text
      let text = [0x2D] + word + [0x2D]
      let number = interner.number(of: 1..<text.count - 1, in: text)
      if numbers[word, default: number] != number { Issue.record("\(word.asText): \(number)") }
      numbers[word] = number
    }
    #expect(interner.count == numbers.count && numbers.count > 4096)
    #expect(Set(numbers.values) == Set(0..<UInt32(numbers.count)))
    for (word, number) in numbers where Array(interner.bytes[interner.range(Int(number))]) != word {
      Issue.record("\(word.asText) is not kept")
    }
    let sorted = interner.sortedNumbers().map { Array(interner.bytes[interner.range(Int($0))]) }
    let isSorted = sorted == numbers.keys.sorted { $0.lexicographicallyPrecedes($1) }
    #expect(isSorted)
  }
}
