/// Scores rows of a segment, by their ordinals: first a prefilter on letter signatures, then ``RowScorer`` on the numbers of their
/// words.
struct RowExaminer: Sendable {
  let scorer: Scorer
  let segment: Segment
  let prepared: PreparedQuery
  private(set) var words: SegmentWords
  private var rowScorer: RowScorer
  private let letterScreen: LetterScreen
  let floors: ClauseFloors
  let anchors: ClauseAnchors
  let tokens: TokenColumn
  /// Whether any title may show accents and punctuation as they were typed.
  let mayShowMarks: Bool
  /// The prefilter on texts; `nil` if only words matter.
  var textFilter: TextFilter? { patterns.first?.filter }
  var hasExcluded: Bool { !prepared.excluded.isEmpty }
  /// The letters that all hits have.
  var demandedLetters: LetterSignature { letterScreen.demandedLetters }
  /// Whether more than the words of a row matters.
  let hasPatterns: Bool
  /// None or one: in an array, because it is large, and is moved with this.
  private var patterns: [PatternExaminer]
  private var ahead = RowsAhead()
  /// The row at hand, where its words lie among those read ahead, and whether these are all that it has.
  private var readRow = -1
  private var rowWords = 0..<0
  private var isReadWhole = false
  /// The number of words read of the row that was scored last.
  private(set) var wordsRead = 0
  /// A lower bound of the cost of a hit that takes a word of its search text.
  private let leastInSearchText: UInt32

