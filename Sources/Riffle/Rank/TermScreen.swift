/// What an item must have at least for a term to be found in it: asked of many rows, so it is kept small.
struct TermScreen: Sendable {
  /// The words that begin with the term.
  let literal: Range<UInt32>
  /// The word equal to the term; `UInt32.max` if there is none.
  let exact: UInt32
  let letters: RowLetters
  /// Whether any but literal words can be a match.
  let isLoose: Bool
  let typoBudget: Int
  let anchoredTypoBudget: Int
  let mayBeRun: Bool

  init(_ probe: TermProbe, admitsRuns: Bool) {
    let term = probe.matcher.term
    literal = UInt32(probe.literal.lowerBound)..<UInt32(probe.literal.upperBound)
    exact = probe.hasExact ? literal.lowerBound : .max
    letters = RowLetters(LetterSignature(term.bytes.span))
    isLoose = probe.matcher.admitsLoose
    typoBudget = term.typoBudget
    anchoredTypoBudget = term.anchoredTypoBudget
    mayBeRun = admitsRuns && isLoose && term.length >= 2
  }
}

/// Tells by the first letters of words alone whether they may hold a term as a run.
struct RunLeads: Sendable {
  /// The words that begin as the term does, and those that begin as it could go on.
  private let first: Range<UInt32>
  private let later: [Range<UInt32>]

  init(_ term: Term, in dictionary: WordDictionary) {
    var leads = term.scalars.map { dictionary.words(withFirstScalar: $0) }
    first = leads.isEmpty ? 0..<0 : leads.removeFirst()
    later = leads
  }

  /// Whether the words of an item may be a run.
  func mayBeRun(_ tokens: ArraySlice<UInt32>) -> Bool {
    var hasBegun = false
    for token in tokens {
      let word = UInt32(truncatingIfNeeded: TokenColumn.word(token))
      if hasBegun, later.contains(where: { $0.contains(word) }) { return true }
      if first.contains(word) { hasBegun = true }
    }
    return false
  }
}
