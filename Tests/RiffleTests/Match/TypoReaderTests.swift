import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct TypoReaderTests {
  private static let fewLetters = "ab1".unicodeScalars.map(\.value)
  private static let manyLetters = "aabcdefghéфy".unicodeScalars.map(\.value)
  private static let moreLetters = "aabbcé12".unicodeScalars.map(\.value)

  @Test func agreesWithTheWholeTableOnAllShortWords() {
    let texts = allTexts(over: TypoReaderTests.fewLetters, upTo: 4)
    for term in texts where !term.isEmpty {
      for word in texts { expectAgreement(term, word) }
    }
  }

  @Test(arguments: 1...UInt64(4))
  func agreesWithTheWholeTableOnLongerWords(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let term = TrickyText.scalars(from: TypoReaderTests.moreLetters, upTo: 11, using: &random)
      var word = term
      for _ in 0..<Int.random(in: 0...3, using: &random) { edit(&word, &random) }
      word += TrickyText.scalars(from: TypoReaderTests.moreLetters, upTo: 3, using: &random)
      if !term.isEmpty { expectAgreement(term, word) }
    }
  }

  /// Three typos and four count in whole words with the same first letter, but not in beginnings, and never among digits.
  @Test(arguments: 1...UInt64(4))
  func countsManyTyposInWholeWords(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var counts: [Int: Int] = [:]
    for _ in 0..<2_000 {
      let length = Int.random(in: 8...12, using: &random)
      let letters = (0..<length).map { _ in TypoReaderTests.manyLetters.randomElement(using: &random) ?? 0x61 }
      var word = letters
      for _ in 0..<Int.random(in: 2...6, using: &random) { edit(&word, &random) }
      let term = Term(letters.utf8Text).withMoreTypos
      let reference = ReferenceDistance(letters, word)
      let near = reference.nearestBeginning(within: 2)?.typos
      let expected = near ?? (letters[0] == word.first ? reference.whole(within: term.typoBudget) : nil)
      let bytes = word.utf8Text
      let found = TypoReader(term, budget: term.typoBudget)?.match(0..<bytes.count, bytes.span)
      counts[expected ?? 0, default: 0] += 1
      if found?.typos != expected || (near == nil && found?.typosInPrefix == true) {
        let name = "“\(TrickyText.string(letters))” “\(TrickyText.string(word))”, seed \(seed)"
        Issue.record("\(name): \(String(describing: found)), not \(String(describing: expected))")
      }
    }
    #expect((1...4).allSatisfy { counts[$0, default: 0] > 10 })
  }

  private func edit(_ word: inout [UInt32], _ random: inout SeededGenerator) {
    let letter = TypoReaderTests.moreLetters.randomElement(using: &random) ?? 0x61
    let place = Int.random(in: 0...word.count, using: &random)
    switch Int.random(in: 0...3, using: &random) {
    case 0: word.insert(letter, at: place)
    case 1 where place < word.count: word.remove(at: place)
    case 2 where place < word.count: word[place] = letter
    case 3 where place + 1 < word.count: word.swapAt(place, place + 1)
    default: break
    }
  }

  private func expectAgreement(_ term: [UInt32], _ word: [UInt32]) {
    let reference = ReferenceDistance(term, word)
    for budget in 1...2 {
      expectAutomatonAgrees(term, word, budget, reference)
      guard term.count > budget, let found = match(term, word, budget: budget) else { continue }
      let nearest = reference.nearestBeginning(within: budget)
      let isEqual =
        found.typos == nearest?.typos && found.length == nearest?.length ?? 0
        && (found.typos == nil || found.isPrefix == (reference.whole(within: budget) != nearest?.typos))
      if !isEqual {
        Issue.record("“\(TrickyText.string(term))” “\(TrickyText.string(word))” budget \(budget): \(found)")
      }
    }
  }

  private func match(
    _ term: [UInt32], _ word: [UInt32], budget: Int
  ) -> (typos: Int?, isPrefix: Bool, length: Int)? {
    guard let automaton = TypoAutomaton(term, budget: budget) else { return nil }
    let reader = TypoReader(Term(Array(TrickyText.string(term).utf8)), automaton)
    let letters = Array(TrickyText.string(word).utf8)
    let match = reader.match(0..<letters.count, letters.span)
    return (match?.typos, match?.typosInPrefix == true, match == nil ? 0 : reader.nearestBeginning(of: word))
  }

  /// The automaton tells the distance to every beginning, and gives up only where nothing can follow.
  private func expectAutomatonAgrees(
    _ term: [UInt32], _ word: [UInt32], _ budget: Int, _ reference: ReferenceDistance
  ) {
    guard let automaton = TypoAutomaton(term, budget: budget) else {
      Issue.record("no automaton for “\(TrickyText.string(term))”")
      return
    }
    var state = automaton.start
    for length in 0...word.count {
      if length > 0 { state = automaton.next(state, word[length - 1]) }
      let expected = reference.toBeginnings[length].flatMap { $0 <= budget ? $0 : nil }
      let mayFollow = reference.toBeginnings[length...].contains { ($0 ?? .max) <= budget }
      if automaton.typos(state) != expected || (mayFollow && !automaton.isAlive(state)) {
        Issue.record("automaton: “\(TrickyText.string(term))” “\(TrickyText.string(word))” \(length) \(budget)")
      }
    }
  }

  @Test func measuresToTheLongestOfTheNearestBeginnings() throws {
    let scalars: (String) -> [UInt32] = { $0.unicodeScalars.map(\.value) }
    let cut = try #require(match(scalars("gotebrg"), scalars("goteborgs"), budget: 2))
    #expect(cut == (typos: 1, isPrefix: true, length: 8))
    let swapped = try #require(match(scalars("ab"), scalars("bax"), budget: 1))
    #expect(swapped == (typos: 1, isPrefix: true, length: 2))
    let digits = try #require(match(scalars("v12"), scalars("v21"), budget: 2))
    #expect(digits.typos == nil)
  }

  @Test func automataHoldTermsOfUpTo63Letters() {
    let term = Array(repeating: UInt32(0x61), count: 63)
    let automaton = TypoAutomaton(term, budget: 2)
    #expect(automaton.map { $0.typos(term.dropFirst().reduce($0.start, $0.next)) } == 1)
    #expect(TypoAutomaton(term + [0x61], budget: 2) == nil)
  }
}
