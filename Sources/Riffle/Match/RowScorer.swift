/// A scorer of rows by the numbers of their words. The cost of a match is stated here and in ``CostTable``, and nowhere else.
///
/// The cost of a row is a recurrence over the clauses of a query, see <doc:Ranking>: first the hits of each term are collected,
/// then each hit of a clause takes the cheapest way from a hit of the clause before. Loose words are looked up only where they
/// may matter. Everything is scratch space, kept from row to row; after ``cost(of:_:words:patterns:upTo:)`` the assignments of
/// that row are at hand.
struct RowScorer: Sendable {
  let scorer: Scorer
  let costs: CostTable
  /// The terms, and pairs of terms as one word, that hits are collected for.
  let sources: [HitSource]
  let clauses: [ScoredClause]
  /// The hits that each clause is found by, one clause behind the other.
  let slots: [ClauseSlot]
  /// The sources that may match by more than literal words.
  private let looseSources: [Int]
  /// What the cheapest loose word and the cheapest run cost; `UInt32.max` if there are none.
  private let cheapestLoose, cheapestRun: UInt32
  /// The clauses before and behind whose terms slashes stand, a bit each.
  let componentStarts, folders: UInt32

  /// The hits of the row at hand, and which of them belong to each source and, after these, to each pattern.
  var hits = ReusedArray<TermHit>()
  /// What partial ones take of compounds.
  var parts = ReusedArray<PartOfCompound>()
  var lists: [HitList]
  /// The places of the words up to the last hit so far.
  var places = ReusedArray<TokenPlace>()
  private var walk = TokenWalk()
  var traits = ItemTraits()
  /// The words at which a run may begin, by source.
  private var runStarts = ReusedArray<RunStart>()
  var runTable = RunTable()
  /// The clauses that are whole words of the search text, one bit each, and the phrases in which all of them are.
  private var clausesInPhrases: UInt32 = 0
  var names: [Range<Int>] = []
  /// Whether some hits have typos, and whether some source has more than ``mostHits``.
  private(set) var hasMisspelt = false
  private var hasManyHits = false
  var states = ReusedArray<WayState>()
  /// Those after the last clause.
  var lastStates = 0..<0
  /// The state that the row costs; -1 if it is no hit.
  var bestState = -1
  /// The assignments of a name, if one has been searched for.
  var nameAssignments: [Assignment]?

  /// Of each term so many hits in an item count.
  static let mostHits = 64

  init(_ scorer: Scorer) {
    self.scorer = scorer
    costs = scorer.costs
    (sources, clauses) = HitSource.sources(of: scorer)
    slots = ClauseSlot.slots(of: clauses, sourceCount: sources.count)
    looseSources = sources.indices.filter { [sources] in sources[$0].admitsLoose }
    cheapestLoose = scorer.admitsRuns ? scorer.costs.cheapestLoose : .max
    componentStarts = ScoredClause.bits(of: clauses) { $0.beginsComponent }
    folders = ScoredClause.bits(of: clauses) { $0.isFolder }
    cheapestRun = scorer.admitsRuns ? scorer.costs.cheapestWordRun : .max
    lists = Array(repeating: HitList(), count: sources.count + scorer.patterns.count)
  }

  /// The cost of a row in ``CostTable/unit``s; `nil` if it is no hit or costs more than `most`.
  ///
  /// - Parameters:
  ///   - tokens: the words of the row, as ``TokenColumn`` codes them.
  ///   - patterns: where each of ``Scorer/patterns`` stands; empty if there are none.
  /// - Complexity: O(words × terms), and O(clauses × ``mostHits``²) for the recurrence.
  mutating func cost<Words: RowWords>(
    of tokens: Span<UInt32>, _ traits: ItemTraits, words: inout Words, patterns: [PatternMatch?] = [],
    upTo most: UInt32 = .max
  ) -> UInt32? {
    self.traits = traits
    clear()
    // What only excludes finds all others.
    if clauses.isEmpty { return 0 }
    for (number, match) in patterns.enumerated() {
      if let match { lists[sources.count + number].append(TermHit(match), to: &hits) }
    }
    collectLiterals(tokens, words)
    var floors = leastOfClauses()
    guard floors.atLeast <= most else { return nil }
    var best = floors.missing == 0 ? least(upTo: most) : nil
    // With a run or a loose word for some clause: if that may be as cheap as what is found.
    if !runStarts.isEmpty, floors.with(cheapestRun) <= min(most, best ?? .max) {
      let found = collectRuns(tokens, &words)
      floors = leastOfClauses()
      guard floors.atLeast <= most else { return nil }
      if found { best = floors.missing == 0 ? least(upTo: most) : nil }
    }
    if floors.mayBeLoose, floors.with(cheapestLoose) <= min(most, best ?? .max) {
      guard let found = collectLoose(tokens, &words, floors, upTo: most) else { return nil }
      if found { best = least(upTo: most) }
    }
    return names.isEmpty ? best : cheapestName(tokens, words, besides: best, upTo: most)
  }

