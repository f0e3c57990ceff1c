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
  /// The words that begin as the term does, and those that begin as it could go on.
  private let firstOfRun: Range<UInt32>
  private let laterInRun: [Range<UInt32>]

  init(_ probe: TermProbe, admitsRuns: Bool, _ dictionary: WordDictionary) {
    let term = probe.matcher.term
    literal = UInt32(probe.literal.lowerBound)..<UInt32(probe.literal.upperBound)
    exact = probe.hasExact ? literal.lowerBound : .max
    letters = RowLetters(LetterSignature(term.bytes.span))
    isLoose = probe.matcher.admitsLoose
    typoBudget = term.typoBudget
    anchoredTypoBudget = term.anchoredTypoBudget
    mayBeRun = admitsRuns && isLoose && term.length >= 2
    var leads = mayBeRun ? term.scalars.map { dictionary.words(withFirstScalar: $0) } : []
    firstOfRun = leads.isEmpty ? 0..<0 : leads.removeFirst()
    laterInRun = leads
  }

  /// Whether the words of an item may be a run.
  func mayBeRun(_ tokens: ArraySlice<UInt32>) -> Bool {
    var hasBegun = false
    for token in tokens {
      let word = UInt32(truncatingIfNeeded: TokenColumn.word(token))
      if hasBegun, laterInRun.contains(where: { $0.contains(word) }) { return true }
      if firstOfRun.contains(word) { hasBegun = true }
    }
    return false
  }
}
