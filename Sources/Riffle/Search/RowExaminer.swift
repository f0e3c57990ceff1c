/// Scores rows of a segment: first a prefilter on letter signatures, then ``RowScorer`` on the numbers of their words.
struct RowExaminer: Sendable {
  let scorer: Scorer
  let segment: Segment
  let prepared: PreparedQuery
  private(set) var words: SegmentWords
  private var rowScorer: RowScorer
  private let letterScreen: LetterScreen
  let floors: ClauseFloors
  let tokens: TokenColumn
  /// Whether any title may show accents and punctuation as they were typed.
  let mayShowMarks: Bool
  /// What texts say of rows; `nil` if nothing but words matters.
  var textFilter: TextFilter? { patterns.first?.filter }
  var hasExcluded: Bool { !prepared.excluded.isEmpty }
  /// The letters that all hits have.
  var demandedLetters: LetterSignature { letterScreen.demandedLetters }
  /// Whether more than the words of a row matters.
  let hasPatterns: Bool
  /// None or one: in an array, because it is large, and is moved with this.
  private var patterns: [PatternExaminer]
  private var ahead = RowsAhead()
  /// The row at hand, and where its words lie among those read ahead.
  private var readRow = -1
  private var rowWords = 0..<0

  init(_ prepared: PreparedQuery, in segment: Segment, memory: SearchMemory? = nil) {
    self.prepared = prepared
    self.segment = segment
    let scorer = prepared.scorer
    self.scorer = scorer
    let isAnchorable = scorer.clauses.count > 1
    let probes = scorer.rows.map { matcher in
      memory?.probe(matcher, isAnchorable: isAnchorable, in: segment.dictionary)
        ?? TermProbe(matcher, isAnchorable: isAnchorable, in: segment.dictionary)
    }
    words = SegmentWords(probes, admitsRuns: scorer.admitsRuns, in: segment.dictionary)
    rowScorer = RowScorer(scorer)
    letterScreen = LetterScreen(scorer)
    floors = ClauseFloors(scorer, probes, in: segment)
    tokens = segment.tokens
    mayShowMarks = prepared.mayShowMarks(segment.dictionary, segment.options.folding)
    patterns = PatternExaminer(prepared, in: segment).map { [$0] } ?? []
    hasPatterns = !patterns.isEmpty
  }

  var probes: [TermProbe] { words.probes }

  /// Takes over what is known of the words of a term.
  mutating func use(_ words: TermWords, for probe: Int) { self.words.use(words, for: probe) }

  /// The pieces of a term that words begin with.
  mutating func runPieces(of probe: Int) -> RunPieces { words.runPieces(of: probe) }

  // MARK: - Letters

  /// Appends those of `rows` to `found`, empty before, that have the letters for all clauses, except for as many typos as
  /// cost no more than `most`, and reads their words.
  mutating func appendRowsWithLetters(_ rows: ArraySlice<UInt32>, most: UInt32, to found: inout [UInt32]) {
    let typos = scorer.costs.typos(upTo: most)
    for row in rows { tokens.heads.prefetch(Int(row)) }
    for row in rows where letterScreen.admits(tokens.letters(Int(row)), typos: typos) { found.append(row) }
    ahead.read(found, of: tokens)
    readRow = -1
    guard scorer.admitsRuns, most > scorer.costs.dearestCertain else { return }
    let signatures = segment.dictionary.signatureBits
    ahead.forEachFirstWord { signatures.prefetch($0) }
  }

  // MARK: - Scores

  /// How many words a row has.
  mutating func wordCount(_ row: Int) -> Int {
    readWords(row)
    return rowWords.count
  }

  /// Reads the words of a row, unless it was the last one.
  @inline(__always)
  private mutating func readWords(_ row: Int) {
    if readRow == row { return }
    readRow = row
    if let known = ahead.range(of: row) {
      rowWords = known
    } else {
      ahead.read([UInt32(truncatingIfNeeded: row)], of: tokens)
      rowWords = ahead.tokens.indices
    }
  }

  /// What a row costs; `nil` if it is no hit or costs more than `most`.
  mutating func cost(_ row: Int, upTo most: UInt32 = .max) -> UInt32? {
    if hasPatterns { return patterns[0].cost(row, upTo: most) }
    readWords(row)
    let traits = ItemTraits(lastComponent: tokens.lastComponent(row), isRomanized: segment.isRomanized(row))
    let read = ahead.tokens
    return rowScorer.cost(of: read.span.extracting(rowWords), traits, words: &words, upTo: most)
  }

  /// What the terms take of the row that was scored last.
  var assignments: [Assignment] { rowScorer.assignments }

