/// Posting lists of pairs that together hold every row in which a term is a run of words, and what the run costs there at
/// least.
///
/// A run holds the pair of its first two words, and that of its last two. Whichever of these are found in fewer rows are
/// looked for.
struct RunTiers: Sendable {
  /// What the pairs of some keys say of a run.
  struct Tier: Hashable, Sendable {
    /// What the run costs at least, its field left out, if it is not the initials of a whole phrase.
    let cost: UInt32
    /// Whether it may be these, as far as the words of the title do not say.
    let mayBeInitials: Bool
    /// The same whatever the words of the title are.
    let mayBeInitialsAnywhere: Bool
    /// Whether the run begins with the first word of the pair.
    let beginsWithPair: Bool
    /// Whether each row holds a run for certain, which costs hardly more.
    let isCertain: Bool
    /// Whether the run may be one of the search text.
    let mayBeHidden: Bool
  }

  /// Each with the number of its tier: those of which each row holds the run for certain, and others.
  let certain, others: [(tier: Int, postings: Range<Int>)]
  /// How many postings these have.
  let certainCount, otherCount: Int
  private let tiers: [Tier]
  private let letterCount: Int
  private let costs: CostTable

  // MARK: - Bounds

  /// What a run costs at least in a row of a tier, but for its field and its place.
  func cost(_ tier: Tier, _ place: Place) -> UInt32 {
    // The initials of a title are no fewer than its words.
    let mayBeInitials =
      tier.mayBeInitialsAnywhere || tier.mayBeInitials && Int(place.laterTitleWords) < letterCount
    return mayBeInitials ? min(tier.cost, costs.initialsOfTitle) : tier.cost
  }

  func mayBeHidden(_ tier: Int) -> Bool { tiers[tier].mayBeHidden }

  /// Rows by what a run costs in them at least.
  struct Group: Sendable {
    let bound: UInt32
    let rows: ArraySlice<UInt32>
  }

  /// All rows of some lists, by what `bound` says of their tiers and places, ascending; a row may be in several groups.
  /// - Complexity: O(*n*) in the number of postings.
  func groups(
    of lists: [(tier: Int, postings: Range<Int>)], in postings: borrowing Postings, by bound: (Tier, Place) -> UInt32
  ) -> [Group] {
    // One slot for each place of each tier.
    var starts = [Int](repeating: 0, count: tiers.count << 8)
    let column = postings.places
    for (tier, range) in lists {
      let places = column.span(toRead: range)
      for posting in range { starts[tier << 8 | Int(places[posting])] += 1 }
    }
    let slots = starts.indices.filter { starts[$0] > 0 }.map { slot in
      (slot: slot, bound: bound(tiers[slot >> 8], Place(rawValue: UInt8(truncatingIfNeeded: slot))))
    }.sorted { $0.bound < $1.bound }
    var ends: [Int] = []
    var start = 0
    for (slot, _) in slots {
      (starts[slot], start) = (start, start + starts[slot])
      ends.append(start)
    }
    var rows = [UInt32](repeating: 0, count: start)
    for (tier, range) in lists {
      let places = column.span(toRead: range)
      for posting in range {
        let slot = tier << 8 | Int(places[posting])
        rows[starts[slot]] = postings.rows[posting]
        starts[slot] += 1
      }
    }
    start = 0
    return zip(slots, ends).map { slot, end in
      defer { start = end }
      return Group(bound: slot.bound, rows: rows[start..<end])
    }
  }
}

// MARK: - Counting

extension RunTiers {
  /// Appends the rows of some lists whose places `admits`, without those of `known`; a row may be in several lists.
  func append(
    _ lists: [(tier: Int, postings: Range<Int>)], of postings: Postings, besides known: borrowing BitColumn,
    within allowed: BitColumn?, to rows: inout [UInt32], where admits: (Tier, Place) -> Bool
  ) {
    // For each tier, what is said of each place.
    var verdicts = [[Bool]?](repeating: nil, count: tiers.count)
    let column = postings.places
    for (tier, range) in lists {
      let admitted =
        verdicts[tier] ?? (0...UInt8.max).map { admits(tiers[tier], Place(rawValue: $0)) }
      verdicts[tier] = admitted
      let places = column.span(toRead: range)
      postings.rows.forEach(in: range) { posting, row in
        if !known[Int(row)], allowed?[Int(row)] ?? true, admitted[Int(places[posting])] { rows.append(row) }
      }
    }
  }
}

