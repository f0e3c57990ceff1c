/// Finds the rows that hold a term as a run of words.
struct RunFinder {
  private let term: Term
  private let segment: Segment
  private let cheapest: UInt32
  private let costs: CostTable
  /// Whether the query has no other term, so that the place of a run is that of all.
  private let isOnlyTerm: Bool

  init(_ term: Term, _ costs: CostTable, in segment: Segment, isOnlyTerm: Bool = false) {
    self.term = term
    self.costs = costs
    self.isOnlyTerm = isOnlyTerm
    self.segment = segment
    cheapest = costs.cheapestWordRun
  }

  /// A row, and what it costs at least by the run, its field and the title included.
  typealias Found = (row: UInt32, cost: UInt32)

  /// The rows that may hold the run, in no order, some of them several times.
  /// - Parameters:
  ///   - work: counts what is read.
  ///   - isAsked: `false` for rows that do not matter.
  func rows(_ work: inout SearchWork, where isAsked: (UInt32) -> Bool = { _ in true }) -> [Found] {
    screened(candidates(&work).filter(isAsked))
  }

  /// The rows in which the term may be the beginnings of two neighbouring words, in no order, some of them several times.
  func candidates(_ work: inout SearchWork) -> [UInt32] {
    var candidates: [UInt32] = []
    segment.leadPairs.forEachRow(holdingRunOf: term.bytes) { candidates.append($0) }
    appendRowsOfSplitWords(to: &candidates)
    work.postings += candidates.count
    return candidates
  }

  /// About how many rows are looked at.
  var effort: Int { segment.leadPairs.entryCount(forRunOf: term.bytes) / 64 + splits.reduce(0) { $0 + $1.count } }

  // MARK: - Whole words

  /// Posting lists of words that a run in a search text holds if it is two whole words: of each such two, the rarer one's.
  private var splits: [Range<Int>] {
    guard segment.searchTexts.count > 0 else { return [] }
    let bytes = term.bytes
    return bytes.indices.dropFirst().compactMap { cut in
      guard bytes[cut] & 0xC0 != 0x80, let first = postings(of: bytes[..<cut]), let second = postings(of: bytes[cut...])
      else { return nil }
      return first.count < second.count ? first : second
    }
  }

  /// The postings of the word that is just these letters.
  private func postings(of letters: ArraySlice<UInt8>) -> Range<Int>? {
    let words = segment.dictionary.words(withPrefix: Array(letters))
    guard let word = words.first, segment.dictionary.range(word).count == letters.count else { return nil }
    return segment.postings.range(word..<word + 1)
  }

  private func appendRowsOfSplitWords(to rows: inout [UInt32]) {
    for list in splits { rows.append(contentsOf: segment.postings.rows[list]) }
  }

  // MARK: - Screening

  private func screened(_ candidates: [UInt32]) -> [Found] {
    if candidates.isEmpty { return [] }
    // Too long a term for the screen: only the scorer can tell.
    guard let screen = RunScreen(term, costs, in: segment.dictionary) else { return candidates.map { ($0, cheapest) } }
    let tokens = segment.tokens
    let all = tokens.tokens
    var found: [Found] = []
    var batch: [UInt32] = []
    // A long title is a candidate for each place in it where a run may begin: looking at it each time would take the
    // square of its length.
    var last: UInt32?
    var start = 0
    while start < candidates.count {
      let end = min(start + RunFinder.batchLength, candidates.count)
      for index in start..<end { tokens.heads.prefetch(Int(candidates[index])) }
      batch.removeAll(keepingCapacity: true)
      for row in candidates[start..<end] where row != last {
        last = row
        if screen.admits(tokens.letters(Int(row))) { batch.append(row) }
      }
      start = end
      for row in batch { all.prefetch(tokens.range(Int(row)).lowerBound) }
      for row in batch {
        if let cost = screen.leastCost(all.span.extracting(tokens.range(Int(row)))) {
          found.append((row, cost + costOfPlace(Int(row), screen)))
        }
      }
    }
    return found
  }

  /// What the title costs, and the place of a run that is all of the query.
  private func costOfPlace(_ row: Int, _ screen: RunScreen) -> UInt32 {
    let tokens = segment.tokens
    let titleStart = tokens.titleStart(row)
    var title = TitleWalk()
    var mayBeAtStart = false
    for position in tokens.range(row) {
      let token = tokens.tokens[position]
      switch TokenColumn.field(token) {
      case .title:
        if title.next(TokenColumn.kind(token)) == titleStart, screen.mayBegin(token & 0x07FF_FFFF) {
          mayBeAtStart = true
        }
      case .reading:
        // What a reading costs is in the cost of the run.
        if screen.mayBegin(token & 0x07FF_FFFF) { mayBeAtStart = true }
      case .searchText: break
      }
    }
    let place = isOnlyTerm && !mayBeAtStart ? min(costs.notAtStart, costs.inReading) : 0
    return place + costs.cost(ofTitleWords: title.wordCount)
  }

  /// So many rows are looked at together, because their cache misses then overlap.
  private static let batchLength = 128
}
