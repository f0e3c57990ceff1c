/// Finds the ways in which a row of the scorer matches a word, as ``TermMatcher`` does, for words that are
/// seen once: most are turned down by the letters they lack.
final class TermProbe: Sendable {
  let matcher: TermMatcher
  let letters: LetterSet
  /// How many typos a match can have that the scorer may take.
  let typos: Int
  private let automaton: TypoAutomaton?

  /// - Parameter typos: what ``Scorer/typos(ofRow:)`` says.
  init(_ matcher: TermMatcher, typos: Int) {
    self.matcher = matcher
    self.typos = typos
    letters = LetterSet(matcher.term.bytes)
    automaton = typos > 0 ? TypoAutomaton(matcher.term.scalars, budget: typos) : nil
  }

  /// How many typos a match with a word of these letters has at least; `nil` if there is no match.
  @inline(__always)
  func fewestTypos(_ word: LetterSet, length: Int) -> Int? {
    let missing = letters.subtracting(word)
    if missing.isEmpty { return 0 }
    guard missing.holds(atMost: typos), !missing.hasDigits, length + typos >= matcher.term.length else { return nil }
    return missing.count
  }

  /// What ``TermMatcher/match(_:scratch:)`` says, but for typos that the scorer cannot take.
  ///
  /// - Parameters:
  ///   - word: folded, valid UTF-8.
  ///   - letters: its letters.
  func match(_ word: Span<UInt8>, _ letters: LetterSet, scratch: inout TypoScratch) -> WordMatch {
    guard fewestTypos(letters, length: word.count) != nil else { return .none }
    let term = matcher.term
    let holdsAll = self.letters.subtracting(letters).isEmpty
    if holdsAll, word.starts(with: term.bytes) {
      return WordMatch(literal: word.count == term.bytes.count ? .exact : .prefix)
    }
    guard matcher.admitsLoose else { return .none }
    // Long terms are few, and those of one letter have rules of their own.
    guard term.length > 1, term.length <= TypoAutomaton.longestTerm else {
      return matcher.match(word, scratch: &scratch)
    }
    var loose = WordMatch.Loose.none
    if holdsAll, word.count >= term.bytes.count {
      if term.length >= TermMatcher.shortestInfix, word.firstOffset(of: term.bytes, from: 1) != nil {
        loose = .infix
      } else if word[0] == term.bytes[0] {
        decodeScalars(word, into: &scratch.word)
        loose = matcher.skeleton(of: scratch.word) ?? .none
      }
    }
    let found = distance(to: word)
    guard let found else {
      return loose == .none
        ? .none : WordMatch(loose: loose, typos: 0, typosInPrefix: false, wrongFirstLetter: false)
    }
    return WordMatch(
      loose: loose, typos: found.typos, typosInPrefix: found.isPrefix,
      wrongFirstLetter: decodeScalar(word, at: 0).scalar != term.scalars[0])
  }

  /// The fewest typos to any beginning of the word, and whether the whole word has more.
  private func distance(to word: Span<UInt8>) -> (typos: Int, isPrefix: Bool)? {
    guard automaton != nil else { return nil }
    return walk(word)
  }

  @inline(__always)
  private func walk(_ word: Span<UInt8>) -> (typos: Int, isPrefix: Bool)? {
    guard var state = automaton?.start else { return nil }
    var best = automaton?.typos(state)
    var whole = best
    var index = 0
    while index < word.count {
      let (scalar, length) = decodeScalar(word, at: index)
      index &+= length
      guard let next = automaton?.next(state, scalar), automaton?.isAlive(next) == true else {
        whole = nil
        break
      }
      state = next
      whole = automaton?.typos(state)
      if let typos = whole, typos < best ?? .max { best = typos }
    }
    return best.map { ($0, whole != $0) }
  }
}
