/// Computes what a run of one term costs in single rows.
struct RunExaminer {
  private let segment: Segment
  private let letters: LetterSignature
  private var scorer: RowScorer
  private var words: SegmentWords
  private var ahead = RowsAhead()

  /// So many rows are read together, because their cache misses then overlap.
  static let batchLength = 128

  /// - Parameter paysForStart: `false` for a folder.
  init(_ matcher: TermMatcher, paysForStart: Bool, _ costs: CostTable, _ pieces: RunPieces, in segment: Segment) {
    self.segment = segment
    letters = LetterSignature(matcher.term.bytes.span).withoutASCII
    var clause = Clause(alternatives: [.term(row: 0)])
    clause.isFolder = !paysForStart
    scorer = RowScorer(Scorer(clauses: [clause], rows: [matcher], patterns: [], mode: .smart, costs: costs))
    words = SegmentWords(
      [TermProbe(matcher, isAnchorable: false, in: segment.dictionary)], admitsRuns: true, pieces: [pieces],
      in: segment.dictionary)
  }

  /// Calls `body` with those of a few rows that hold the run, and with what it costs there, its field included.
  /// - Parameter isAlone: whether the term is all of the query, so that its place costs too.
  mutating func forEachRun(
    in rows: [UInt32], isAlone: Bool = false, _ body: (_ row: UInt32, _ cost: UInt32) -> Void
  ) {
    let tokens = segment.tokens
    for row in rows { tokens.heads.prefetch(Int(row)) }
    let admitted = rows.filter { tokens.letters(Int($0)).contains(letters) }
    ahead.read(admitted, of: tokens)
    ahead.forEachRow { row, rowWords in
      let traits = segment.traits(ofOrdinal: Int(row))
      if let cost = scorer.cheapestRun(in: rowWords, traits, words: &words, isAlone: isAlone) { body(row, cost) }
    }
  }
}