// MARK: - Finding

extension RunTiers {
  init(_ term: Term, _ costs: CostTable, _ pieces: RunPieces, in segment: Segment) {
    letterCount = term.length
    self.costs = costs
    var reader = PairReader(term, costs, pieces, in: segment)
    reader.readFirstPairs()
    // Of two pieces the first pair is the last.
    if term.length > 2, reader.count > segment.options.efforts.fewPairPostings {
      var other = PairReader(term, costs, pieces, in: segment)
      if other.readLastPairs(fewerThan: reader.count) { reader = other }
    }
    tiers = reader.tiers
    certain = reader.lists.filter { reader.tiers[$0.tier].isCertain }
    others = reader.lists.filter { !reader.tiers[$0.tier].isCertain }
    certainCount = certain.reduce(0) { $0 + $1.postings.count }
    otherCount = reader.count - certainCount
  }

}

/// Reads the keys of the pairs that a run of a term may hold.
private struct PairReader {
  private let bytes: [UInt8]
  private let letterCount: Int
  private let costs: CostTable
  private let pieces: RunPieces
  private let pairs: PairPostings
  private let hasReadings, hasSearchTexts: Bool
  /// Three letters of ASCII: then a key says whether there is a run.
  private let isAllInKeys: Bool
  private(set) var lists: [(tier: Int, postings: Range<Int>)] = []
  private(set) var tiers: [RunTiers.Tier] = []
  private(set) var count = 0

  init(_ term: Term, _ costs: CostTable, _ pieces: RunPieces, in segment: Segment) {
    bytes = term.bytes
    letterCount = term.length
    self.costs = costs
    self.pieces = pieces
    pairs = segment.pairs
    isAllInKeys = term.bytes.count <= 3 && term.bytes.count == term.length
    hasReadings = segment.readings.count > 0
    hasSearchTexts = segment.searchTexts.count > 0
  }

  /// Where the term is cut: the first word of the pair begins as the term from `start` to `end`, the next one as it goes on.
  private struct Cut {
    let start: Int
    let end: Int
    /// Whether the dictionary has words that are the pieces.
    let hasWhole: Bool
    let hasWholeRest: Bool
    let isLast: Bool
  }

  private func letterEnd(_ start: Int) -> Int { start + utf8Length(lead: bytes[start]) }

  mutating func readFirstPairs() {
    for end in bytes.indices.dropFirst() where bytes[end] & 0xC0 != 0x80 {
      // Without a word that begins so there is none that goes on either.
      guard let step = pieces.piece(from: 0, to: end) else { break }
      let rest = pieces.piece(from: end, to: bytes.count)
      append(
        Cut(
          start: 0, end: end, hasWhole: step.whole != .max, hasWholeRest: rest?.whole ?? .max != .max, isLast: false))
    }
  }

  /// - Returns: `false` if they are no fewer than `most`, as soon as that is clear.
  mutating func readLastPairs(fewerThan most: Int) -> Bool {
    for end in bytes.indices.dropFirst() where bytes[end] & 0xC0 != 0x80 {
      guard let rest = pieces.piece(from: end, to: bytes.count) else { continue }
      for start in 0..<end {
        if count >= most { return false }
        guard let step = pieces.piece(from: start, to: end) else { continue }
        append(
          Cut(
            start: start, end: end, hasWhole: step.whole != .max, hasWholeRest: rest.whole != .max, isLast: true))
      }
    }
    // Of the phrases of search texts only the first pairs have keys.
    if hasSearchTexts, letterEnd(0) < bytes.count {
      append(Cut(start: 0, end: letterEnd(0), hasWhole: false, hasWholeRest: false, isLast: false)) {
        $0.mayBeHidden
      }
    }
    return count < most
  }