  /// What the cheapest run of the first term costs in a row, its field included; `nil` if there is none.
  /// - Parameter isAlone: whether the term is all of the query, so that its place costs too.
  mutating func cheapestRun<Words: RowWords>(
    in tokens: Span<UInt32>, _ traits: ItemTraits, words: inout Words, isAlone: Bool
  ) -> UInt32? {
    self.traits = traits
    clear()
    var best: UInt32?
    for start in stride(from: 0, to: tokens.count, by: UInt64.bitWidth) {
      var beginnings = words.beginnings(sources[0].row, tokens, from: start)
      while beginnings != 0 {
        guard let run = run(sources[0], at: start + beginnings.takeLowestBit(), tokens, &words) else { continue }
        let place = costs.start(run, titleStart: titleStart)
        let part = costOfPart(run)
        best = min(best ?? .max, isAlone ? run.cost &+ place &+ part : run.cost)
      }
    }
    return best
  }

  private mutating func clear() {
    hits.removeAll()
    parts.removeAll()
    runStarts.removeAll()
    if !names.isEmpty { names.removeAll(keepingCapacity: true) }
    nameAssignments = nil
    clausesInPhrases = 0
    (hasMisspelt, hasManyHits) = (false, false)
    places.removeAll()
    bestState = -1
    var lists = lists.mutableSpan
    for index in lists.indices { lists[index] = HitList() }
  }

  /// Reads the places of the words up to one.
  @inline(__always)
  mutating func needPlaces(through last: Int, _ tokens: Span<UInt32>) {
    if places.count <= last { readPlaces(through: last, tokens) }
  }

  private mutating func readPlaces(through last: Int, _ tokens: Span<UInt32>) {
    if places.isEmpty { walk = TokenWalk() }
    var walk = walk
    places.extend(to: last + 1, with: walk.place) { places, range in
      for index in range {
        walk.next(tokens, index)
        places[index] = walk.place
      }
    }
    self.walk = walk
  }

  // MARK: - Literal words

  private mutating func collectLiterals<Words: RowWords>(_ tokens: Span<UInt32>, _ words: Words) {
    for number in sources.indices {
      let (row, admitsRuns) = (sources[number].row, sources[number].admitsRuns)
      for start in stride(from: 0, to: tokens.count, by: UInt64.bitWidth) {
        let literals = words.literals(row, tokens, from: start)
        if literals != 0 { collectLiterals(number, literals, from: start, tokens, words) }
        guard admitsRuns else { continue }
        var beginnings = words.beginnings(row, tokens, from: start) & ~literals
        while beginnings != 0 { runStarts.append(RunStart(source: number, word: start &+ beginnings.takeLowestBit())) }
      }
    }
    if clausesInPhrases == (1 << UInt32(clauses.count)) &- 1 { collectNames(tokens, words) }
  }

  /// Collects literal words of a source.
  /// - Parameter literals: which of the words from `start` on; one bit each.
  private mutating func collectLiterals<Words: RowWords>(
    _ number: Int, _ literals: UInt64, from start: Int, _ tokens: Span<UInt32>, _ words: Words
  ) {
    let source = sources[number]
    var list = lists[number]
    list.isLiteral = true
    var literals = literals
    while literals != 0 {
      let index = start &+ literals.takeLowestBit()
      let token = tokens[index]
      let isExact = words.literal(source.row, token & TokenColumn.wordBits) == .exact
      let way: Way = source.isJoined ? (isExact ? .joined : .joinedPrefix) : isExact ? .exact : .prefix
      let cost = costs.literal(isWhole: isExact, isJoined: source.isJoined)
      list.append(
        hit(way, cost, source, index, tokens, words, letters: isExact ? Int.max : source.byteCount), to: &hits)
      // One term that is a word is a name without further ado, see `hit`.
      if isExact, token >> 30 >= 2, clauses.count > 1 || TokenColumn.kind(token).isExtra {
        clausesInPhrases |= source.clauses
      }
    }
    lists[number] = list
    if list.count > RowScorer.mostHits { hasManyHits = true }
  }

