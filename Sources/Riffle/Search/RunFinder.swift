/// The rows of a segment that hold a term as a run of words.
struct RunRows: Sendable {
  /// In no order, each once.
  private(set) var rows: [UInt32] = []
  /// What the run of each row costs at least, its field included.
  private(set) var costs: [UInt32] = []
  /// What each row costs at least if the run is all of the query: its place and the title included.
  private(set) var costsAlone: [UInt32] = []
  private var members: RowSet

  init(rowCount: Int) { members = RowSet(rowCount: rowCount) }

  func contains(_ row: Int) -> Bool { members.contains(row) }

  fileprivate mutating func append(_ row: UInt32, cost: UInt32, costAlone: UInt32) {
    guard members.insert(Int(row)) else { return }
    rows.append(row)
    costs.append(cost)
    costsAlone.append(costAlone)
  }
}

/// Finds the rows that hold a term as a run of words.
struct RunFinder {
  private let term: Term
  private let segment: Segment
  private let costs: CostTable

  init(_ term: Term, _ costs: CostTable, in segment: Segment) {
    self.term = term
    self.costs = costs
    self.segment = segment
  }

  /// The rows that hold the run.
  /// - Parameters:
  ///   - work: counts what is read.
  ///   - isAsked: `false` for rows that do not matter.
  func rows(_ work: inout SearchWork, where isAsked: (UInt32) -> Bool = { _ in true }) -> RunRows {
    var asked = RowSet(rowCount: segment.count)
    return screened(candidates(&work).filter { isAsked($0) && asked.insert(Int($0)) })
  }

  /// The rows in which the term may be the beginnings of two neighbouring words, in no order, some of them several times.
  private func candidates(_ work: inout SearchWork) -> [UInt32] {
    var candidates: [UInt32] = []
    segment.leadPairs.forEachRow(holdingRunOf: term.bytes) { candidates.append($0) }
    appendRowsOfSplitWords(to: &candidates)
    work.postings += candidates.count
    return candidates
  }

  /// What a run of the term costs at least, if there is one.
  ///
  /// Two letters are the initials of two words, or two words of one letter each.
  var cheapest: UInt32 {
    switch term.length {
    case ..<2: .max
    case 2: wholeWordPairs.isEmpty ? costs.twoInitials : min(costs.split, costs.twoInitials)
    default: costs.cheapestWordRun
    }
  }

  /// About how many rows are looked at.
  var effort: Int { segment.leadPairs.entryCount(forRunOf: term.bytes) / 64 + splits.reduce(0) { $0 + $1.count } }

  // MARK: - Whole words

  /// Posting lists of words that a run in a search text holds if it is two whole words.
  private var splits: [Range<Int>] { segment.searchTexts.count > 0 ? wholeWordPairs : [] }

  /// Of each two words that together are the term, the postings of the rarer one.
  var wholeWordPairs: [Range<Int>] {
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

  private func screened(_ candidates: [UInt32]) -> RunRows {
    var found = RunRows(rowCount: segment.count)
    // Of too long a term for the screen only the scorer can say more.
    guard let screen = RunScreen(term, costs, in: segment.dictionary) else {
      for row in candidates { found.append(row, cost: costs.cheapestWordRun, costAlone: costs.cheapestWordRun) }
      return found
    }
    let tokens = segment.tokens
    let all = tokens.tokens
    var batch: [UInt32] = []
    var start = 0
    while start < candidates.count {
      let end = min(start + RunFinder.batchLength, candidates.count)
      for index in start..<end { tokens.heads.prefetch(Int(candidates[index])) }
      batch.removeAll(keepingCapacity: true)
      for row in candidates[start..<end] where screen.admits(tokens.letters(Int(row))) { batch.append(row) }
      start = end
      for row in batch { all.prefetch(tokens.range(Int(row)).lowerBound) }
      for row in batch {
        guard let cost = screen.leastCost(all.span.extracting(tokens.range(Int(row)))) else { continue }
        found.append(row, cost: cost, costAlone: cost + costOfPlace(Int(row), screen))
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
    return (mayBeAtStart ? 0 : min(costs.notAtStart, costs.inReading)) + costs.cost(ofTitleWords: title.wordCount)
  }

  /// So many rows are looked at together, because their cache misses then overlap.
  private static let batchLength = 128
}
