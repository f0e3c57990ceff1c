/// The rows of a segment that hold a term as a run of words, or in compounds may hold it.
struct RunRows: Sendable {
  /// In no order, each once.
  private(set) var rows: [UInt32] = []
  /// What the run of each row costs at least.
  private(set) var costs: [UInt32] = []
  private var members: RowSet

  init(of segment: Segment) { members = RowSet(of: segment) }

  /// Rows that all cost the same at least.
  init(_ rows: [UInt32], cost: UInt32, of segment: Segment) {
    members = RowSet(of: segment)
    for row in rows { append(row, cost: cost) }
  }

  func contains(_ row: Int) -> Bool { members.contains(row) }

  fileprivate mutating func append(_ row: UInt32, cost: UInt32) {
    guard members.insert(Int(row)) else { return }
    rows.append(row)
    costs.append(cost)
  }
}

/// Finds the rows that hold a term as a run of words. A class, because it is copied with what refers to it.
final class RunFinder: Sendable {
  private let matcher: TermMatcher
  private let segment: Segment
  private let costs: CostTable
  private let pieces: RunPieces
  private let tiers: RunTiers
  /// The postings of each two words that together are the term, those of the rarer one first, if the list has search
  /// texts: two whole words are a run there too.
  private let splits: [(rarer: Range<Int>, other: Range<Int>)]

  init(_ matcher: TermMatcher, _ costs: CostTable, _ pieces: RunPieces, in segment: Segment) {
    self.matcher = matcher
    let term = matcher.term
    self.costs = costs
    self.segment = segment
    self.pieces = pieces
    tiers = RunTiers(term, costs, pieces, in: segment)
    splits = segment.searchTexts.count > 0 ? RunFinder.wholeWordPairs(of: term, in: segment) : []
  }

  /// How many rows are read, some of them several times.
  var rowCount: Int { tiers.certainCount + tiers.otherCount + splits.reduce(0) { $0 + $1.rarer.count } }

  // MARK: - Before looking

  /// What a run of a term costs at least, if there is one.
  ///
  /// Two letters are the initials of two words, or two words of one letter each.
  static func cheapest(_ term: Term, _ costs: CostTable, in segment: Segment) -> UInt32 {
    switch term.length {
    case let length where !(HitSource.runLengths ~= length): .max
    case 2: costs.cheapestRun(length: 2, hasWholeWords: !wholeWordPairs(of: term, in: segment).isEmpty)
    case let length: costs.cheapestRun(length: length)
    }
  }

  /// The postings of each two words that together are the term, those of the rarer one first.
  static func wholeWordPairs(
    of term: Term, in segment: Segment
  ) -> [(rarer: Range<Int>, other: Range<Int>)] {
    let bytes = term.bytes
    return bytes.indices.dropFirst().compactMap { cut in
      guard bytes[cut] & 0xC0 != 0x80, let first = postings(of: bytes[..<cut], in: segment),
        let second = postings(of: bytes[cut...], in: segment)
      else { return nil }
      return first.count < second.count ? (first, second) : (second, first)
    }
  }

  /// The postings of the word that is just these letters.
  private static func postings(of letters: ArraySlice<UInt8>, in segment: Segment) -> Range<Int>? {
    segment.dictionary.word(Array(letters)).map { segment.postings.range($0..<$0 + 1) }
  }

  // MARK: - Rows

  /// The rows that hold the run.
  /// - Parameters:
  ///   - work: counts what is read.
  ///   - isAsked: `false` for rows that do not matter.
  func rows(_ work: inout SearchWork, where isAsked: (UInt32) -> Bool = { _ in true }) -> RunRows {
    work.postings += rowCount
    var found = RunRows(of: segment)
    var asked = RowSet(of: segment)
    var batch: [UInt32] = []
    var readsSearchTexts = true
    var examiner = examiner
    func screen(_ row: UInt32) {
      guard isAsked(row), asked.insert(Int(row)) else { return }
      batch.append(row)
      if batch.count == RunFinder.batchLength { end() }
    }
    func end() {
      examiner.forEachRun(in: batch, readsSearchTexts: readsSearchTexts) { row, cost in found.append(row, cost: cost) }
      batch.removeAll(keepingCapacity: true)
    }
    let pairRows = segment.pairs.postings.rows
    for split in splits { segment.postings.forEachRow(inBoth: split.rarer, split.other, screen) }
    // All rows that hold the run in a search text come first; of the others only title and reading are read.
    for readsHidden in [true, false] {
      for (tier, list) in tiers.others where tiers.mayBeHidden(tier) == readsHidden {
        for posting in list { screen(pairRows[posting]) }
      }
      end()
      readsSearchTexts = false
    }
    // A row keeps the cost that it was found with first, and screening looks at all runs that it has.
    for group in tiers.groups(of: tiers.certain, in: segment.pairs.postings, by: tiers.cost) {
      for row in group.rows where isAsked(row) { found.append(row, cost: group.bound) }
    }
    return found
  }

