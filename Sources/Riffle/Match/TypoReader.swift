/// A reader of words that returns their matches with typos.
///
/// An automaton finds up to two typos, in words and their beginnings. More typos are counted in whole words alone: the
/// beginning of a word that is so far from a term has nothing to do with it.
///
/// A class, because an automaton is large.
final class TypoReader: Sendable {
  /// More typos than an automaton counts.
  static let none = TypoAutomaton.mostTypos + 1

  let automaton: TypoAutomaton
  /// What counts more typos; `nil` if the term may have no more.
  let distance: WordDistance?
  private let sounds: FirstSounds

  init(_ term: Term, _ automaton: TypoAutomaton, distance: WordDistance? = nil) {
    self.automaton = automaton
    self.distance = distance
    sounds = FirstSounds(0..<term.bytes.count, term.bytes.span)
  }

  /// `nil` if the term is too short to have typos, or too long for an automaton.
  convenience init?(_ term: Term, budget: Int) {
    guard term.length > 1, budget > 0,
      let automaton = TypoAutomaton(term.scalars, budget: min(budget, TypoAutomaton.mostTypos))
    else { return nil }
    self.init(
      term, automaton, distance: budget > TypoAutomaton.mostTypos ? WordDistance(term, automaton, atMost: budget) : nil)
  }

  /// How a word matches; `nil` if not within the budget.
  func match(_ word: Range<Int>, _ letters: Span<UInt8>) -> WordMatch? {
    let masks = automaton.asciiMasks
    let near = match(word, after: word.lowerBound, automaton.start, TypoReader.none, masks.span, letters)
    guard near == nil, let distance else { return near }
    return distance.typos(word, letters).map { match($0, isPrefix: false, word, letters) }
  }

  /// How a word matches of which a beginning has been read.
  /// - Parameters:
  ///   - offset: where the automaton is to read on.
  ///   - best: the fewest typos of any beginning so far, or ``none``.
  ///   - masks: those of the automaton for letters of ASCII.
  @inline(__always)
  func match(
    _ word: Range<Int>, after offset: Int, _ state: TypoAutomaton.State, _ best: Int, _ masks: Span<UInt64>,
    _ letters: Span<UInt8>
  ) -> WordMatch? {
    let steps = automaton.steps
    var state = state
    var best = best
    var next = offset
    while next < word.upperBound {
      let byte = letters[next]
      if byte < 0x80 {
        state = steps.next(state, mask: masks[Int(byte)], isEditable: !isDigit(UInt32(byte)))
        next += 1
      } else {
        let (scalar, length) = scalarAndLength(letters, at: next)
        state = automaton.next(state, scalar)
        next += length
      }
      if !steps.isAlive(state, within: min(best, steps.budget)) {
        return best == TypoReader.none ? nil : match(best, isPrefix: true, word, letters)
      }
      best = min(best, steps.typoCount(state))
    }
    if best == TypoReader.none { return nil }
    return match(best, isPrefix: steps.typoCount(state) != best, word, letters)
  }

  /// A match with so many typos of a word.
  func match(_ typos: Int, isPrefix: Bool, _ word: Range<Int>, _ letters: Span<UInt8>) -> WordMatch {
    WordMatch(
      loose: .none, typos: typos, typosInPrefix: isPrefix,
      wrongFirstLetter: !sounds.mayBe(FirstSounds(word, letters)))
  }

  /// How many letters of a word its beginning has that is nearest to the term, the longest of equals.
  /// - Parameter word: one that matches.
  func nearestBeginning(of word: [UInt32]) -> Int {
    var state = automaton.start
    var (best, length) = (TypoReader.none, 0)
    for (index, scalar) in word.enumerated() {
      state = automaton.next(state, scalar)
      guard automaton.isAlive(state) else { break }
      let typos = automaton.steps.typoCount(state)
      if typos < TypoReader.none, typos <= best { (best, length) = (typos, index + 1) }
    }
    return length
  }
}
