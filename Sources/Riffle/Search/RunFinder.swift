/// The rows of a segment that hold a term as a run of words, or in compounds may hold it.
struct RunRows: Sendable {
  /// In no order, each once.
  private(set) var rows: [UInt32] = []
  /// What the run of each row costs at least.
  private(set) var costs: [UInt32] = []
  private var members: RowSet

  init(rowCount: Int) { members = RowSet(rowCount: rowCount) }

  /// Rows that all cost the same at least.
  init(_ rows: [UInt32], cost: UInt32, rowCount: Int) {
    members = RowSet(rowCount: rowCount)
    for row in rows { append(row, cost: cost) }
  }

  func contains(_ row: Int) -> Bool { members.contains(row) }

  fileprivate mutating func append(_ row: UInt32, cost: UInt32) {
    guard members.insert(Int(row)) else { return }
    rows.append(row)
    costs.append(cost)
  }
}

/// Finds the rows that hold a term as a run of words. A class, because whoever asks it copies it.
final class RunFinder: Sendable {
  private let term: Term
  private let segment: Segment
  private let costs: CostTable
  private let screen: RunScreen
  private let tiers: RunTiers
  /// The postings of each two words that together are the term, those of the rarer one first, if the list has search
  /// texts: two whole words are a run there too.
  private let splits: [(rarer: Range<Int>, other: Range<Int>)]

  init(_ term: Term, _ costs: CostTable, _ screen: RunScreen, in segment: Segment) {
    self.term = term
    self.costs = costs
    self.segment = segment
    self.screen = screen
    tiers = RunTiers(term, costs, screen, in: segment)
    splits = segment.searchTexts.count > 0 ? RunFinder.wholeWordPairs(of: term, in: segment) : []
  }

  /// How many rows are looked at, some of them several times.
  var rowCount: Int { tiers.certainCount + screenedCount }

  private var screenedCount: Int { tiers.otherCount + splits.reduce(0) { $0 + $1.rarer.count } }

  /// What it takes to look at these, in rows that are examined.
  var effort: Int { tiers.certainCount + screenedCount / RunFinder.screenedPerExamined }

  /// So many rows are screened in the time that one is examined in.
  private static let screenedPerExamined = 8

  // MARK: - Before looking

  /// What a run of a term costs at least, if there is one.
  ///
  /// Two letters are the initials of two words, or two words of one letter each.
  static func cheapest(_ term: Term, _ costs: CostTable, in segment: Segment) -> UInt32 {
    switch term.length {
    case _ where !RunMatcher.canMatch(term): .max
    case 2: wholeWordPairs(of: term, in: segment).isEmpty ? costs.twoInitials : min(costs.split, costs.twoInitials)
    default: costs.cheapestWordRun
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
    var found = RunRows(rowCount: segment.count)
    var asked = RowSet(rowCount: segment.count)
    var batch: [UInt32] = []
    var readsSearchTexts = true
    func screen(_ row: UInt32) {
      guard isAsked(row), asked.insert(Int(row)) else { return }
      batch.append(row)
      if batch.count == RunFinder.batchLength { end() }
    }
    func end() {
      forEachRun(in: batch, readsSearchTexts: readsSearchTexts) { row, _, cost in found.append(row, cost: cost) }
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
      groups.append(RunTiers.Group(bound: costs.split + costs.inWholePhrase, rows: rows[...]))
    }
    return groups.sorted { $0.bound < $1.bound }
  }

  /// The rows that may hold the run for no more than `most` if it is all of the query, but for those of `known`: those that hold
  /// one for certain, and others; in no order, some several times.
  func rows(
    _ work: inout SearchWork, upTo most: UInt32, besides known: borrowing BitColumn, within allowed: BitColumn?
  ) -> (certain: [UInt32], others: [UInt32]) {
    work.postings += rowCount
    let places = placesOfOnlyRun
    var rows: (certain: [UInt32], others: [UInt32]) = ([], [])
    let postings = segment.pairs.postings
    tiers.append(tiers.certain, of: postings, besides: known, within: allowed, to: &rows.certain) {
      cost($0, $1, places) <= most
    }
    tiers.append(tiers.others, of: postings, besides: known, within: allowed, to: &rows.others) {
      cost($0, $1, places) <= most
    }
    for split in splits where costs.split + costs.inWholePhrase <= most {
      segment.postings.forEachRow(inBoth: split.rarer, split.other) { row in
        if !known[Int(row)], allowed?[Int(row)] ?? true { rows.others.append(row) }
      }
    }
    return rows
  }

  /// A run in a search text that has a pair is a whole phrase.
  private var placesOfOnlyRun: PlaceCosts {
    PlaceCosts(costs, isFirstTerm: true, mayBeWhole: true, clauseCount: .max)
  }

  /// What a run of a tier costs at least if it is all of the query.
  private func cost(_ tier: RunTiers.Tier, _ place: Place, _ places: PlaceCosts) -> UInt32 {
    tiers.cost(tier, place).addingClamped(tier.beginsWithPair ? places[place] : 0)
  }

  /// What a run that is certain costs at most, but for its field and its place: it has two or three letters.
  var mostOfCertain: UInt32 {
    if term.length == 2 { return max(costs.split, costs.twoInitials) }
    let letter = max(costs.oneLetterChunk, costs.laterOneLetterChunk)
    return max(costs.initialsOfTitle, costs.initialsOfPart, costs.chunks + letter)
  }

  /// Of how many compounds a run takes parts at most, but for the first one.
  /// - Parameter words: those of the row.
  func mostCompoundsAfterFirst(_ words: Span<UInt32>) -> UInt32 {
    if term.length == 2 { return screen.mayCrossCompounds(words) ? 1 : 0 }
    var count: UInt32 = 0
    for index in words.indices where TokenColumn.kind(words[index]) == .compound { count += 1 }
    return min(UInt32(term.length), max(count, 1)) - 1
  }

  // MARK: - Screening

  /// So many rows are looked at together, because their cache misses then overlap.
  static let batchLength = 128

  /// Calls `body` with those of a few rows that may hold the run, with their words, and with what it costs there at least,
  /// its field included.
  /// - Parameter readsSearchTexts: `false` asks of titles and readings alone.
  func forEachRun(
    in rows: [UInt32], readsSearchTexts: Bool = true,
    _ body: (_ row: UInt32, _ words: Span<UInt32>, _ cost: UInt32) -> Void
  ) {
    let tokens = segment.tokens
    for row in rows { tokens.heads.prefetch(Int(row)) }
    let admitted = rows.filter { screen.admits(tokens.letters(Int($0))) }
    var ahead = RowsAhead()
    ahead.read(admitted, of: tokens, readsSearchTexts: readsSearchTexts)
    ahead.forEachRow { row, words in
      if let cost = screen.leastCost(words) { body(row, words, cost) }
    }
  }

  /// What the place of a run costs that is all of the query.
  /// - Parameter words: those of the row.
  func costOfPlace(_ row: UInt32, _ words: Span<UInt32>) -> UInt32 {
    let titleStart = segment.tokens.titleStart(Int(row))
    var title = TitleWalk()
    var mayBeAtStart = false
    for index in words.indices {
      let token = words[index]
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
    return mayBeAtStart ? 0 : min(costs.notAtStart, costs.inReading)
  }
}