  /// The rows that may hold the run, those first that cost least if it is all of the query; a row may be there several
  /// times.
  func groups(_ work: inout SearchWork) -> [RunTiers.Group] {
    work.postings += rowCount
    let places = placesOfOnlyRun
    var groups = tiers.groups(of: tiers.certain + tiers.others, in: segment.pairs.postings) { cost($0, $1, places) }
    for split in splits {
      var rows: [UInt32] = []
      segment.postings.forEachRow(inBoth: split.rarer, split.other) { rows.append($0) }
      groups.append(RunTiers.Group(bound: leastOfSplits, rows: rows[...]))
    }
    return groups.sorted { $0.bound < $1.bound }
  }

  /// Appends the rows that may hold the run for no more than `most` if it is all of the query, except those of `known`; in no
  /// order, some several times.
  func appendRows(
    upTo most: UInt32, besides known: borrowing BitColumn, within allowed: BitColumn?, to rows: inout [UInt32]
  ) {
    let places = placesOfOnlyRun
    tiers.append(
      tiers.certain + tiers.others, of: segment.pairs.postings, besides: known, within: allowed, to: &rows
    ) { cost($0, $1, places) <= most }
    for split in splits where leastOfSplits <= most {
      segment.postings.forEachRow(inBoth: split.rarer, split.other) { row in
        if !known[Int(row)], allowed?[Int(row)] ?? true { rows.append(row) }
      }
    }
  }

  /// What two words of one letter each cost at least, where they are a phrase of the search text.
  private var leastOfSplits: UInt32 { costs.cheapestRun(length: 2) + costs.cost(inSearchTextWhole: true) }

  /// A run in a search text that has a pair is a whole phrase.
  private var placesOfOnlyRun: PlaceCosts {
    PlaceCosts(costs, isFirstTerm: true, mayBeWhole: true, clauseCount: .max)
  }

  /// What a run of a tier costs at least if it is all of the query.
  private func cost(_ tier: RunTiers.Tier, _ place: Place, _ places: PlaceCosts) -> UInt32 {
    tiers.cost(tier, place).addingClamped(tier.beginsWithPair ? places[place] : 0)
  }

  /// What looks for the run in single rows.
  var examiner: RunExaminer { RunExaminer(matcher, costs, pieces, in: segment) }

  /// So many rows are read together, because their cache misses then overlap.
  static let batchLength = 128
}

/// Computes what a run of one term costs in single rows.
struct RunExaminer {
  private let segment: Segment
  private let letters: LetterSignature
  private var scorer: RowScorer
  private var words: SegmentWords
  private var ahead = RowsAhead()

  init(_ matcher: TermMatcher, _ costs: CostTable, _ pieces: RunPieces, in segment: Segment) {
    self.segment = segment
    letters = LetterSignature(matcher.term.bytes.span).withoutASCII
    scorer = RowScorer(
      Scorer(
        clauses: [Clause(alternatives: [.term(row: 0)])], rows: [matcher], patterns: [], mode: .smart, costs: costs))
    words = SegmentWords(
      [TermProbe(matcher, isAnchorable: false, in: segment.dictionary)], admitsRuns: true, pieces: [pieces],
      in: segment.dictionary)
  }

  /// Calls `body` with those of a few rows that hold the run, and with what it costs there, its field included.
  /// - Parameters:
  ///   - readsSearchTexts: `false` leaves out search texts.
  ///   - isAlone: whether the term is all of the query, so that its place costs too.
  mutating func forEachRun(
    in rows: [UInt32], readsSearchTexts: Bool = true, isAlone: Bool = false,
    _ body: (_ row: UInt32, _ cost: UInt32) -> Void
  ) {
    let tokens = segment.tokens
    for row in rows { tokens.heads.prefetch(Int(row)) }
    let admitted = rows.filter { tokens.letters(Int($0)).contains(letters) }
    ahead.read(admitted, of: tokens, readsSearchTexts: readsSearchTexts)
    ahead.forEachRow { row, rowWords in
      let traits = ItemTraits(
        lastComponent: tokens.lastComponent(Int(row)), isRomanized: segment.isRomanized(Int(row)))
      if let cost = scorer.cheapestRun(in: rowWords, traits, words: &words, isAlone: isAlone) { body(row, cost) }
    }
  }
}