  private mutating func append(_ cut: Cut, where isAsked: (PairKey) -> Bool = { _ in true }) {
    let inside = cut.end > cut.start + 1 ? bytes[cut.start + 1] : nil
    let following = cut.end + 1 < bytes.count ? bytes[cut.end + 1] : nil
    let range = pairs.keys(lead: bytes[cut.start], inside: inside, next: bytes[cut.end])
    for index in range {
      let key = pairs.key(index)
      if let following, key.nextInside != following, cut.isLast || key.laterLead != following { continue }
      guard isAsked(key), let found = tier(key, cut) else { continue }
      let postings = pairs.postings.range(index..<index + 1)
      count += postings.count
      let tier = number(of: found)
      if let last = lists.last, last.tier == tier, last.postings.upperBound == postings.lowerBound {
        lists[lists.count - 1].postings = last.postings.lowerBound..<postings.upperBound
      } else {
        lists.append((tier, postings))
      }
    }
  }

  private mutating func number(of tier: RunTiers.Tier) -> Int {
    if let known = tiers.firstIndex(of: tier) { return known }
    tiers.append(tier)
    return tiers.count - 1
  }

  /// What a run costs at least that holds a pair of the key; `nil` if none does.
  private func tier(_ key: PairKey, _ cut: Cut) -> RunTiers.Tier? {
    let isFirst = cut.start == 0
    let isInitial = cut.end == letterEnd(cut.start)
    let isWhole = cut.hasWhole && (cut.end > cut.start + 1 || key.inside == 0)
    // What is left of the term: one letter, or more of which the next word takes either one or more.
    let nextEnd = letterEnd(cut.end)
    let isOneLetter = nextEnd == bytes.count
    let isASCII = nextEnd == cut.end + 1
    let goesOn = isOneLetter || key.nextInside == bytes[cut.end + 1]
    let mayBeOneLetter = isOneLetter || !cut.isLast && (!isASCII || key.laterLead == bytes[nextEnd])
    let isNextWhole = !isASCII || key.nextInside == 0
    let mayBeInitials = isInitial && mayBeOneLetter
    if key.inside == PairKey.initialsOnly {
      guard isFirst, mayBeInitials else { return nil }
      let cost = letterCount == 2 ? costs.twoInitials : costs.initialsOfTitle
      return RunTiers.Tier(
        cost: cost, mayBeInitials: false, mayBeInitialsAnywhere: false, beginsWithPair: true,
        isCertain: false, mayBeHidden: true)
    }
    let mayBeHidden = hasSearchTexts && key.mayBeHidden
    var cost = UInt32.max
    if isFirst, isWhole, cut.hasWholeRest, isOneLetter ? isNextWhole : goesOn { cost = costs.split }
    guard letterCount > 2 else {
      cost = min(cost, costs.twoInitials)
      return RunTiers.Tier(
        cost: cost, mayBeInitials: false, mayBeInitialsAnywhere: false, beginsWithPair: true, isCertain: isAllInKeys,
        mayBeHidden: mayBeHidden)
    }
    let single = isNextWhole ? 0 : costs.laterOneLetterChunk
    let later = !isOneLetter && goesOn ? 0 : single
    if isWhole { cost = min(cost, costs.splitPrefix + later) }
    let letter = isFirst || !isInitial || isWhole ? 0 : costs.laterOneLetterChunk
    cost = min(cost, costs.chunks + letter + later)
    if mayBeInitials { cost = min(cost, costs.initialsOfPart) }
    // A key of other letters than ASCII may be that of a search text too.
    let anywhere = hasReadings || mayBeHidden
    return RunTiers.Tier(
      cost: cost, mayBeInitials: mayBeInitials, mayBeInitialsAnywhere: mayBeInitials && anywhere,
      beginsWithPair: isFirst,
      isCertain: isFirst && isAllInKeys && (cut.end == 1 || !cut.hasWhole), mayBeHidden: mayBeHidden)
  }
}

extension PairKey {
  /// Whether a phrase of a search text may have the key.
  fileprivate var mayBeHidden: Bool { inside == PairKey.initialsOnly || lead >= 0x80 }
}
