/// A reader of the keys of pairs that a run of a term may hold.
struct PairReader {
  /// A set of pair keys with the same bounds of a run.
  struct Tier: Hashable {
    /// A lower bound of the cost of the run without its field, unless it is the initials of a whole phrase.
    let cost: UInt32
    /// Whether the run may be such initials, subject to the words of the title.
    var mayBeInitials = false
    /// Whether the run may be such initials, regardless of the words of the title.
    var mayBeInitialsAnywhere = false
    /// Whether the run begins with the first word of the pair.
    var beginsWithPair = true
    /// Whether the run may be one of the search text.
    let mayBeHidden: Bool
  }

  private let bytes: [UInt8]
  private let letterCount: Int
  private let costs: CostTable
  private let most: UInt32
  private let pieces: RunPieces
  private let pairs: PairPostings
  private let postings: Postings
  private let hasReadings, hasSearchTexts: Bool
  private let rowCount: Int
  private(set) var lists: [(tier: Int, postings: Range<Int>)] = []
  private var keyTiers: [Tier] = []
  private(set) var words: [Words] = []
  private(set) var count = 0

  /// - Parameter most: runs that cost more are skipped.
  init(_ term: Term, _ costs: CostTable, _ pieces: RunPieces, upTo most: UInt32, in segment: Segment) {
    bytes = term.bytes
    self.most = most
    letterCount = term.length
    self.costs = costs
    self.pieces = pieces
    pairs = segment.pairs
    postings = segment.postings
    rowCount = segment.count
    hasReadings = segment.readings.count > 0
    hasSearchTexts = segment.searchTexts.count > 0
  }

  /// Two neighbouring words of a run in which all but the last are whole: a word, and one or several with a common beginning.
  struct Words {
    enum Kind: Equatable {
      /// Two whole words; two, the second one begun; two of more.
      case split, begun
      case many(beginsRun: Bool)
    }

    let kind: Kind
    let first: Int
    let second: Range<Int>
    /// The number of rows to read.
    let count: Int
  }

  private func tier(_ words: Words) -> Tier {
    Tier(
      cost: words.kind == .split ? costs.split : costs.splitPrefix,
      beginsWithPair: words.kind != .many(beginsRun: false), mayBeHidden: hasSearchTexts && words.kind == .split)
  }

  /// The tiers of keys and, after these, those of two words.
  var tiers: [Tier] { keyTiers + words.map(tier) }

  /// Calls `body` with all rows, some several times, each with the place of the first word of its pair. For a rare word and the
  /// beginning of many, rows that hold the first may lack the second.
  @inline(__always)
  func forEachPosting(_ body: (_ tier: Int, _ row: UInt32, _ place: Place) -> Void) {
    for (tier, range) in lists { pairs.postings.forEachPosting(in: range) { row, place in body(tier, row, place) } }
    for (number, pair) in words.enumerated() {
      let own = postings.range(pair.first..<pair.first + 1)
      if pair.second.count > 1, own.count * Postings.muchRarer <= postings.range(pair.second).count {
        postings.forEachPosting(in: own) { row, place in body(keyTiers.count + number, row, place) }
        continue
      }
      postings.forEachRow(holding: pair.first, and: pair.second, rowCount: rowCount) { row, place in
        body(keyTiers.count + number, row, place)
      }
    }
  }

  /// A cut of the term, in bytes: the first word begins with `start..<end`, the next one with what follows.
  private struct Cut {
    let start: Int
    let end: Int
    let isLast: Bool
    /// Whether the first piece is one letter of ASCII.
    var isLetter: Bool { end == start + 1 }
    /// Whether the dictionary has a word that is the first piece.
    var hasWhole = false
    /// The pairs of words that find runs in which all words but the last are whole.
    var words: [Words] = []
    /// Whether the second word of such a run may be one letter, which only keys find.
    var mayGoOnAfterLetter = false
  }

  private func letterEnd(_ start: Int) -> Int { start + utf8Length(lead: bytes[start]) }

  /// The cut between a piece and what comes after it.
  private func cut(_ piece: RunPieces.Piece, from start: Int, isLast: Bool) -> Cut {
    var cut = Cut(start: pieces.byte(ofLetter: start), end: pieces.byte(ofLetter: piece.end), isLast: isLast)
    let rest = pieces.pieces(from: piece.end).last.flatMap { $0.end == letterCount ? $0 : nil }
    cut.hasWhole = piece.whole != .max
    guard cut.hasWhole else { return cut }
    if start == 0, let rest {
      if rest.whole != .max { append(.split, piece, rest, to: &cut) }
      if letterCount > 2 { append(.begun, piece, rest, to: &cut) }
    }
    if isLast {
      for before in 0..<start where pieces.areWords(before: before) {
        for previous in pieces.pieces(from: before) where previous.end == start && previous.whole != .max {
          append(.many(beginsRun: before == 0), previous, piece, to: &cut)
        }
      }
    } else {
      for next in pieces.pieces(from: piece.end) where next.end < letterCount && next.whole != .max {
        guard pieces.areWords(from: next.end) else { continue }
        if next.end == piece.end + 1, bytes[cut.end] < 0x80 {
          cut.mayGoOnAfterLetter = true
        } else {
          append(.many(beginsRun: true), piece, next, to: &cut)
        }
      }
    }
    return cut
  }

