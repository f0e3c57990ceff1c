/// A term of a query, or two terms as one word, that hits are collected for.
struct HitSource: Sendable {
  /// Its row in the scorer.
  let row: Int
  /// Whether it is two terms.
  let isJoined: Bool
  /// The clauses that a whole word satisfies, one bit each.
  fileprivate(set) var clauses: UInt32
  /// Whether its clauses have no other alternatives.
  fileprivate(set) var isOnlyAlternative = true
  /// Whether its terms are all of the query.
  let isAll: Bool
  let byteCount: Int
  let letterCount: Int
  let typoBudget: Int
  let anchoredTypoBudget: Int
  let admitsLoose: Bool
  let admitsRuns: Bool
  /// Whether it may be the initials of all words but function words.
  let admitsAcronyms: Bool

  var termCount: UInt32 { isJoined ? 2 : 1 }

  private init(_ scorer: Scorer, row: Int, clause: Int, isJoined: Bool) {
    let matcher = scorer.rows[row]
    self.row = row
    self.isJoined = isJoined
    clauses = (isJoined ? 3 : 1) << UInt32(clause)
    isAll = scorer.clauses.count == (isJoined ? 2 : 1)
    byteCount = matcher.term.bytes.count
    letterCount = matcher.term.length
    typoBudget = matcher.term.typoBudget
    anchoredTypoBudget = matcher.term.anchoredTypoBudget
    admitsLoose = matcher.admitsLoose && !isJoined && scorer.admitsRuns
    admitsRuns = scorer.admitsRuns && matcher.admitsLoose && !isJoined && HitSource.runLengths ~= letterCount
    admitsAcronyms = admitsRuns && matcher.term.mayBeAcronym
  }

  /// How many letters a term has that may be a run.
  static let runLengths = 2...TermMatcher.longestLoose

  /// What hits are collected for, joined terms last, and what each clause is found by. Equal terms share their hits.
  static func sources(of scorer: Scorer) -> ([HitSource], [ScoredClause]) {
    var sources: [HitSource] = []
    func list(_ row: Int, _ clause: Int, isJoined: Bool) -> Int {
      if let known = sources.firstIndex(where: { $0.row == row && $0.isJoined == isJoined }) {
        sources[known].clauses |= (isJoined ? 3 : 1) << UInt32(clause)
        return known
      }
      sources.append(HitSource(scorer, row: row, clause: clause, isJoined: isJoined))
      return sources.count - 1
    }
    var clauses = scorer.clauses.enumerated().map { number, clause in
      ScoredClause(clause, scorer) { list($0, number, isJoined: false) }
    }
    for (number, clause) in scorer.clauses.enumerated() {
      guard let row = clause.joinedRow else { continue }
      let joined = list(row, number, isJoined: true)
      clauses[number].joined = joined
      for neighbour in [number, number + 1] where !clauses[neighbour].joinedLists.contains(joined) {
        clauses[neighbour].joinedLists.append(joined)
      }
    }
    // The hits of patterns come after those of all sources.
    for number in clauses.indices {
      clauses[number].lists = clauses[number].lists.map { $0 >= 0 ? $0 : sources.count - 1 - $0 }
      for list in clauses[number].lists where list < sources.count && clauses[number].lists.count > 1 {
        sources[list].isOnlyAlternative = false
      }
      clauses[number].admitsLoose = clauses[number].lists.contains { $0 < sources.count && sources[$0].admitsLoose }
    }
    return (sources, clauses)
  }
}

/// The sources of the hits of a clause.
struct ScoredClause: Sendable {
  /// The hits of each alternative.
  fileprivate(set) var lists: [Int] = []
  /// Those of this clause and the next one as one word.
  fileprivate(set) var joined: Int?
  /// The same, and those of the clause before and this one.
  fileprivate(set) var joinedLists: [Int] = []
  /// Whether it anchors others where it is literal, and where it is misspelt.
  let anchors, anchorsMisspelt: Bool
  /// Whether a loose word may be a hit.
  fileprivate(set) var admitsLoose = false
  /// The slashes beside its term.
  let beginsComponent, isFolder: Bool

  /// The clauses of which something is true, a bit each.
  static func bits(of clauses: [ScoredClause], where isSet: (ScoredClause) -> Bool) -> UInt32 {
    clauses.indices.reduce(0) { isSet(clauses[$1]) ? $0 | 1 << UInt32($1) : $0 }
  }

  fileprivate init(_ clause: Clause, _ scorer: Scorer, list: (Int) -> Int) {
    if case .term(let row)? = clause.alternatives.first {
      let length = scorer.rows[row].term.length
      anchors = length >= Scorer.shortestAnchor
      anchorsMisspelt = length >= Scorer.shortestMisspeltAnchor
    } else {
      (anchors, anchorsMisspelt) = (false, false)
    }
    (beginsComponent, isFolder) = (clause.beginsComponent, clause.isFolder)
    lists = clause.alternatives.map { alternative in
      switch alternative {
      case .term(let row): list(row)
      case .pattern(let number): -1 - number
      }
    }
  }
}