  init(_ prepared: PreparedQuery, in segment: Segment, memory: SearchMemory? = nil) {
    self.prepared = prepared
    self.segment = segment
    let scorer = prepared.scorer
    self.scorer = scorer
    let anchors = ClauseAnchors(scorer, in: segment.dictionary)
    self.anchors = anchors
    let probes = scorer.rows.enumerated().map { row, matcher in
      let isAnchorable = anchors.mayBeAnchored(row: row)
      return memory?.probe(matcher, isAnchorable: isAnchorable, in: segment.dictionary)
        ?? TermProbe(matcher, isAnchorable: isAnchorable, in: segment.dictionary)
    }
    words = SegmentWords(probes, admitsRuns: scorer.admitsRuns, in: segment.dictionary)
    rowScorer = RowScorer(scorer)
    letterScreen = LetterScreen(scorer, mayBeAnchored: anchors.mayBeAnchored(clause:))
    floors = ClauseFloors(scorer, probes, anchors, in: segment)
    tokens = segment.tokens
    let isReadByParts = segment.searchTexts.count > 0 && segment.wordsPerRow > segment.options.efforts.fewWordsPerRow
    leastInSearchText = isReadByParts ? RowExaminer.leastInSearchText(scorer, probes, floors.clauseProbes) : .max
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
  /// - Parameter bound: what each costs at least.
  mutating func appendRowsWithLetters(
    _ rows: ArraySlice<UInt32>, bound: UInt32 = 0, most: UInt32, to found: inout [UInt32]
  ) {
    let typos = scorer.costs.typos(upTo: most)
    for row in rows { tokens.heads.prefetch(Int(row)) }
    for row in rows where letterScreen.admits(tokens.letters(Int(row)), typos: typos) { found.append(row) }
    if hasPatterns { return }
    ahead.read(found, of: tokens, readsSearchText: readsSearchText(bound: bound))
    readRow = -1
    guard scorer.admitsRuns, most > scorer.costs.dearestCertain else { return }
    let signatures = segment.dictionary.signatureBits
    ahead.forEachFirstWord { signatures.prefetch($0) }
  }

  // MARK: - Scores

  /// Reads the words of a row, unless it was the last one.
  /// - Parameter bound: what it costs at least.
  @inline(__always)
  private mutating func readWords(_ row: Int, bound: UInt32) {
    if readRow == row { return }
    readRow = row
    if let known = ahead.find(row) {
      (rowWords, isReadWhole) = known
    } else {
      let readsSearchText = readsSearchText(bound: bound)
      ahead.read([UInt32(truncatingIfNeeded: row)], of: tokens, readsSearchText: readsSearchText)
      (rowWords, isReadWhole) = ahead.find(row) ?? (0..<0, true)
    }
  }

  /// What a row costs; `nil` if it is no hit or costs more than `most`.
  ///
  /// The title and the reading come first: where they cost less than any word of the search text, this is not read.
  /// - Parameter bound: what it costs at least.
  mutating func cost(_ row: Int, bound: UInt32 = 0, upTo most: UInt32 = .max) -> UInt32? {
    if hasPatterns { return costByPatterns(row, upTo: most) }
    let cost = costOfShown(row, bound: bound, upTo: most)
    return isReadWhole || min(cost ?? .max, most) < leastInSearchText ? cost : costOfAll(row, upTo: most)
  }

  /// Whether a row is a hit that costs no more than `most`.
  mutating func isHit(_ row: Int, upTo most: UInt32) -> Bool {
    if hasPatterns { return costByPatterns(row, upTo: most) != nil }
    if costOfShown(row, bound: 0, upTo: most) != nil { return true }
    return !isReadWhole && most >= leastInSearchText && costOfAll(row, upTo: most) != nil
  }

  /// Returns the cost of a row by its words read so far: all, or those of its title and reading.
  private mutating func costOfShown(_ row: Int, bound: UInt32, upTo most: UInt32) -> UInt32? {
    readWords(row, bound: bound)
    wordsRead = rowWords.count
    return costOfWords(row, upTo: most)
  }

  private mutating func costOfAll(_ row: Int, upTo most: UInt32) -> UInt32? {
    rowWords = ahead.readWhole(row, of: tokens)
    isReadWhole = true
    wordsRead += rowWords.count
    return costOfWords(row, upTo: most)
  }

  private mutating func costOfWords(_ row: Int, upTo most: UInt32) -> UInt32? {
    let traits = segment.traits(ofOrdinal: row)
    let read = ahead.tokens
    return rowScorer.cost(of: read.span.extracting(rowWords), traits, words: &words, upTo: most)
  }

  /// Whether a row that costs no less than `bound` is read as a whole at once.
  private func readsSearchText(bound: UInt32) -> Bool {
    bound >= leastInSearchText || leastInSearchText == .max
  }

  /// A lower bound of the cost of a hit that takes a word of its search text: for one term there,
  /// or for a name that is all of the query.
  private static func leastInSearchText(_ scorer: Scorer, _ probes: [TermProbe], _ clauseProbes: [[Int]]) -> UInt32 {
    let costs = scorer.costs
    let joined = scorer.clauses.indices.map { scorer.clauses[$0].joinedRow.map { probes[$0].hasExact } ?? false }
    let mayBeName = scorer.clauses.indices.allSatisfy { clause in
      joined[clause] || clause > 0 && joined[clause - 1] || clauseProbes[clause].contains { probes[$0].hasExact }
    }
    let name = mayBeName ? costs.inWholePhrase * UInt32(scorer.clauses.count) : .max
    return min(costs.cost(of: .searchText), name)
  }

  /// What the terms take of the row that was scored last.
  var assignments: [Assignment] { rowScorer.assignments }

  /// The row that was scored last, with its score.
  mutating func ranked(_ row: Int, cost: UInt32) -> RankedRow? {
    if hasPatterns { return patterns[0].ranked(row) }
    let place = segment.order.row(row)
    let titles = segment.titles.bytes
    let title = titles.span(segment.titles.indexedRange(place))
    let score = prepared.score(
      cost: cost, showsMarks: segment.showsMarks(prepared, place), slips: slips,
      weight: segment.weight(place), titleWords: tokens.titleWords(row), title: title)
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
    let place = segment.order.row(row)
    return RankedRow(
      score: prepared.bestScore(
        cost: bound, showsMarks: mayShowMarks, slips: slips, weight: segment.weight(place),
        titleWords: tokens.titleWords(row)),
      length: segment.titles.indexedRange(place).count, row: row)
  }

  /// The same with what it shows of the query as it was typed: what decides between many rows of equal cost.
  func showing(_ best: RankedRow) -> RankedRow {
    let place = segment.order.row(Int(best.row))
    let titles = segment.titles.bytes
    return best.showing(
      marks: segment.showsMarks(prepared, place),
      asTyped: prepared.isShown(in: titles.span(segment.titles.indexedRange(place))))
  }

  // MARK: - Patterns

  /// What a row costs at least by the patterns of the query; `nil` if it does not hold them.
  mutating func leastOfPatterns(_ row: Int) -> UInt32? { hasPatterns ? patterns[0].leastCost(row) : 0 }

  private mutating func costByPatterns(_ row: Int, upTo most: UInt32) -> UInt32? {
    // All texts of the row are cut into words.
    wordsRead = segment.wordsPerRow
    return patterns[0].cost(row, upTo: most)
  }

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
        if isHit(Int(row), upTo: most) { counted.hits.append(row) }
        counted.work.countScored(words: wordsRead)
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

// MARK: - The query as it was typed

extension Segment {
  /// Whether a row shows the marks of a query; see ``PreparedQuery/showsMarks(title:reading:searchText:)``.
  func showsMarks(_ query: PreparedQuery, _ row: Int) -> Bool {
    guard query.hasMarks else { return true }
    return withText(row) { query.showsMarks(title: $0, reading: $1, searchText: $2) }
  }
}
