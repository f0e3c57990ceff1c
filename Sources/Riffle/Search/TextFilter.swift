/// A prefilter on the bytes of texts: passes rows that may hold the patterns of a query, and that do not certainly hold an
/// excluded text.
///
/// Much faster than reading the words of a row, and equally fast for any text.
struct TextFilter: Sendable {
  private struct Needle: Sendable {
    let text: ASCIINeedle
    let fields: [Field]
    let letters: LetterSignature
    /// Whether it is a letter, which row signatures hold.
    let isLetter: Bool
    /// Whether it has to begin the title.
    let beginsTitle: Bool
    /// Whether rows without it may be hits, and whether rows with it are then none.
    let isNegated, isCertain: Bool

    init(_ pattern: TextPattern, _ options: FoldingOptions) {
      text = ASCIINeedle(pattern.bytes, options)
      fields = pattern.isInTitleOnly ? [.title] : Field.allCases
      beginsTitle = pattern.isInTitleOnly
      isNegated = pattern.isNegated
      // Anchored text may stand elsewhere.
      isCertain = pattern.anchor == .anywhere
      letters = isNegated ? .empty : LetterSignature(ofASCII: pattern.bytes).withoutASCII
      isLetter = pattern.bytes.count == 1 && letters.bits != 0
    }
  }

  private let segment: Segment
  /// By pattern.
  private let needles: [Needle]
  /// The patterns of each clause without other alternatives.
  private let clauses: [[Int]]
  /// Texts that no row may hold together.
  private let excluded: [[ASCIINeedle]]

  /// - Returns: `nil` if no pattern can reject a row.
  init?(_ prepared: PreparedQuery, in segment: Segment) {
    let (scorer, options) = (prepared.scorer, segment.options.folding)
    self.segment = segment
    needles = scorer.patterns.map { Needle($0, options) }
    clauses = scorer.clauses.compactMap { clause in
      var patterns: [Int] = []
      for alternative in clause.alternatives {
        guard case .pattern(let pattern) = alternative else { return nil }
        patterns.append(pattern)
      }
      return patterns
    }
    // What is anchored is not excluded where it stands elsewhere.
    excluded = prepared.excluded.filter { texts in texts.allSatisfy { $0.anchor == .anywhere } }
      .map { texts in texts.map { ASCIINeedle($0.bytes, options) } }
    if needles.isEmpty, excluded.isEmpty { return nil }
  }

  /// Returns which of 64 neighbouring rows may be hits.
  ///
  /// - Parameters:
  ///   - candidates: the rows to check, one bit each: they have the letters that a hit must have.
  ///   - index: the index of the rows, in units of 64.
  @inline(__always)
  func rows(_ candidates: UInt64, of64 index: Int) -> UInt64 {
    var left = rowsHoldingPatterns(candidates, of64: index)
    for needles in excluded where left != 0 {
      var holding = left
      for needle in needles where holding != 0 {
        holding &= segment.rows(holding, of64: index, thatMayHold: needle).certain
      }
      left &= ~holding
    }
    return left
  }

  /// Returns which of 64 rows may be hits, exclusions disregarded.
  @inline(__always)
  func rowsHoldingPatterns(_ candidates: UInt64, of64 index: Int) -> UInt64 {
    var left = candidates
    for patterns in clauses where left != 0 { left = rows(left, of64: index, holdingAnyOf: patterns) }
    return left
  }

  private func rows(_ candidates: UInt64, of64 index: Int, holdingAnyOf patterns: [Int]) -> UInt64 {
    // The letters of a single pattern have been checked.
    if patterns.count == 1, needles[patterns[0]].isLetter, !needles[patterns[0]].beginsTitle { return candidates }
    var found: UInt64 = 0
    for pattern in patterns {
      let needle = needles[pattern]
      let open = candidates & ~found
      if needle.isNegated {
        found |= needle.isCertain ? open & ~segment.rows(open, of64: index, thatMayHold: needle.text).certain : open
      } else {
        found |=
          needle.beginsTitle
          ? segment.rows(open, of64: index, whoseTitlesMayBeginWith: needle.text)
          : segment.rows(open, of64: index, thatMayHold: needle.text, in: needle.fields).possible
      }
    }
    return found
  }

  /// Whether a row may be a hit, if it has the letters that a hit must have.
  func admits(_ row: Int) -> Bool { rows(1 << UInt64(row & 63), of64: row >> 6) != 0 }

  // MARK: - All rows

  /// The rows that may be hits; fewer if the search is given up.
  /// - Parameter letters: those that a hit must have.
  func rows(_ letters: LetterSignature, within: BitColumn?, _ work: inout SearchWork, _ budget: SearchBudget)
    -> BitColumn
  {
    narrowed(letters, within, &work, budget) { rows($0, of64: $1) }
  }

  /// The rows that any of the patterns may match.
  func rows(
    holdingAnyOf patterns: [Int], within: BitColumn?, _ work: inout SearchWork, _ budget: SearchBudget
  ) -> BitColumn {
    let letters = patterns.count == 1 ? needles[patterns[0]].letters : .empty
    return narrowed(letters, within, &work, budget) { rows($0, of64: $1, holdingAnyOf: patterns) }
  }

  private func narrowed(
    _ letters: LetterSignature, _ within: BitColumn?, _ work: inout SearchWork, _ budget: SearchBudget,
    _ filter: (UInt64, Int) -> UInt64
  ) -> BitColumn {
    var rows = segment.order.rows(ofOrdinals: segment.tokens.heads.rows(holding: letters))
    if let within { rows.formIntersection(within) }
    rows.filter { candidates, index in
      work.postings += TextFilter.postingsPerText * candidates.nonzeroBitCount
      return budget.isSpent(work) ? 0 : filter(candidates, index)
    }
    return rows
  }

  /// The cost of searching a text, in postings read.
  static let postingsPerText = 5
}

extension TextPattern {
  var isInTitleOnly: Bool { anchor == .titleStart || anchor == .wholeTitle }
}
