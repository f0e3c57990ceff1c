/// Finds the ways in which a row of the scorer matches a word, as ``TermMatcher`` does, for words that are
/// seen once: most are turned down by the letters they lack.
final class TermProbe: Sendable {
  let matcher: TermMatcher
  let letters: LetterSet
  /// How many typos a match can have that the scorer may take.
  let typos: Int
  let firstByte: UInt8
  /// In scalars.
  private let length: Int
  /// Which bytes stand after the first one, by their lowest six bits.
  private let laterBytes: UInt64
  private let reader: TypoReader?

  /// - Parameter typos: what ``Scorer/typos(ofRow:)`` says.
  init(_ matcher: TermMatcher, typos: Int) {
    self.matcher = matcher
    self.typos = typos
    letters = LetterSet(matcher.term.bytes)
    length = matcher.term.length
    firstByte = matcher.term.bytes[0]
    laterBytes = matcher.term.bytes.dropFirst().reduce(0) { $0 | 1 << UInt64($1 & 63) }
    reader = typos > 0 ? TypoAutomaton(matcher.term.scalars, budget: typos).map(TypoReader.init) : nil
  }

  /// Whether a word of these letters, and of so many bytes, may match at all.
  @inline(__always)
  func mayMatch(_ word: LetterSet, length: Int) -> Bool {
    let missing = letters.subtracting(word)
    if missing.isEmpty { return length &+ typos >= self.length }
    return typos > 0 && missing.holds(atMost: typos) && !missing.hasDigits && length &+ typos >= self.length
  }

  /// Whether a word that begins with this byte may take what an earlier word has left of the term.
  @inline(__always)
  func goesOn(with byte: UInt8) -> Bool { laterBytes >> UInt64(byte & 63) & 1 != 0 }

  /// What ``TermMatcher/match(_:scratch:)`` says, but for typos that the scorer cannot take.
  ///
  /// - Parameters:
  ///   - word: folded, valid UTF-8.
  ///   - letters: its letters, of which enough are the term's (``mayMatch(_:length:)``).
  func match(_ word: Span<UInt8>, _ letters: LetterSet, scratch: inout TypoScratch) -> WordMatch {
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
    guard let found = reader?.distance(to: word) else {
      return loose == .none
        ? .none : WordMatch(loose: loose, typos: 0, typosInPrefix: false, wrongFirstLetter: false)
    }
    return WordMatch(
      loose: loose, typos: found.typos, typosInPrefix: found.isPrefix,
      wrongFirstLetter: decodeScalar(word, at: 0).scalar != term.scalars[0])
  }
}

/// Reads words by an automaton, which is too large to be copied.
private final class TypoReader: Sendable {
  private let automaton: TypoAutomaton

  init(_ automaton: TypoAutomaton) { self.automaton = automaton }

  /// The fewest typos to any beginning of the word, and whether the whole word has more.
  func distance(to word: Span<UInt8>) -> (typos: Int, isPrefix: Bool)? {
    var state = automaton.start
    var whole = automaton.typos(state)
    var best = whole
    var index = 0
    while index < word.count {
      let (scalar, length) = decodeScalar(word, at: index)
      index &+= length
      state = automaton.next(state, scalar)
      guard automaton.isAlive(state) else {
        whole = nil
        break
      }
      whole = automaton.typos(state)
      if let typos = whole, typos < best ?? .max { best = typos }
    }
    return best.map { ($0, whole != $0) }
  }
}
