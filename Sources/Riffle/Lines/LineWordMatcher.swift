/// Finds the ways in which a row of the scorer matches a word, as ``TermMatcher`` does, for words that are
/// seen once.
final class LineWordMatcher: Sendable {
  private let matcher: TermMatcher
  private let letters: LineLetters
  private let reader: TypoDistanceReader?

  /// - Parameter gate: turns most words down before this is asked.
  init(_ matcher: TermMatcher, _ gate: TermGate) {
    self.matcher = matcher
    letters = gate.letters
    reader = gate.typos > 0 ? TypoAutomaton(matcher.term.scalars, budget: gate.typos).map(TypoDistanceReader.init) : nil
  }

  /// What ``TermMatcher/match(_:scratch:)`` says, but for typos that the scorer cannot take.
  ///
  /// - Parameters:
  ///   - word: folded, valid UTF-8, not empty.
  ///   - letters: its letters, which the gate has let pass.
  func match(_ word: Span<UInt8>, _ letters: LineLetters, scratch: inout TypoScratch) -> WordMatch {
    let holdsAll = letters.contains(self.letters)
    if holdsAll, word.starts(with: matcher.term.bytes) {
      return WordMatch(literal: word.count == matcher.term.bytes.count ? .exact : .prefix)
    }
    guard matcher.admitsLoose else { return .none }
    let length = matcher.term.length
    // Long terms are few, and those of one letter have rules of their own.
    guard length > 1, length <= TypoAutomaton.longestTerm else { return matcher.match(word, scratch: &scratch) }
    var loose = WordMatch.Loose.none
    let scalars = matcher.term.scalars
    if holdsAll, word.count >= matcher.term.bytes.count {
      if length >= TermMatcher.shortestInfix, word.firstOffset(of: matcher.term.bytes, from: 1) != nil {
        loose = .infix
      } else if isSkeleton(scalars.span, of: word) {
        loose = .skeleton
      }
    }
    guard let found = reader?.distance(to: word) else {
      return loose == .none
        ? .none : WordMatch(loose: loose, typos: 0, typosInPrefix: false, wrongFirstLetter: false)
    }
    return WordMatch(
      loose: loose, typos: found.typos, typosInPrefix: found.isPrefix,
      wrongFirstLetter: decodeScalar(word, at: 0).scalar != matcher.term.scalars[0])
  }
}

/// Reads words by an automaton, which is too large to be copied.
private final class TypoDistanceReader: Sendable {
  private let automaton: TypoAutomaton
  private let start: TypoAutomaton.State

  init(_ automaton: TypoAutomaton) {
    self.automaton = automaton
    start = automaton.start
  }

  /// The fewest typos to any beginning of the word, and whether the whole word has more.
  func distance(to word: Span<UInt8>) -> (typos: Int, isPrefix: Bool)? {
    var state = start
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
