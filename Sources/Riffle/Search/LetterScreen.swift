/// A prefilter on letter signatures; rejects most items.
struct LetterScreen: Sendable {
  private var clauses: [(letters: LetterSignature, mayLack: Int)]
  private let typoBudget: Int

  /// Creates a prefilter for items matched in any mode, folded with the same options as the query.
  init(_ prepared: PreparedQuery, _ folding: FoldingOptions) {
    let scorer = prepared.scorer
    self.init(scorer) { _ in scorer.clauses.count > 1 }
    // Text that is compared unfolded has the letters of its folded form, if folding has its default options.
    let isUsual = folding == FoldingOptions()
    switch prepared.way {
    case .words: break
    case .substring(let needle): demand(LetterSignature(ofASCII: needle))
    case .lowercasedSubstring(let needle): if isUsual { demand(LetterSignature(ofASCII: needle)) }
    case .subsequence(let pattern, _):
      if isUsual {
        demand(LetterSignature(bits: pattern.letters.reduce(0) { $0 | LetterSignature.bits(ofASCII: $1.scalar) }))
      }
    }
  }

  private mutating func demand(_ letters: LetterSignature) { clauses.append((letters.withoutASCII, 0)) }

  /// Creates a prefilter for the terms and patterns of a scorer.
  /// - Parameter mayBeAnchored: whether another clause may anchor a clause.
  init(_ scorer: Scorer, mayBeAnchored: (_ clause: Int) -> Bool) {
    clauses = scorer.clauses.enumerated().compactMap { number, clause in
      guard case .term(let row)? = clause.onlyAlternative else {
        guard case .pattern(let pattern)? = clause.onlyAlternative else { return nil }
        return (LetterSignature(ofASCII: scorer.patterns[pattern].bytes).withoutASCII, 0)
      }
      let matcher = scorer.rows[row]
      let term = matcher.term
      let letters = LetterSignature(term.bytes.span).withoutASCII
      guard matcher.admitsLoose else { return (letters, 0) }
      return (letters, mayBeAnchored(number) ? term.anchoredTypoBudget : term.typoBudget)
    }
    typoBudget = scorer.typoBudget
  }

  /// Returns whether the letters of an item suffice for all clauses, except for typos.
  /// - Parameter typos: the most typos in all.
  @inline(__always)
  func admits(_ letters: LetterSignature, typos: Int = .max) -> Bool {
    var left = min(typos, typoBudget)
    for clause in clauses {
      let limit = min(clause.mayLack, left)
      let typos = letters.fewestTypos(of: clause.letters, atMost: limit)
      guard typos <= limit else { return false }
      left -= typos
    }
    return true
  }

  /// The letters of all clauses.
  var allLetters: LetterSignature { LetterSignature(bits: clauses.reduce(0) { $0 | $1.letters.bits }) }

  /// The letters of the clauses that may not lack any.
  var demandedLetters: LetterSignature {
    LetterSignature(bits: clauses.reduce(0) { $1.mayLack == 0 ? $0 | $1.letters.bits : $0 })
  }
}
