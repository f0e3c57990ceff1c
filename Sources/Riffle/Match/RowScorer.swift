/// Scores rows by the numbers of their words. What a match costs is stated here and in ``CostTable``, and nowhere else.
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
  /// What of ``clauses`` every row asks for.
  let facts: [ClauseFacts]
  /// The sources whose words are asked for more than literal ones.
  private let looseSources: [Int]
  /// What the cheapest loose word and the cheapest run cost; `UInt32.max` if there are none.
  private let cheapestLoose, cheapestRun: UInt32

  /// The hits of the row at hand, and which of them belong to each source and, after these, to each pattern.
  var hits = ReusedArray<TermHit>()
  /// What partial ones take of compounds.
  var parts = ReusedArray<PartOfCompound>()
  var lists: [HitList]
  /// Where each word stands, once some hit has asked for it.
  var places = ReusedArray<TokenPlace>()
  private var arePlacesRead = false
  var traits = ItemTraits()
  /// The words at which a run may begin, by source.
  private var runStarts = ReusedArray<RunStart>()
  var runTable = RunTable()
  /// The clauses that are whole words of the search text, one bit each, and the phrases in which all of them are.
  private var clausesInPhrases: UInt32 = 0
  private var names: [Range<Int>] = []
  /// Whether some hits have typos, and whether some source has more than ``mostHits``.
  private(set) var hasMisspelt = false
  private var hasManyHits = false
  var states = ReusedArray<WayState>()
  /// Those after the last clause.
  var lastStates = 0..<0
  /// The state that the row costs; -1 if it is no hit.
  var bestState = -1
  /// What the terms take, where a name has been looked for.
  private var nameAssignments: [Assignment]?

  /// Of each term so many hits in an item count.
  static let mostHits = 64

  init(_ scorer: Scorer) {
    self.scorer = scorer
    costs = scorer.costs
    (sources, clauses) = HitSource.sources(of: scorer)
    slots = ClauseSlot.slots(of: clauses, sourceCount: sources.count)
    facts = clauses.map { ClauseFacts(admitsLoose: $0.admitsLoose, joined: $0.joined) }
    looseSources = sources.indices.filter { [sources] in sources[$0].admitsLoose }
    cheapestLoose = scorer.admitsRuns ? scorer.costs.cheapestLoose : .max
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
    var index = words.nextBeginning(sources[0].row, tokens, from: 0)
    while index < tokens.count {
      if let run = run(sources[0], at: index, tokens, &words) {
        let place = costs.start(run, titleStart: traits.lastComponent?.firstUnit ?? 0)
        let part = run.isPartial ? costs.partOfCompound : 0
        best = min(best ?? .max, isAlone ? run.cost &+ place &+ part : run.cost)
      }
      index = words.nextBeginning(sources[0].row, tokens, from: index + 1)
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
    (hasMisspelt, hasManyHits, arePlacesRead) = (false, false, false)
    bestState = -1
    var lists = lists.mutableSpan
    for index in lists.indices { lists[index] = HitList() }
  }

  @inline(__always)
  mutating func needPlaces(_ tokens: Span<UInt32>) { if !arePlacesRead { readPlaces(tokens) } }

  private mutating func readPlaces(_ tokens: Span<UInt32>) {
    arePlacesRead = true
    var walk = TokenWalk()
    places.refill(count: tokens.count, with: walk.place) { places in
      for index in tokens.indices {
        walk.next(tokens, index)
        places[index] = walk.place
      }
    }
  }

  // MARK: - Literal words

  private mutating func collectLiterals<Words: RowWords>(_ tokens: Span<UInt32>, _ words: Words) {
    for number in sources.indices {
      let row = sources[number].row
      guard sources[number].admitsRuns else {
        let index = words.nextLiteral(row, tokens, from: 0)
        if index < tokens.count { collectLiterals(number, from: index, tokens, words) }
        continue
      }
      // Literal words begin as the term does.
      var firstLiteral = tokens.count
      var index = words.nextBeginning(row, tokens, from: 0)
      while index < tokens.count {
        if words.literal(row, tokens[index] & TokenColumn.wordBits) == .none {
          runStarts.append(RunStart(source: number, word: index))
        } else if firstLiteral == tokens.count {
          firstLiteral = index
        }
        index = words.nextBeginning(row, tokens, from: index &+ 1)
      }
      if firstLiteral < tokens.count { collectLiterals(number, from: firstLiteral, tokens, words) }
    }
    if clausesInPhrases == (1 << UInt32(clauses.count)) &- 1 { collectNames(tokens, words) }
  }

  /// Collects the phrases in which each clause is a whole word.
  private mutating func collectNames<Words: RowWords>(_ tokens: Span<UInt32>, _ words: Words) {
    var phrase = NamedPhrase(clauseCount: clauses.count)
    var walk = TokenWalk()
    for index in tokens.indices {
      let token = tokens[index]
      walk.next(tokens, index)
      guard token >> 30 >= 2 else { continue }
      if walk.isFieldStart || token >> 30 == 3 { end(&phrase, at: index) }
      for source in sources where words.literal(source.row, token & TokenColumn.wordBits) == .exact {
        phrase.clauses |= source.clauses
      }
      if walk.isCounted { phrase.count += 1 }
    }
    end(&phrase, at: tokens.count)
  }

  private mutating func end(_ phrase: inout NamedPhrase, at end: Int) {
    if phrase.isTaken { names.append(phrase.start..<end) }
    phrase.begin(at: end)
  }

  /// Collects the literal words of a source, of which the first one is at `start`.
  private mutating func collectLiterals<Words: RowWords>(
    _ number: Int, from start: Int, _ tokens: Span<UInt32>, _ words: Words
  ) {
    let source = sources[number]
    var list = HitList()
    list.isLiteral = true
    var index = start
    while index < tokens.count {
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
      index = words.nextLiteral(source.row, tokens, from: index &+ 1)
    }
    lists[number] = list
    if list.count > RowScorer.mostHits { hasManyHits = true }
  }

  // MARK: - Hits

  /// A hit of one word.
  /// - Parameter letters: so many bytes of a compound are taken.
  mutating func hit<Words: RowWords>(
    _ way: Way, _ cost: UInt32, _ source: HitSource, _ index: Int, _ tokens: Span<UInt32>, _ words: Words,
    letters: Int = .max
  ) -> TermHit {
    needPlaces(tokens)
    let place = places[index]
    let token = tokens[index]
    let field = TokenColumn.field(token)
    let number = Int32(truncatingIfNeeded: index)
    var hit = TermHit(
      wayCost: cost, fieldCost: fieldCost(field) &* source.termCount, firstUnit: place.unit, endUnit: place.unit &+ 1,
      firstCounted: place.counted, lastCounted: place.counted, firstWord: number, lastWord: number, way: way,
      field: field)
    let kind = TokenColumn.kind(token)
    switch kind {
    case .simple: break
    case .part:
      if field == .title { setCompounds(&hit, tokens) }
    case .compound, .inner:
      hit.endUnit = place.unit &+ unitCount(ofWord: index, letters: letters, tokens, words)
      if place.isInOneCompound {
        hit.firstCounted = kind == .compound ? place.counted : place.unit
        hit.lastCounted = hit.endUnit &- 1
      }
      if field == .title { setCompounds(&hit, tokens) }
    case .extra, .extraAcross:
      hit.endUnit = place.unit
      if kind == .extraAcross { hit.lastCounted &+= 1 }
    }
    if source.isAll, field == .searchText, isPhrase(from: index, to: index, tokens, words), hit.endUnit > hit.firstUnit,
      way == .exact || way == .joined
    {
      setName(&hit, source)
    }
    return hit
  }

  func setName(_ hit: inout TermHit, _ source: HitSource) {
    hit.isName = true
    hit.fieldCost = costs.inWholePhrase &* source.termCount
  }

  func fieldCost(_ field: Field) -> UInt32 {
    costs.cost(of: field, isRomanized: traits.isRomanized)
  }

  /// How many units the first `letters` bytes of a compound or an inner word reach.
  func unitCount<Words: RowWords>(
    ofWord index: Int, letters: Int = .max, _ tokens: Span<UInt32>, _ words: Words
  ) -> Int32 {
    let isInner = TokenColumn.kind(tokens[index]) == .inner
    let most = isInner ? min(letters, words.byteCount(tokens[index] & TokenColumn.wordBits)) : letters
    var (units, reached) = (Int32(0), 0)
    var next = index &+ 1
    while next < tokens.count, reached < most {
      let kind = TokenColumn.kind(tokens[next])
      if kind == .part {
        units &+= 1
        if most < .max { reached &+= words.byteCount(tokens[next] & TokenColumn.wordBits) }
      } else if kind != .inner {
        break
      }
      next &+= 1
    }
    return units
  }

  /// Finds out whether a hit in the title takes only a part of a compound.
  mutating func setCompounds(_ hit: inout TermHit, _ tokens: Span<UInt32>) {
    guard hit.endUnit > hit.firstUnit else { return }
    let firstWord = places[Int(hit.firstWord)]
    if traits.lastComponent == nil, firstWord.isInOneCompound { return }
    let numbers = (first: firstWord.compound, last: places[Int(hit.lastWord)].compound)
    let (first, last) = (stem(of: numbers.first, tokens), stem(of: numbers.last, tokens))
    guard isPart(hit, of: first) || numbers.last != numbers.first && isPart(hit, of: last) else { return }
    var part = PartOfCompound(first: numbers.first, last: numbers.last)
    if let units = first?.units, numbers.last == numbers.first, units.count <= 32 {
      func bits(_ range: Range<Int32>) -> UInt32 {
        UInt32(truncatingIfNeeded: (1 << UInt64(range.upperBound) - 1) & ~(1 << UInt64(range.lowerBound) - 1))
      }
      let start = units.lowerBound
      part.units = bits(max(hit.firstUnit, start) - start..<min(hit.endUnit, units.upperBound) - start)
      part.all = bits(0..<(first?.end ?? start) - start)
    }
    hit.part = Int32(truncatingIfNeeded: parts.count)
    parts.append(part)
  }

  /// The units of a compound, and where those end that count: of a path the extension need not be found.
  private func stem(of compound: Int32, _ tokens: Span<UInt32>) -> (units: Range<Int32>, end: Int32)? {
    if compound < 0 { return nil }
    let first = places[Int(compound)].unit
    var end = first
    var next = Int(compound) &+ 1
    while next < tokens.count {
      let kind = TokenColumn.kind(tokens[next])
      if kind == .part { end &+= 1 } else if kind != .inner { break }
      next &+= 1
    }
    if let path = traits.lastComponent, path.extensionUnits > 0, !hasCountedTitle(from: next, tokens) {
      return (first..<end, max(first, end &- path.extensionUnits))
    }
    return (first..<end, end)
  }

  private func isPart(_ hit: TermHit, of compound: (units: Range<Int32>, end: Int32)?) -> Bool {
    guard let (units, stemEnd) = compound else { return false }
    let start = max(hit.firstUnit, units.lowerBound)
    return min(hit.endUnit, units.upperBound) > start
      && max(0, min(hit.endUnit, stemEnd) &- start) < stemEnd &- units.lowerBound
  }

  private func hasCountedTitle(from index: Int, _ tokens: Span<UInt32>) -> Bool {
    var next = index
    while next < tokens.count, tokens[next] >> 30 == 0 {
      let kind = TokenColumn.kind(tokens[next])
      if kind == .simple || kind == .compound { return true }
      next &+= 1
    }
    return false
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
    for number in looseSources where sources[number].clauses & (floors.missing | ~floors.literal) != 0 {
      if sources[number].clauses & floors.missing != 0 { continue }
      if collectLoose(number, tokens, &words, upTo: most) { found = true }
    }
    guard clauses.count > 1, mayOverlap else { return found }
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
    let affordable = isOnlyLoose ? min(2, costs.typos(upTo: most)) : 2
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

  /// What the clauses of the row at hand cost at least, as the hits collected so far tell.
  private struct Floors {
    /// All of them, and the dearest.
    var atLeast: UInt32 = 0
    var dearest: UInt32 = 0
    /// The clauses without a hit, and those with a literal one, a bit each.
    var missing: UInt32 = 0
    var literal: UInt32 = 0
    /// Whether a loose word may be a hit.
    var mayBeLoose = false

    /// If one of them at least costs so much.
    func with(_ cost: UInt32) -> UInt32 { cost == .max ? .max : (atLeast - dearest).addingClamped(max(cost, dearest)) }
  }

  private func leastOfClauses() -> Floors {
    var floors = Floors()
    var slot = 0
    let (slots, lists) = (slots.span, lists.span)
    for number in facts.indices {
      var least: UInt32 = names.isEmpty ? .max : costs.inWholePhrase
      while slot < slots.count, slots[slot].clause == number {
        let list = slots[slot].list
        least = min(least, slots[slot].isHalf ? lists[list].least / 2 : lists[list].least)
        if lists[list].isLiteral, !slots[slot].isHalf { floors.literal |= 1 << UInt32(number) }
        slot &+= 1
      }
      if least == .max { floors.missing |= 1 << UInt32(number) }
      let admitsLoose = facts[number].admitsLoose
      floors.mayBeLoose = floors.mayBeLoose || admitsLoose
      if admitsLoose { least = min(least, runStarts.isEmpty ? cheapestLoose : min(cheapestLoose, cheapestRun)) }
      if least == .max {
        floors.atLeast = .max
        return floors
      }
      floors.dearest = max(floors.dearest, least)
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

  /// Leaves ``mostHits`` hits of each term.
  mutating func limitHits() {
    guard hasManyHits else { return }
    for list in lists.indices where lists[list].count > RowScorer.mostHits {
      lists[list].limit(to: RowScorer.mostHits, &hits, costs)
    }
  }

  // MARK: - Names

  /// The cost of the row if the query may be all of a phrase of the search text.
  private mutating func cheapestName<Words: RowWords>(
    _ tokens: Span<UInt32>, _ words: Words, besides known: UInt32?, upTo most: UInt32
  ) -> UInt32? {
    var best = known
    var assignments = known == nil ? [] : self.assignments
    var layout = ItemLayout()
    for phrase in names where best != 0 {
      guard least(in: phrase, upTo: min(most, (best ?? .max) - 1)) != nil else { continue }
      if layout.words.isEmpty { layout.read(tokens, lengths: words) }
      guard let (cost, found) = cheapestWhole(of: phrase, layout) else { continue }
      (best, assignments) = (cost, found)
    }
    nameAssignments = assignments
    return best
  }

  /// Whether any of them has typos.
  var hasTypos: Bool { nameAssignments == nil && bestState >= 0 && states[bestState].typos > 0 }

  /// What the terms take of the row that was scored last.
  var assignments: [Assignment] { nameAssignments ?? way(to: bestState) }
}

/// What every row asks of a clause, without references.
struct ClauseFacts: Sendable {
  let admitsLoose: Bool
  /// See ``ScoredClause/joined``.
  let joined: Int?
}

/// A word at which a run of a source may begin.
private struct RunStart {
  let source: Int
  let word: Int
}

/// A phrase of the search text while its words are read.
private struct NamedPhrase {
  let all: UInt32
  let most: Int
  var start = 0
  /// The clauses that are whole words of it, one bit each.
  var clauses: UInt32 = 0
  var count = 0

  init(clauseCount: Int) {
    all = (1 << UInt32(clauseCount)) &- 1
    // A term takes one word, or two of one letter each.
    most = 2 * clauseCount
  }

  var isTaken: Bool { clauses == all && count <= most }

  mutating func begin(at start: Int) {
    self.start = start
    clauses = 0
    count = 0
  }
}