  /// The row that was scored last, with its score.
  mutating func ranked(_ row: Int, cost: UInt32) -> RankedRow? {
    if hasPatterns { return patterns[0].ranked(row) }
    let titles = segment.titles.bytes
    let title = titles.span(segment.titles.indexedRange(row))
    let score = prepared.score(
      cost: cost, slips: slips, weight: segment.weight(row), titleWords: tokens.titleWords(row), title: title)
    return RankedRow(score: score, length: title.count, row: row)
  }

  private var slips: Int {
    guard rowScorer.hasTypos else { return 0 }
    let dictionary = segment.dictionary
    let (letters, words, first) = (dictionary.bytes, ahead.tokens, rowWords.lowerBound)
    return scorer.slips(rowScorer.assignments, letters: letters.span) {
      dictionary.range(TokenColumn.word(words[first + $0]))
    }
  }

  /// The row with its score, or `nil` if it is no hit.
  mutating func ranked(_ row: Int) -> RankedRow? { cost(row).flatMap { ranked(row, cost: $0) } }

  /// The best that a row can be if it costs no less than `bound`, and has no fewer slips where it costs no more.
  func best(_ row: Int, bound: UInt32, slips: Int = 0) -> RankedRow {
    RankedRow(
      score: prepared.bestScore(
        cost: bound, showsMarks: mayShowMarks, slips: slips, weight: segment.weight(row),
        titleWords: tokens.titleWords(row)),
      length: segment.titles.indexedRange(row).count, row: row)
  }

  /// The same with what its title shows of the query as it was typed: what decides between many rows of equal cost.
  func showing(_ best: RankedRow) -> RankedRow {
    let titles = segment.titles.bytes
    return best.showing(prepared, in: titles.span(segment.titles.indexedRange(Int(best.row))))
  }

  // MARK: - Patterns

  /// Adds where the patterns of a clause are found.
  mutating func appendPatterns(ofClause clause: Int, from least: UInt32, to sources: inout ClauseSources) {
    for pattern in floors.clausePatterns[clause] {
      patterns[0].appendSources(of: pattern, ofClause: clause, from: least, upTo: sources.most, to: &sources)
    }
  }

  /// How many rows hold a clause literally: about so many, if it may be a pattern.
  mutating func literalCount(ofClause clause: Int) -> Int {
    let count = floors.clauseProbes[clause].reduce(0) { $0 + segment.postings.range(words.probes[$1].literal).count }
    return floors.clausePatterns[clause].reduce(count) { $0 + patterns[0].literalCount($1) }
  }
}

// MARK: - Counting

extension RowExaminer {
  /// The result of scoring rows for a count.
  struct Counted: Sendable {
    var hits: [UInt32] = []
    var work = SearchWork()
  }

  /// Those of `rows` that are hits and cost no more than `most`.
  /// - Parameter isOver: called now and then; `true` ends the count.
  mutating func hits(
    among rows: ArraySlice<UInt32>, upTo most: UInt32, unless isOver: (Counted) -> Bool
  ) -> Counted {
    var counted = Counted()
    var batch: [UInt32] = []
    var start = rows.startIndex
    while start < rows.endIndex, !isOver(counted) {
      let end = min(start + Evaluator.batchLength, rows.endIndex)
      batch.removeAll(keepingCapacity: true)
      counted.work.rows += end - start
      appendRowsWithLetters(rows[start..<end], most: most, to: &batch)
      for row in batch {
        counted.work.countScored(words: wordCount(Int(row)))
        if cost(Int(row), upTo: most) != nil { counted.hits.append(row) }
      }
      start = end
    }
    return counted
  }

  /// The same on several threads, each with a copy of this.
  mutating func hits(
    among rows: ArraySlice<UInt32>, upTo most: UInt32, threadCount: Int, unless cancellation: Cancellation?
  ) -> Counted {
    guard threadCount > 1, rows.count >= 2 * segment.options.efforts.fewestForThread else {
      return hits(among: rows, upTo: most) { _ in cancellation?.isCancelled == true }
    }
    let there = rows.prefix(rows.count * (threadCount / 2) / threadCount)
    let copy = self
    let (others, own) = concurrently(true) {
      var examiner = copy
      return examiner.hits(among: there, upTo: most, threadCount: threadCount / 2, unless: cancellation)
    } here: {
      hits(
        among: rows[there.endIndex...], upTo: most, threadCount: threadCount - threadCount / 2, unless: cancellation)
    }
    var all = own
    all.hits += others.hits
    all.work += others.work
    return all
  }
}
