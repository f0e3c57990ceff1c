/// The rows of a segment that may hold a term as a run of words, with a lower bound of the run's cost.
///
/// A run holds the pair of its first two words, the pair of its last two, and all letters of the term. Rows must hold both
/// pairs and the letters; they are read from the rarer pair. If they are few, their words are read, and only those that hold
/// the run are left. Otherwise the scorer decides.
struct RunRows: Sendable {
  /// Rows in which the run costs the same at least, each with the place of a word; some stand in several tiers.
  struct Tier: Sendable {
    let kind: Kind
    fileprivate(set) var rows: [UInt32] = []
    fileprivate(set) var places: [UInt8] = []
  }

  /// The properties of a run in the rows of a tier.
  struct Kind: Hashable, Sendable {
    /// A lower bound of its cost without its field.
    let cost: UInt32
    /// Whether it begins with the word whose places are known.
    let beginsAtPlace: Bool
    /// Whether it may be one of the search text.
    let mayBeHidden: Bool
  }

  private(set) var tiers: [Tier] = []
  /// The number of rows of all tiers, and the number of postings read to find them.
  private(set) var count = 0
  private(set) var postingCount: Int
  /// Whether all rows hold the run, or nearly all: of so short terms in ASCII the keys of pairs hold all letters.
  private(set) var areRead: Bool
  private let costs: CostTable

  /// - Parameter most: runs that cost more may be left out.
  init(_ term: Term, _ costs: CostTable, _ pieces: RunPieces, upTo most: UInt32, in segment: Segment) {
    self.costs = costs
    areRead = term.bytes.count <= RunRows.lettersOfKeys && term.length == term.bytes.count
    var reader = PairReader(term, costs, pieces, upTo: most, in: segment)
    reader.readFirstPairs()
    postingCount = reader.count
    // Of two pieces the first pair is the last.
    var others: LeastOfPairs?
    if term.length > 2, reader.count > segment.options.efforts.fewPairPostings {
      var other = PairReader(term, costs, pieces, upTo: most, in: segment)
      if other.readLastPairs(fewerThan: RunRows.mostOthers * reader.count) {
        postingCount += other.count
        if other.count < reader.count { swap(&reader, &other) }
        others = LeastOfPairs(other, term, costs, rowCount: segment.count)
      }
    }
    // Pairs are the beginnings of words that stand side by side: of a long term, many rows have both, but few all its letters.
    let letters = areRead ? .empty : LetterSignature(term.bytes.span).withoutASCII
    read(reader, term, besides: others) { segment.tokens.letters($0).contains(letters) }
  }

  /// The keys of pairs hold all letters of terms of ASCII that are no longer.
  private static let lettersOfKeys = 3
  /// The most last pairs to check, as a multiple; checking them is then faster than examining the rows that they rule out.
  private static let mostOthers = 4

  /// Adds the rows of pairs, as far as they hold others, too, and may hold the run.
  private mutating func read(
    _ reader: PairReader, _ term: Term, besides others: LeastOfPairs?, where mayHold: (Int) -> Bool
  ) {
    let pairTiers = reader.tiers
    // By tier, by whether the title has few words, and by what the other pair costs; -1 where there are none yet.
    let width = (others?.costs.count ?? 0) + 1
    var numbers = Array(repeating: -1, count: pairTiers.count * 2 * width)
    var tiers = take(&self.tiers)
    reader.forEachPosting { number, row, place in
      var other = 0
      if let others {
        guard let found = others.number(Int(row)) else { return }
        other = found + 1
      }
      guard mayHold(Int(row)) else { return }
      let isFew = Int(place.laterTitleWords) < term.length
      let slot = (number * 2 + (isFew ? 1 : 0)) * width + other
      if numbers[slot] < 0 {
        let tier = pairTiers[number]
        let cost = max(costs.leastOfRun(tier, hasFewTitleWords: isFew), others.map { $0.costs[other - 1] } ?? 0)
        let kind = Kind(cost: cost, beginsAtPlace: tier.beginsWithPair, mayBeHidden: tier.mayBeHidden)
        numbers[slot] = tiers.firstIndex { $0.kind == kind } ?? tiers.count
        if numbers[slot] == tiers.count { tiers.append(Tier(kind: kind)) }
      }
      tiers[numbers[slot]].rows.append(row)
      tiers[numbers[slot]].places.append(place.rawValue)
    }
    self.tiers = tiers
    count = tiers.reduce(0) { $0 + $1.rows.count }
  }

  /// Returns the rows that hold the run, if those that may are few; otherwise itself.
  /// - Parameter isAsked: returns `false` for rows that do not matter.
  func read(_ examiner: consuming RunExaminer, in segment: Segment, where isAsked: (Int) -> Bool) -> RunRows {
    if areRead { return self }
    var asked = RowSet(of: segment)
    var rows: [UInt32] = []
    for tier in tiers { for row in tier.rows where isAsked(Int(row)) && asked.insert(Int(row)) { rows.append(row) } }
    guard rows.count <= segment.options.efforts.mostRunRows else { return self }
    var read = self
    read.tiers = []
    read.areRead = true
    read.count = 0
    var start = 0
    while start < rows.count {
      let end = min(start + RunExaminer.batchLength, rows.count)
      examiner.forEachRun(in: Array(rows[start..<end])) { row, cost in read.append(row, cost: cost) }
      start = end
    }
    return read
  }

  /// Adds a row that holds the run, which costs so much there with its field, but without its place.
  private mutating func append(_ row: UInt32, cost: UInt32) {
    let kind = Kind(cost: cost, beginsAtPlace: false, mayBeHidden: false)
    let number = tiers.firstIndex { $0.kind == kind } ?? tiers.count
    if number == tiers.count { tiers.append(Tier(kind: kind)) }
    tiers[number].rows.append(row)
    tiers[number].places.append(Place(.titleStart, titleWords: 1).rawValue)
    count += 1
  }

