/// Finds the rows that hold a term as a run of words.
struct RunFinder {
  private let term: Term
  private let letters: RowLetters
  private let costs: CostTable
  /// Made for the first row that has the letters: in a short list there may be none.
  private var screen: RunScreen?
  private var isScreenMade = false
  private let segment: Segment
  private let tokens: TokenColumn

  init(_ term: Term, _ costs: CostTable, in segment: Segment) {
    self.term = term
    self.costs = costs
    self.segment = segment
    letters = RowLetters(LetterSignature(term.bytes.span))
    tokens = segment.tokens
  }

  /// Appends rows whose second word begins at `firstCut` in the term or later.
  mutating func find(cutFrom firstCut: Int, _ rows: inout [UInt32]) {
    var candidates: [UInt32] = []
    segment.leadPairs.forEachRow(holdingRunOf: term.bytes, cutFrom: firstCut) { candidates.append($0) }
    find(among: candidates[...], &rows)
  }

  /// Appends those of `candidates` that hold the run, or of which only the scorer can tell.
  mutating func find(among candidates: ArraySlice<UInt32>, _ rows: inout [UInt32]) {
    var batch: [UInt32] = []
    // A long title is a candidate for each place in it where a run may begin: looking at it each time would take the
    // square of its length.
    var last: UInt32?
    var start = candidates.startIndex
    while start < candidates.endIndex {
      let end = min(start + RunFinder.batchLength, candidates.endIndex)
      for row in candidates[start..<end] { tokens.heads.prefetch(Int(row)) }
      batch.removeAll(keepingCapacity: true)
      for row in candidates[start..<end] where row != last {
        last = row
        if tokens.letters(Int(row)).missing(of: letters) == 0 { batch.append(row) }
      }
      start = end
      if batch.isEmpty { continue }
      for row in batch { tokens.tokens.prefetch(tokens.range(Int(row)).lowerBound) }
      if !isScreenMade { makeScreen() }
      for row in batch where screen?.holdsRun(tokens.tokens[tokens.range(Int(row))]) ?? true { rows.append(row) }
    }
  }

  private mutating func makeScreen() {
    screen = RunScreen(term, costs, in: segment.dictionary)
    isScreenMade = true
  }

  /// So many rows are looked at together, because their cache misses then overlap.
  private static let batchLength = 128
}