/// One list of hits that a clause is found by.
struct ClauseSlot: Sendable {
  let clause: Int
  let list: Int
  let alternative: Int
  /// Whether the list is that of a source, not of a pattern.
  let isSource: Bool
  /// Whether its hits are this clause together with another.
  let isHalf: Bool

  /// The slots of all clauses, one clause behind the other, its alternatives in order and the joined ones last.
  static func slots(of clauses: [ScoredClause], sourceCount: Int) -> [ClauseSlot] {
    clauses.enumerated().flatMap { number, clause in
      func slot(_ list: Int, _ alternative: Int, isHalf: Bool) -> ClauseSlot {
        ClauseSlot(clause: number, list: list, alternative: alternative, isSource: list < sourceCount, isHalf: isHalf)
      }
      return clause.lists.enumerated().map { slot($1, $0, isHalf: false) }
        + clause.joinedLists.map { slot($0, 0, isHalf: true) }
    }
  }
}

/// The hits of a source or a pattern in the row at hand, linked by their first words.
struct HitList: Sendable {
  var head: Int32 = -1
  var tail: Int32 = -1
  var count = 0
  var least = UInt32.max
  /// The units that they take; see ``TermHit/unitBits``.
  var bits: UInt64 = 0
  var isLiteral = false
  /// Whether some are misspelt, and long enough to anchor others.
  var isMisspelt = false

  mutating func append(_ hit: TermHit, to hits: inout ReusedArray<TermHit>) {
    let index = Int32(truncatingIfNeeded: hits.count)
    hits.append(hit)
    append(index, &hits)
    least = min(least, hit.cost)
    bits |= hit.unitBits
  }

  private mutating func append(_ index: Int32, _ hits: inout ReusedArray<TermHit>) {
    if tail >= 0 { hits[Int(tail)].next = index } else { head = index }
    hits[Int(index)].next = -1
    tail = index
    count += 1
  }

  /// Adds the hits of another list, each at its place.
  mutating func merge(_ other: HitList, _ hits: inout ReusedArray<TermHit>) {
    var (a, b) = (head, other.head)
    (head, tail, count) = (-1, -1, 0)
    while a >= 0 || b >= 0 {
      let takesOther = a < 0 || b >= 0 && hits[Int(b)].isBefore(hits[Int(a)])
      let index = takesOther ? b : a
      let next = hits[Int(index)].next
      if takesOther { b = next } else { a = next }
      append(index, &hits)
    }
    least = min(least, other.least)
    bits |= other.bits
  }

  /// Leaves the `most` cheapest hits with up to so many typos, of equals the first.
  mutating func limit(to most: Int, typos: Int, _ hits: inout ReusedArray<TermHit>, _ costs: CostTable) {
    keep(&hits) { Int($0.typos) <= typos }
    guard count > most else { return }
    func cost(_ hit: TermHit) -> UInt32 { hit.cost + (hit.typosInPrefix ? costs.typoInPrefix : 0) }
    var all: [UInt32] = []
    var index = head
    while index >= 0 {
      all.append(cost(hits[Int(index)]))
      index = hits[Int(index)].next
    }
    let dearest = all.sorted()[most - 1]
    var equals = most - all.count { $0 < dearest }
    keep(&hits) { hit in
      let cost = cost(hit)
      if cost == dearest { equals -= 1 }
      return cost < dearest || cost == dearest && equals >= 0
    }
  }

  private mutating func keep(_ hits: inout ReusedArray<TermHit>, _ isKept: (TermHit) -> Bool) {
    var index = head
    (head, tail, count, bits) = (-1, -1, 0, 0)
    while index >= 0 {
      let hit = hits[Int(index)]
      if isKept(hit) {
        bits |= hit.unitBits
        append(index, &hits)
      }
      index = hit.next
    }
  }
}

extension TermHit {
  /// Where hits of one word come one after the other.
  private var rank: Int {
    switch way {
    case .exact, .prefix, .joined, .joinedPrefix, .pattern, .absent: 0
    case .infix, .skeleton: 1
    case .typo, .typoInPrefix: 2
    case .split, .initialsOfTitle, .initialsOfPart, .chunks: 3
    }
  }

  func isBefore(_ other: TermHit) -> Bool { (firstWord, rank) < (other.firstWord, other.rank) }

  init(_ match: PatternMatch) {
    self.init(
      wayCost: match.wayCost, fieldCost: match.cost - match.wayCost, firstUnit: match.firstUnit, endUnit: match.endUnit,
      firstCounted: match.firstCounted, lastCounted: match.lastCounted, firstWord: -1, lastWord: -1,
      way: match.isAbsent ? .absent : .pattern, field: match.field)
  }
}