  /// Returns the limit up to which only rare runs are found: beginnings of words, and two initials, are in many rows and cost
  /// more.
  static func mostOfFew(_ term: Term, _ costs: CostTable) -> UInt32 {
    (term.length == 2 ? costs.twoInitials : costs.chunks) - 1
  }

  /// Returns a lower bound of the cost of a run of a term; `UInt32.max` if there is none.
  ///
  /// Two letters are the initials of two words, or two words of one letter each.
  static func cheapest(_ term: Term, _ costs: CostTable, in dictionary: WordDictionary) -> UInt32 {
    guard HitSource.runLengths ~= term.length else { return .max }
    guard term.length == 2 else { return costs.cheapestRun(length: term.length) }
    let cut = utf8Length(lead: term.bytes[0])
    let areWords = [term.bytes[..<cut], term.bytes[cut...]].allSatisfy { dictionary.word(Array($0)) != nil }
    return costs.cheapestRun(length: 2, hasWholeWords: areWords)
  }

  /// What a run costs at least in the rows of a tier, by place.
  /// - Parameter isFirstTerm: whether it pays for its place in the title.
  func places(_ kind: Kind, isFirstTerm: Bool) -> PlaceCosts {
    // In search texts it may be a whole phrase, which has more words than the query has clauses.
    PlaceCosts(
      costs, way: kind.cost, hidden: kind.mayBeHidden ? kind.cost : nil, isFirstTerm: isFirstTerm && kind.beginsAtPlace,
      mayBeWhole: true, clauseCount: .max)
  }
}

/// The rows that hold the first pair of a run, or those that hold its last one, and the least that the run costs in each.
private struct LeastOfPairs {
  /// Ascending.
  let costs: [UInt32]
  /// The rows of each.
  private let rows: [BitColumn]

  init(_ reader: PairReader, _ term: Term, _ table: CostTable, rowCount: Int) {
    let leasts = reader.tiers.flatMap { tier in
      [false, true].map { table.leastOfRun(tier, hasFewTitleWords: $0) }
    }
    let costs = Set(leasts).sorted()
    let numbers = leasts.map { least in costs.firstIndex(of: least) ?? 0 }
    var rows = Array(repeating: BitColumn(count: rowCount), count: costs.count)
    reader.forEachPosting { tier, row, place in
      rows[numbers[tier * 2 + (Int(place.laterTitleWords) < term.length ? 1 : 0)]].insert(Int(row))
    }
    (self.costs, self.rows) = (costs, rows)
  }

  /// The number of the least cost of a row; `nil` if it has no such pair.
  @inline(__always)
  func number(_ row: Int) -> Int? { rows.firstIndex { $0[row] } }
}

extension CostTable {
  /// What a run with a pair costs at least. The initials of a title are no fewer than its words.
  fileprivate func leastOfRun(_ tier: PairReader.Tier, hasFewTitleWords: Bool) -> UInt32 {
    tier.mayBeInitialsAnywhere || tier.mayBeInitials && hasFewTitleWords ? min(tier.cost, initialsOfTitle) : tier.cost
  }
}

// MARK: - Rows of an only term

extension RunRows {
  /// Rows by what a run costs in them at least.
  struct Group: Sendable {
    let bound: UInt32
    /// Their titles have no fewer words.
    let titleWords: Int32
    let rows: ArraySlice<UInt32>
  }

  /// All rows by what the query costs in them at least if it is the term, ascending, and then by the words of their titles; a row
  /// may be in several groups.
  /// - Complexity: O(*n*) in the number of rows.
  func groups(isFirstTerm: Bool) -> [Group] {
    // One slot for each place of each tier.
    var starts = [Int](repeating: 0, count: tiers.count << 8)
    for (number, tier) in tiers.enumerated() { for place in tier.places { starts[number << 8 | Int(place)] += 1 } }
    let costs = tiers.map { places($0.kind, isFirstTerm: isFirstTerm) }
    let slots = starts.indices.filter { starts[$0] > 0 }.map { slot in
      let place = Place(rawValue: UInt8(truncatingIfNeeded: slot))
      return (slot: slot, bound: costs[slot >> 8][place], titleWords: place.laterTitleWords + 1)
    }.sorted { ($0.bound, $0.titleWords) < ($1.bound, $1.titleWords) }
    var ends: [Int] = []
    var start = 0
    for (slot, _, _) in slots {
      (starts[slot], start) = (start, start + starts[slot])
      ends.append(start)
    }
    var rows = [UInt32](repeating: 0, count: start)
    for (number, tier) in tiers.enumerated() {
      for (row, place) in zip(tier.rows, tier.places) {
        let slot = number << 8 | Int(place)
        rows[starts[slot]] = row
        starts[slot] += 1
      }
    }
    start = 0
    return zip(slots, ends).map { slot, end in
      defer { start = end }
      return Group(bound: slot.bound, titleWords: slot.titleWords, rows: rows[start..<end])
    }.filter { $0.bound < .max }
  }

  /// The rows in which the query may cost no more than `most` if it is the term; in no order, some several times.
  func rows(upTo most: UInt32, isFirstTerm: Bool) -> [UInt32] {
    tiers.flatMap { tier in
      let costs = places(tier.kind, isFirstTerm: isFirstTerm)
      return zip(tier.rows, tier.places).lazy.filter { costs[Place(rawValue: $0.1)] <= most }.map(\.0)
    }
  }
}