  /// Adds the hits of a chain to those of a source, each at its place.
  private mutating func merge(_ chain: HitList, _ number: Int) {
    lists[number].merge(chain, &hits)
    if lists[number].count > RowScorer.mostHits { hasManyHits = true }
  }

  // MARK: - Runs

  /// - Returns: whether there are any.
  private mutating func collectRuns<Words: RowWords>(_ tokens: Span<UInt32>, _ words: inout Words) -> Bool {
    var found = false
    var chain = HitList()
    for number in runStarts.indices {
      let start = runStarts[number]
      if let run = run(sources[start.source], at: start.word, tokens, &words) { chain.append(run, to: &hits) }
      if chain.count > 0, number + 1 == runStarts.count || runStarts[number + 1].source != start.source {
        merge(chain, start.source)
        chain = HitList()
        found = true
      }
    }
    runStarts.removeAll()
    return found
  }

  // MARK: - Loose words

  /// Collects loose hits where they can matter: of clauses without a literal word and, if hits overlap, of all.
  /// - Returns: whether there are any; `nil` if the row is no hit, or costs more than `most`.
  private mutating func collectLoose<Words: RowWords>(
    _ tokens: Span<UInt32>, _ words: inout Words, _ floors: Floors, upTo most: UInt32
  ) -> Bool? {
    var found = false
    var atLeast = floors.atLeast
    for number in looseSources where sources[number].clauses & floors.missing != 0 {
      if collectLoose(number, tokens, &words, upTo: most) { found = true }
      // What is found in no other way decides at once.
      guard sources[number].isOnlyAlternative, !hasJoined else { continue }
      let least = lists[number].least
      if least == .max || atLeast &- cheapestLoose &+ least > most { return nil }
      atLeast = atLeast &- cheapestLoose &+ least
    }
    for number in looseSources
    where sources[number].clauses & floors.missing == 0 && sources[number].clauses & ~floors.literal != 0 {
      if collectLoose(number, tokens, &words, upTo: most) { found = true }
    }
    // A clause that is literal is loose only where hits overlap, and pays the difference.
    guard clauses.count > 1, mayOverlap, leastOfClauses().withLiteral(cheapestLoose) <= most else { return found }
    for number in looseSources where sources[number].clauses & ~floors.literal == 0 {
      if collectLoose(number, tokens, &words, upTo: most) { found = true }
    }
    return found
  }

  private mutating func collectLoose<Words: RowWords>(
    _ number: Int, _ tokens: Span<UInt32>, _ words: inout Words, upTo most: UInt32
  ) -> Bool {
    let source = sources[number]
    // A clause that is found otherwise may anchor others with typos that would be too dear for itself.
    let isOnlyLoose = lists[number].count == 0 && !hasJoined
    let affordable =
      isOnlyLoose ? min(source.anchoredTypoBudget, costs.typos(upTo: most)) : source.anchoredTypoBudget
    var chain = HitList()
    var misspelt = false
    var start = 0
    while let (index, match) = words.nextLoose(source.row, tokens, from: start, typos: affordable) {
      start = index &+ 1
      if match.loose != .none, tokens[index] >> 30 < 2 {
        let (way, cost) = costs.way(of: match.loose)
        chain.append(hit(way, cost, source, index, tokens, words), to: &hits)
      }
      if match.typos > 0 {
        var hit = hit(
          match.typosInPrefix ? .typoInPrefix : .typo, costs.cost(ofTypos: match, termLength: source.letterCount),
          source, index, tokens, words)
        hasMisspelt = true
        hit.typos = UInt8(truncatingIfNeeded: match.typos)
        hit.typosInPrefix = match.typosInPrefix
        chain.append(hit, to: &hits)
        if match.typos <= source.typoBudget { misspelt = true }
      }
    }
    guard chain.count > 0 else { return false }
    merge(chain, number)
    lists[number].isMisspelt = misspelt && source.letterCount >= Scorer.shortestMisspeltAnchor
    return true
  }

