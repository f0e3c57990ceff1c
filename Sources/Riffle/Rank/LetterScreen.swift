/// What letters an item must have to be a hit: the cheapest question of all, and the one that turns most items down.
struct LetterScreen: Sendable {
  private let clauses: [(letters: RowLetters, mayLack: Int, mayLackUnaided: Int)]
  private let typoBudget: Int

  /// - Precondition: the scorer has no patterns.
  init(_ scorer: Scorer) {
    let isAnchorable = scorer.clauses.count > 1
    clauses = scorer.clauses.compactMap { clause in
      guard case .term(let row)? = clause.onlyAlternative else { return nil }
      let matcher = scorer.rows[row]
      let term = matcher.term
      let letters = RowLetters(LetterSignature(term.bytes.span))
      guard matcher.admitsLoose else { return (letters, 0, 0) }
      return (letters, isAnchorable ? term.anchoredTypoBudget : term.typoBudget, term.typoBudget)
    }
    typoBudget = scorer.typoBudget
  }

  /// Whether the letters of an item are enough for all clauses, but for typos.
  /// - Parameter isAided: `false` to turn down items in which a term would need an anchor's help.
  @inline(__always)
  func admits(_ letters: RowLetters, isAided: Bool = true) -> Bool {
    var lacking = 0
    for clause in clauses {
      guard let missing = letters.missing(of: clause.letters),
        missing <= (isAided ? clause.mayLack : clause.mayLackUnaided)
      else { return false }
      lacking += missing
    }
    return lacking <= typoBudget
  }

  /// Whether an item has all letters of all clauses.
  @inline(__always)
  func areAll(in letters: RowLetters) -> Bool { clauses.allSatisfy { letters.missing(of: $0.letters) == 0 } }
}