  private func append(_ kind: Words.Kind, _ first: RunPieces.Piece, _ second: RunPieces.Piece, to cut: inout Cut) {
    let word = Int(first.whole)
    let others = Int(second.first)..<Int(second.first) + (kind == .begun ? Int(second.count) : 1)
    let count = min(postings.range(word..<word + 1).count, postings.range(others).count)
    if count > 0 { cut.words.append(Words(kind: kind, first: word, second: others, count: count)) }
  }

  mutating func readFirstPairs() {
    // If no word begins so, none goes on either.
    for piece in pieces.pieces(from: 0) where piece.end < letterCount { append(cut(piece, from: 0, isLast: false)) }
  }

  /// - Returns: `false` if they are no fewer than `most`, as soon as that is clear.
  mutating func readLastPairs(fewerThan most: Int) -> Bool {
    for start in 0..<letterCount {
      for piece in pieces.pieces(from: start) where piece.end < letterCount {
        if count >= most { return false }
        guard pieces.pieces(from: piece.end).last?.end == letterCount else { continue }
        append(cut(piece, from: start, isLast: true))
      }
    }
    // Of the phrases of search texts only the first pairs have keys.
    if hasSearchTexts, letterCount > 1 {
      append(Cut(start: 0, end: letterEnd(0), isLast: false)) { $0.mayBeHidden }
    }
    return count < most
  }

  /// Adds the pairs of a cut. If few rows hold two words of a run, these are read, and keys cover only other runs.
  private mutating func append(_ cut: Cut, where isAsked: (PairKey) -> Bool = { _ in true }) {
    let inside = cut.end > cut.start + 1 ? bytes[cut.start + 1] : nil
    let following = cut.end + 1 < bytes.count ? bytes[cut.end + 1] : nil
    var found: [(key: PairKey, postings: Range<Int>)] = []
    for index in pairs.keys(lead: bytes[cut.start], inside: inside, next: bytes[cut.end]) {
      let key = pairs.key(index)
      if let following, key.nextInside != following, cut.isLast || key.laterLead != following { continue }
      if isAsked(key) { found.append((key, pairs.postings.range(index..<index + 1))) }
    }
    var cut = cut
    // Keys of one letter prove that it is a word.
    var room = cut.isLetter ? 0 : found.reduce(0) { $0 + $1.postings.count }
    cut.words.sort { $0.count < $1.count }
    cut.words.removeAll { pair in
      let isTaken = pair.count < room
      // Two words may also be a run in search texts, where keys cover only initials.
      if isTaken || hasSearchTexts && pair.kind == .split {
        words.append(pair)
        count += pair.count
      }
      if isTaken { room -= pair.count }
      return isTaken
    }
    for (key, postings) in found {
      guard let tier = tier(key, cut), min(tier.cost, tier.mayBeInitials ? costs.initialsOfTitle : .max) <= most else {
        continue
      }
      count += postings.count
      let number = number(of: tier)
      if let last = lists.last, last.tier == number, last.postings.upperBound == postings.lowerBound {
        lists[lists.count - 1].postings = last.postings.lowerBound..<postings.upperBound
      } else {
        lists.append((number, postings))
      }
    }
  }

  private mutating func number(of tier: Tier) -> Int {
    if let known = keyTiers.firstIndex(of: tier) { return known }
    keyTiers.append(tier)
    return keyTiers.count - 1
  }

  /// Returns the bounds of a run that holds a pair of the key, including those of whole words that ``Cut/words`` does not
  /// cover; `nil` if none does.
  private func tier(_ key: PairKey, _ cut: Cut) -> Tier? {
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
    if key.inside == PairKey.acronymOnly {
      guard mayBeInitials, letterCount > 2, letterCount == bytes.count else { return nil }
      return Tier(cost: costs.initialsOfPart, beginsWithPair: isFirst, mayBeHidden: hasSearchTexts)
    }
    if key.inside == PairKey.initialsOnly {
      guard isFirst, mayBeInitials else { return nil }
      let cost = letterCount == 2 ? costs.twoInitials : costs.initialsOfTitle
      return Tier(cost: cost, mayBeHidden: true)
    }
    let mayBeHidden = hasSearchTexts && key.mayBeHidden
    let isSplit = isWhole && cut.words.contains { $0.kind == .split } && (isOneLetter ? isNextWhole : goesOn)
    guard letterCount > 2 else {
      return Tier(cost: isSplit ? costs.split : costs.twoInitials, mayBeHidden: mayBeHidden)
    }
    let single = isNextWhole ? 0 : costs.laterOneLetterChunk
    let later = !isOneLetter && goesOn ? 0 : single
    let letter = isFirst || !isInitial || isWhole ? 0 : costs.laterOneLetterChunk
    var cost = costs.chunks + letter + later
    if mayBeInitials { cost = min(cost, costs.initialsOfPart) }
    if isWhole, cut.mayGoOnAfterLetter, key.nextInside == 0, key.laterLead == bytes[nextEnd] {
      cost = min(cost, costs.splitPrefix)
    }
    for pair in cut.words where isWhole && pair.kind != .split {
      if pair.kind != .begun || goesOn { cost = min(cost, costs.splitPrefix) }
    }
    if isSplit { cost = costs.split }
    // A key of other letters than ASCII may be that of a search text too.
    let anywhere = hasReadings || mayBeHidden
    return Tier(
      cost: cost, mayBeInitials: mayBeInitials, mayBeInitialsAnywhere: mayBeInitials && anywhere,
      beginsWithPair: isFirst, mayBeHidden: mayBeHidden)
  }
}

extension PairKey {
  /// Whether a phrase of a search text may have the key.
  fileprivate var mayBeHidden: Bool { inside >= PairKey.acronymOnly || lead >= 0x80 }
}