  /// Whether two terms are one word in the row at hand.
  private var hasJoined: Bool {
    for number in sources.indices.reversed() {
      guard sources[number].isJoined else { return false }
      if lists[number].count > 0 { return true }
    }
    return false
  }

  // MARK: - Bounds

  /// Lower bounds of the clauses' costs in the row at hand, from the hits collected so far.
  private struct Floors {
    /// All of them, and the dearest.
    var atLeast: UInt32 = 0
    var dearest: UInt32 = 0
    /// The dearest of those with a literal hit.
    var dearestLiteral: UInt32 = 0
    /// The clauses without a hit, and those with a literal one, a bit each.
    var missing: UInt32 = 0
    var literal: UInt32 = 0
    /// Whether a loose word may be a hit.
    var mayBeLoose = false

    /// If one of those with a literal hit costs at least so much.
    func withLiteral(_ cost: UInt32) -> UInt32 {
      cost == .max ? .max : (atLeast - dearestLiteral).addingClamped(max(cost, dearestLiteral))
    }

    /// If one of them at least costs so much.
    func with(_ cost: UInt32) -> UInt32 { cost == .max ? .max : (atLeast - dearest).addingClamped(max(cost, dearest)) }
  }

  private func leastOfClauses() -> Floors {
    var floors = Floors()
    var slot = 0
    let (slots, lists) = (slots.span, lists.span)
    for number in clauses.indices {
      var least: UInt32 = names.isEmpty ? .max : costs.inWholePhrase
      while slot < slots.count, slots[slot].clause == number {
        let list = slots[slot].list
        least = min(least, slots[slot].isHalf ? lists[list].least / 2 : lists[list].least)
        if lists[list].isLiteral, !slots[slot].isHalf { floors.literal |= 1 << UInt32(number) }
        slot &+= 1
      }
      if least == .max { floors.missing |= 1 << UInt32(number) }
      let admitsLoose = clauses[number].admitsLoose
      floors.mayBeLoose = floors.mayBeLoose || admitsLoose
      if admitsLoose { least = min(least, runStarts.isEmpty ? cheapestLoose : min(cheapestLoose, cheapestRun)) }
      if least == .max {
        floors.atLeast = .max
        return floors
      }
      floors.dearest = max(floors.dearest, least)
      if floors.literal >> UInt32(number) & 1 != 0 { floors.dearestLiteral = max(floors.dearestLiteral, least) }
      floors.atLeast = floors.atLeast.addingClamped(least)
    }
    return floors
  }

  /// Whether two clauses may have hits that overlap.
  var mayOverlap: Bool {
    var (all, bits) = (UInt64(0), UInt64(0))
    var clause = 0
    let (slots, lists) = (slots.span, lists.span)
    for slot in slots.indices {
      if slots[slot].clause != clause {
        all |= bits
        (bits, clause) = (0, slots[slot].clause)
      }
      let own = lists[slots[slot].list].bits
      if all & own != 0 { return true }
      bits |= own
    }
    return false
  }

  /// Leaves ``mostHits`` hits of each term. Those that lack an anchor do not count.
  mutating func limitHits() {
    guard hasManyHits else { return }
    let anchored = hasMisspelt ? anchoredClauses : 0
    for list in lists.indices where lists[list].count > RowScorer.mostHits {
      let isAnchored = list >= sources.count || sources[list].clauses & anchored != 0
      lists[list].limit(
        to: RowScorer.mostHits, typos: isAnchored ? .max : sources[list].typoBudget, &hits, costs)
    }
  }

  // MARK: - Results

  /// Whether any of them has typos.
  var hasTypos: Bool {
    // Kept where names have been searched for, even if another way is cheaper.
    if let nameAssignments { return nameAssignments.contains { $0.typos > 0 } }
    return bestState >= 0 && states[bestState].typos > 0
  }

  /// What the terms take of the row that was scored last.
  var assignments: [Assignment] { nameAssignments ?? way(to: bestState) }
}

/// A word at which a run of a source may begin.
private struct RunStart {
  let source: Int
  let word: Int
}
