/// Asks single rows how they match the terms of a query, as cheaply as the answer allows.
///
/// The words of a row are asked by number in the forward index. That bounds what the row costs (``bound(_:most:)``);
/// the scorer decides.
struct RowExaminer: Sendable {
  let scorer: Scorer
  let segment: Segment
  private let prepared: PreparedQuery
  private(set) var probes: [TermProbe]
  private let letterScreen: LetterScreen
  /// The rows of the scorer that each clause is found by.
  let clauseProbes: [[Int]]
  /// What a run of each probe's term costs at least.
  let cheapestRuns: [UInt32]
  /// The same for each clause.
  private let leastRuns: [UInt32]
  /// What each clause costs at least together with its neighbour as one word of the list; `UInt32.max` if there is none.
  let joinedFloors: [UInt32]
  /// What each clause costs at least in any row.
  let floors: [UInt32]
  let tokens: TokenColumn
  /// Whether any title may show accents and punctuation as they were typed.
  let mayShowMarks: Bool
  /// The words that a clause, or a clause and the next one together, match literally.
  let literals, joinedLiterals: [Literal]
  /// Clauses for which the same words are literal, at least two of them: the first of each such group by clause; `nil` of
  /// other clauses.
  private let groups: [Int?]
  let hasGroups: Bool
  /// How many words of the row at hand are literal for the clauses of each group, by the first of them.
  private var groupWords: [UInt32]
  /// The clauses that anchor others where they stand literally, and where they are misspelt, one bit each.
  private let anchors, misspeltAnchors: UInt32
  private let fieldCosts: InlineArray<4, UInt32>
  /// Which patterns each clause may be, and one bit for each clause that may be any.
  let clausePatterns: [[Int]]
  private let patternClauses: UInt32
  /// Of the cost table, which is large to copy for each row.
  private let cheapestLoose: UInt32
  /// What texts say of rows; `nil` if nothing but words is asked.
  var textFilter: TextFilter? { patterns.first?.filter }
  var hasExcluded: Bool { !prepared.excluded.isEmpty }
  /// The letters that all hits have.
  var demandedLetters: LetterSignature { letterScreen.demandedLetters }
  /// Whether more is asked than the words of a row.
  let hasPatterns: Bool
  /// None or one: in an array, because it is large, and is moved with this.
  private var patterns: [PatternExaminer]
  private var scratch = ScorerScratch()
  /// The words of the row at hand.
  private(set) var words: [UInt32] = []
  private var readRow = -1
  /// The row whose literal words are known.
  private var literalsRow = -1
  private var placesRow = -1
  private var ahead = RowsAhead()
  /// What each clause costs at least in a literal word of the row at hand.
  private(set) var literalCosts: [UInt32]
  /// Whether some of these words may be more than one unit, or none.
  private(set) var hasWideLiterals = false
  /// Whether some of these words may be a whole phrase of the search text, and cost more otherwise.
  private(set) var mayHoldPhrase = false
  /// The same in a word that may stand beside several others, where the title is one compound.
  private var spanningCosts: [UInt32]
  /// The same in a word that follows one of the clause before, or that need not.
  private var followingCosts: [UInt32]
  /// 0 where a word is literal for the clause joined with the next one.
  private(set) var joinedCosts: [UInt32]
  /// Where in the title of the row at hand each clause is literal: the words up to there, one bit each.
  private var literalPlaces: [UInt64]
  /// The units where these begin, one bit each.
  private var literalUnits: [UInt64]
  /// The clauses that are literal in other places too, one bit each.
  private var literalElsewhere: UInt32 = 0
  /// What it costs at least, if all clauses take literal words of the row at hand, that these are parts of compounds.
  private var costOfParts: UInt32 = 0
  /// Clauses that are several terms, one bit each.
  private let severalTerms: UInt32
  /// By probe, `nil` in the outer optional as long as it is not known.
  private var screens: [RunScreen?]
  private var finders: [RunFinder?]
  /// By probe, the rows that hold the term as a run, where they are known.
  private var runs: [RunRows?]

  /// Neighbouring words.
  struct Literal: Sendable {
    let clause: Int
    let first: UInt32
    let count: UInt32
    let exact: UInt32
    /// How many letters the term has.
    let length: Int

    init(_ probe: TermProbe, clause: Int) {
      self.clause = clause
      first = UInt32(truncatingIfNeeded: probe.literal.lowerBound)
      count = UInt32(truncatingIfNeeded: probe.literal.count)
      exact = probe.hasExact ? first : .max
      length = probe.matcher.term.bytes.count
    }

    func overlaps(_ other: Literal) -> Bool { first < other.first + other.count && other.first < first + count }
  }

  init(_ prepared: PreparedQuery, in segment: Segment, memory: SearchMemory? = nil) {
    self.prepared = prepared
    self.segment = segment
    let scorer = prepared.scorer
    self.scorer = scorer
    let isAnchorable = scorer.clauses.count > 1
    let probes = scorer.rows.map { matcher in
      memory?.probe(matcher, isAnchorable: isAnchorable, in: segment.dictionary)
        ?? TermProbe(matcher, isAnchorable: isAnchorable, in: segment.dictionary)
    }
    self.probes = probes
    letterScreen = LetterScreen(scorer)
    let clauseProbes = scorer.clauses.map { clause in
      clause.alternatives.compactMap { if case .term(let probe) = $0 { probe } else { nil } }
    }
    let clausePatterns = scorer.clauses.map { clause in
      clause.alternatives.compactMap { if case .pattern(let pattern) = $0 { pattern } else { nil } }
    }
    self.clausePatterns = clausePatterns
    patternClauses = clausePatterns.indices.reduce(0) { $0 | (clausePatterns[$1].isEmpty ? 0 : 1 << UInt32($1)) }
    cheapestLoose = scorer.admitsRuns ? scorer.costs.cheapestLoose : .max
    patterns = PatternExaminer(prepared, in: segment).map { [$0] } ?? []
    hasPatterns = !patterns.isEmpty
    self.clauseProbes = clauseProbes
    literals = scorer.clauses.indices.flatMap { clause in
      clauseProbes[clause].map { Literal(probes[$0], clause: clause) }.filter { $0.count > 0 }
    }
    joinedLiterals = scorer.clauses.indices.compactMap { clause in
      scorer.clauses[clause].joinedRow.map { Literal(probes[$0], clause: clause) }
    }.filter { $0.count > 0 }
    severalTerms = clauseProbes.indices.reduce(0) { $0 | (clauseProbes[$1].count > 1 ? 1 << UInt32($1) : 0) }
    let groups = RowExaminer.groups(literals, clauseCount: scorer.clauses.count)
    self.groups = groups
    hasGroups = groups.contains { $0 != nil }
    groupWords = Array(repeating: 0, count: scorer.clauses.count)
    cheapestRuns = scorer.rows.map { $0.admitsLoose ? RunFinder.cheapest($0.term, scorer.costs, in: segment) : .max }
    let leastRuns = clauseProbes.map { [cheapestRuns] in $0.reduce(UInt32.max) { min($0, cheapestRuns[$1]) } }
    self.leastRuns = leastRuns
    let joinedFloors = scorer.clauses.indices.map { [joinedLiterals] clause in
      joinedLiterals.reduce(UInt32.max) { least, joined in
        guard joined.clause == clause || joined.clause + 1 == clause else { return least }
        return min(least, (scorer.costs.joined + (joined.exact == .max ? scorer.costs.prefix : 0)) / 2)
      }
    }
    self.joinedFloors = joinedFloors
    floors = RowExaminer.floors(scorer, leastRuns, literals, joinedFloors).enumerated().map { clause, floor in
      clausePatterns[clause].isEmpty ? floor : 0
    }
    var anchors: UInt32 = 0
    var misspeltAnchors: UInt32 = 0
    for index in scorer.clauses.indices {
      guard let row = scorer.anchor(index) else { continue }
      anchors |= 1 << UInt32(index)
      if scorer.rows[row].term.length >= Scorer.shortestMisspeltAnchor { misspeltAnchors |= 1 << UInt32(index) }
    }
    self.anchors = anchors
    self.misspeltAnchors = misspeltAnchors
    let costs = scorer.costs
    fieldCosts = [0, costs.inReading, costs.inSearchText, costs.inSearchText]
    tokens = segment.tokens
    mayShowMarks = prepared.mayShowMarks(segment.dictionary, segment.options.folding)
    literalCosts = Array(repeating: .max, count: scorer.clauses.count)
    followingCosts = literalCosts
    spanningCosts = literalCosts
    joinedCosts = literalCosts
    literalPlaces = Array(repeating: 0, count: scorer.clauses.count)
    literalUnits = literalPlaces
    screens = Array(repeating: nil, count: probes.count)
    finders = Array(repeating: nil, count: probes.count)
    runs = probes.map { memory?.runs(of: $0.matcher.term.bytes) }
  }

  /// Puts clauses together that share literal words.
  private static func groups(_ literals: [Literal], clauseCount: Int) -> [Int?] {
    var groups = Array(0..<clauseCount)
    for (index, literal) in literals.enumerated() {
      for other in literals[..<index] where literal.overlaps(other) {
        let (group, joined) = (groups[literal.clause], groups[other.clause])
        for clause in groups.indices where groups[clause] == joined { groups[clause] = group }
      }
    }
    return groups.map { group in
      let first = groups.firstIndex(of: group)
      return groups.count { $0 == group } > 1 ? first : nil
    }
  }

  private static func floors(
    _ scorer: Scorer, _ leastRuns: [UInt32], _ literals: [Literal], _ joinedFloors: [UInt32]
  ) -> [UInt32] {
    scorer.clauses.indices.map { clause in
      let costs = scorer.costs
      var least = scorer.admitsRuns ? min(leastRuns[clause], costs.cheapestLoose) : .max
      least = min(least, joinedFloors[clause])
      for literal in literals where literal.clause == clause {
        least = min(least, literal.exact == .max ? costs.prefix : 0)
      }
      return least
    }
  }

  /// Takes over what was found out about the words of a term.
  mutating func use(_ words: TermWords, for probe: Int) { probes[probe].use(words) }

  /// Takes over which rows hold a term as a run.
  mutating func use(_ found: RunRows, for probe: Int) { runs[probe] = found }

  func runs(of probe: Int) -> RunRows? { runs[probe] }

  /// What finds the rows that hold a term as a run.
  mutating func finder(of probe: Int) -> RunFinder {
    if let known = finders[probe] { return known }
    let finder = RunFinder(scorer.rows[probe].term, scorer.costs, screen(of: probe), in: segment)
    finders[probe] = finder
    return finder
  }

  private mutating func screen(of probe: Int) -> RunScreen {
    if let known = screens[probe] { return known }
    let screen = RunScreen(scorer.rows[probe].term, scorer.costs, in: segment.dictionary)
    screens[probe] = screen
    return screen
  }

  // MARK: - Letters

  /// Appends those of `rows` to `found`, empty before, that have the letters for all clauses, but for as many typos as
  /// cost no more than `most`, and reads their words.
  mutating func appendRowsWithLetters(_ rows: ArraySlice<UInt32>, most: UInt32, to found: inout [UInt32]) {
    let typos = Int(most / scorer.costs.typo)
    for row in rows { tokens.heads.prefetch(Int(row)) }
    for row in rows where letterScreen.admits(tokens.letters(Int(row)), typos: typos) { found.append(row) }
    ahead.read(found, of: tokens)
    guard scorer.admitsRuns else { return }
    let signatures = segment.dictionary.signatureBits
    ahead.forEachFirstWord { signatures.prefetch($0) }
  }

  /// Appends those of `rows` to `found`, empty before, that have all letters of all clauses, and reads their words.
  mutating func appendRowsWithAllLetters(_ rows: ArraySlice<UInt32>, to found: inout [UInt32]) {
    for row in rows { tokens.heads.prefetch(Int(row)) }
    for row in rows where letterScreen.areAll(in: tokens.letters(Int(row))) { found.append(row) }
    ahead.read(found, of: tokens)
  }

  // MARK: - Bounds

  /// How many words a row has.
  mutating func wordCount(_ row: Int) -> Int {
    readWords(row)
    return words.count
  }

  /// Reads the words of a row, unless it was the last one.
  @inline(__always)
  private mutating func readWords(_ row: Int) {
    if readRow == row { return }
    readRow = row
    if !ahead.take(row, to: &words) { tokens.read(row, into: &words) }
  }

  /// Finds out what each clause costs at least in a literal word of the row; returns what its title costs.
  mutating func readLiterals(_ row: Int) {
    if literalsRow == row { return }
    literalsRow = row
    let (literals, joinedLiterals, fieldCosts) = (literals, joinedLiterals, fieldCosts)
    readWords(row)
    let words = words
    let lastComponent = tokens.lastComponent(row)
    let titleStart = lastComponent?.firstUnit ?? 0
    let table = scorer.costs
    let (prefix, notAtStart) = (table.prefix, table.notAtStart)
    var literalCosts = take(&literalCosts)
    var followingCosts = take(&followingCosts)
    var spanningCosts = take(&spanningCosts)
    var joinedCosts = take(&joinedCosts)
    defer {
      (self.literalCosts, self.followingCosts) = (literalCosts, followingCosts)
      (self.spanningCosts, self.joinedCosts) = (spanningCosts, joinedCosts)
    }
    var costs = literalCosts.mutableSpan
    var following = followingCosts.mutableSpan
    var spanning = spanningCosts.mutableSpan
    var joined = joinedCosts.mutableSpan
    for index in costs.indices {
      costs[index] = .max
      spanning[index] = .max
      joined[index] = .max
    }
    let groups = groups
    var groupWords = take(&groupWords)
    defer { self.groupWords = groupWords }
    for index in groupWords.indices { groupWords[index] = 0 }
    var title = TitleWalk()
    var readingUnits: Int32 = 0
    var neighbours = Neighbours()
    // Those in a title that is one compound, of which the parts are the words.
    var parts = Neighbours()
    var hasSpanning = false
    var loneParts = LoneParts(several: severalTerms)
    var lastUnit: Int32 = 0
    var phraseStart = -1
    // The clauses that are words of the phrase at hand, one bit each.
    var phraseClauses: UInt32 = 0
    let allClauses: UInt32 = (1 << UInt32(costs.count)) &- 1
    var mayHoldPhrase = false
    var hasWideLiterals = false
    for place in words.indices {
      let token = words[place]
      if TokenColumn.startsPhrase(token) || phraseStart < 0 && TokenColumn.field(token) == .searchText {
        phraseStart = place
        phraseClauses = 0
      }
      let code = token >> 30
      let kind = TokenColumn.kind(token)
      let isAtStart: Bool
      switch code {
      case 0:
        lastUnit = title.next(kind)
        loneParts.next(kind)
        isAtStart = lastUnit == titleStart
      case 1:
        // The first unit is that of the first word, and of the parts that it begins with.
        isAtStart = readingUnits == 0 || readingUnits == 1 && (kind == .extra || kind == .extraAcross)
        if kind == .simple || kind == .part { readingUnits += 1 }
      default: isAtStart = false
      }
      let base = fieldCosts[Int(code)]
      let word = token & TokenColumn.wordBits
      var counted: Int?
      for index in literals.indices where word &- literals[index].first < literals[index].count {
        let clause = literals[index].clause
        if code != 0, kind != .simple, kind != .part { hasWideLiterals = true }
        if hasGroups, let group = groups[clause], group != counted {
          groupWords[group] += 1
          counted = group
        }
        let isExact = word == literals[index].exact
        var cost = base + (isExact ? 0 : prefix)
        if clause == 0, !isAtStart { cost += notAtStart }
        if code >= 2, isExact { phraseClauses |= 1 << UInt32(clause) }
        costs[clause] = min(costs[clause], cost)
        loneParts.insert(clause, code == 0 ? kind : nil, isExact: isExact)
        if clause < Neighbours.mostClauses {
          neighbours.insert(
            clause, word: title.wordsUntilNow, reachesNext: kind == .extraAcross, unit: code == 0 ? lastUnit : nil,
            cost: cost)
          if title.isOneCompound {
            if kind == .part || code != 0 {
              parts.insert(
                clause, word: lastUnit, reachesNext: false, unit: code == 0 ? lastUnit : nil, cost: cost)
            } else {
              spanning[clause] = min(spanning[clause], cost)
              hasSpanning = true
            }
          }
        }
      }
      for index in joinedLiterals.indices where word &- joinedLiterals[index].first < joinedLiterals[index].count {
        let clause = joinedLiterals[index].clause
        joined[clause] = 0
        if code >= 2, word == joinedLiterals[index].exact { phraseClauses |= 3 << UInt32(clause) }
      }
      if phraseClauses == allClauses {
        mayHoldPhrase = mayHoldPhrase || RowExaminer.isPhrase(words.span, from: phraseStart, ofTerms: costs.count)
        phraseClauses = 0
      }
    }
    self.mayHoldPhrase = mayHoldPhrase
    for clause in costs.indices {
      let known = title.isOneCompound ? parts.cost(following: clause) : neighbours.cost(following: clause)
      following[clause] = known ?? costs[clause]
      if mayHoldPhrase, costs[clause] < .max {
        costs[clause] = min(costs[clause], table.inWholePhrase)
        following[clause] = min(following[clause], table.inWholePhrase)
      }
    }
    let loneCount = loneParts.count(of: allClauses, extensionUnits: lastComponent?.extensionUnits ?? 0)
    // The parts of a title that is one compound are its words, but of a path.
    let areWords = title.isOneCompound && lastComponent == nil
    costOfParts = areWords ? 0 : table.partOfCompound * loneCount
    self.hasWideLiterals = hasWideLiterals || loneParts.wide != 0
    if hasSpanning, !title.isOneCompound {
      for index in spanning.indices { spanning[index] = .max }
    }
  }

  /// Words and units of a title beyond so many are not told apart.
  private static let mostPlaces: UInt64 = 63

  /// Finds out where each clause is literal in the row at hand, unless that is known.
  private mutating func readPlaces() {
    if placesRow == readRow { return }
    placesRow = readRow
    for clause in literalPlaces.indices {
      literalPlaces[clause] = 0
      literalUnits[clause] = 0
    }
    literalElsewhere = 0
    let (literals, words) = (literals, words)
    var title = TitleWalk()
    for token in words {
      let kind = TokenColumn.kind(token)
      let isInTitle = TokenColumn.field(token) == .title
      let unit = isInTitle ? UInt64(truncatingIfNeeded: title.next(kind)) : 0
      let place = UInt64(truncatingIfNeeded: title.wordsUntilNow)
      let word = token & TokenColumn.wordBits
      for index in literals.indices where word &- literals[index].first < literals[index].count {
        let clause = literals[index].clause
        if isInTitle, max(place, unit) < RowExaminer.mostPlaces {
          literalPlaces[clause] |= (kind == .extraAcross ? 3 : 1) << place
          literalUnits[clause] |= 1 << unit
        } else {
          literalElsewhere |= 1 << UInt32(clause)
        }
      }
    }
    // Where the parts of a compound are the words of the title, nothing is said of these.
    if title.isOneCompound { literalElsewhere = .max }
  }

  /// Whether so many terms can be the whole of the phrase that begins with a word; see ``ItemLayout/forEachPhrase(_:)``.
  private static func isPhrase(_ words: Span<UInt32>, from start: Int, ofTerms most: Int) -> Bool {
    var count = 0
    for index in start..<words.count {
      if index > start, TokenColumn.startsPhrase(words[index]) { break }
      let kind = TokenColumn.kind(words[index])
      if kind == .simple || kind == .compound { count += 1 }
      // After such a pair comes one more word.
      if kind == .extraAcross { count -= 1 }
      if count > most { return false }
    }
    return true
  }

  /// What a row costs at least that holds every clause literally; `nil` if it does not.
  mutating func literalBound(_ row: Int) -> UInt32? {
    readLiterals(row)
    guard !literalCosts.contains(.max) else { return nil }
    return leastOfLiterals() + (hasGroups ? leastOfTaken(row) : 0)
  }

  /// What the clauses cost at least that have a literal word in the row: in these words or in others, and what it
  /// costs that words of neighbouring clauses are apart, unless one of them is found in another way.
  private func leastOfLiterals() -> UInt32 {
    let misplaced = min(scorer.costs.gap, scorer.costs.stepBack)
    // The least until now, if all clauses are literal words, and if not all are, but the last one is or is not.
    var (all, literal, other) = (UInt32(0), UInt32.max, UInt32.max)
    for clause in literalCosts.indices {
      let least = min(all, literal, other)
      let cost = literalCosts[clause]
      if cost == .max {
        (all, literal, other) = (.max, .max, least)
        continue
      }
      let step = min(followingCosts[clause], cost + misplaced)
      let several = min(leastOfOtherWays(clause), spanningCosts[clause])
      (all, literal, other) = (
        all.addingClamped(clause == 0 ? cost : step), min(literal.addingClamped(step), other.addingClamped(cost)),
        least.addingClamped(several)
      )
    }
    return min(all.addingClamped(costOfParts), literal, other)
  }

  /// What it costs more at least that clauses share the words that are literal for them, and there are not enough of these:
  /// a clause then takes a word that is taken, or is found in another way.
  private mutating func leastOfTaken(_ row: Int) -> UInt32 {
    var total: UInt32 = 0
    var literalClauses: UInt32 = 0
    for clause in literalCosts.indices where literalCosts[clause] < .max { literalClauses |= 1 << UInt32(clause) }
    // What may be saved where a clause and the next one no longer stand literally beside each other, and where a clause takes
    // more of a compound.
    let misplaced = 2 * min(scorer.costs.gap, scorer.costs.stepBack) + costOfParts
    for first in groups.indices where groups[first] == first {
      var missing = -Int(groupWords[first])
      var least = scorer.costs.takenWord
      for clause in groups.indices where groups[clause] == first && literalCosts[clause] < .max {
        missing += 1
      }
      guard missing > 0 else { continue }
      for clause in groups.indices where groups[clause] == first && literalCosts[clause] < .max {
        let known = literalCosts[clause] + misplaced
        var other = leastOfOtherWays(clause)
        if other > 0, other < known + least {
          other = max(other, leastNotLiteral(clause, row, literalClauses, most: known + least))
        }
        least = min(least, other - min(other, known))
      }
      total += UInt32(missing) * least
    }
    return total
  }

  /// What a clause costs at least where several words, or another term with it, are its match, if there are any such.
  private func leastOfSeveralWords(_ clause: Int) -> UInt32 {
    guard scorer.admitsRuns else { return .max }
    let isJoined = joinedCosts[clause] < .max || clause > 0 && joinedCosts[clause - 1] < .max
    return min(leastRuns[clause], isJoined ? joinedFloors[clause] : .max)
  }

  /// What the row costs at least if it is a hit, and `nil` if it is none, or costs more than `most`.
  mutating func bound(_ row: Int, most: UInt32) -> UInt32? {
    readLiterals(row)
    var total = leastOfLiterals() + (hasGroups ? leastOfTaken(row) : 0)
    var literalClauses: UInt32 = 0
    var leastOfOthers: UInt32 = 0
    for clause in literalCosts.indices {
      if literalCosts[clause] < .max {
        literalClauses |= 1 << UInt32(clause)
      } else {
        leastOfOthers = leastOfOthers.addingClamped(leastOfOtherWays(clause))
      }
    }
    if total > most || leastOfOthers > most - total { return nil }
    for clause in literalCosts.indices where literalClauses & 1 << UInt32(clause) == 0 {
      leastOfOthers -= leastOfOtherWays(clause)
      let room = most - total - leastOfOthers
      var least = hasPatterns ? leastOfPatterns(clause, row) : .max
      if least > 0, scorer.admitsRuns { least = min(least, leastNotLiteral(clause, row, literalClauses, most: room)) }
      // Of no way at all it is more than any room.
      if least > room || least == .max { return nil }
      total += least
    }
    return hasPatterns && !patterns[0].admits(row) ? nil : total
  }

  /// What a query costs at least in which a clause is no literal word, nor one together with another.
  var cheapestAlone: UInt32 {
    patternClauses != 0 ? 0 : leastRuns.reduce(cheapestLoose) { min($0, $1) }
  }

  /// What a clause costs at least that is no literal word, in any row.
  private func leastOfOtherWays(_ clause: Int) -> UInt32 {
    if patternClauses & 1 << UInt32(clause) != 0 { return 0 }
    return min(leastOfSeveralWords(clause), cheapestLoose)
  }

  /// What the patterns of a clause cost at least in the row; `UInt32.max` if none stands there.
  private mutating func leastOfPatterns(_ clause: Int, _ row: Int) -> UInt32 {
    clausePatterns[clause].reduce(UInt32.max) { min($0, patterns[0].leastCost($1, row) ?? .max) }
  }

  /// Adds where the patterns of a clause are found.
  mutating func appendPatterns(ofClause clause: Int, from least: UInt32, to sources: inout ClauseSources) {
    for pattern in clausePatterns[clause] {
      patterns[0].appendSources(of: pattern, ofClause: clause, from: least, upTo: sources.most, to: &sources)
    }
  }

  /// How many rows hold a clause literally: about so many, if it may be a pattern.
  mutating func literalCount(ofClause clause: Int) -> Int {
    let count = clauseProbes[clause].reduce(0) { $0 + segment.postings.range(probes[$1].literal).count }
    return clausePatterns[clause].reduce(count) { $0 + patterns[0].literalCount($1) }
  }

  /// What a clause that is no literal word of the row costs at least there; more than `most` if it costs more, or is no
  /// match.
  private mutating func leastNotLiteral(
    _ clause: Int, _ row: Int, _ literalClauses: UInt32, most: UInt32
  ) -> UInt32 {
    let several = leastOfSeveralWords(clause)
    if several < leastRuns[clause] { return several }
    readWords(row)
    let words = words
    var least = UInt32.max
    for probe in clauseProbes[clause] {
      guard cheapestRuns[probe] <= most else { continue }
      if let known = runs[probe], !known.contains(row) { continue }
      let screen = screen(of: probe)
      guard screen.admits(tokens.letters(row)) else { continue }
      least = min(least, screen.leastCost(words.span) ?? .max)
    }
    if min(most, least) < cheapestLoose { return least }
    let isAnchored = (literalClauses & anchors | misspeltAnchors) & ~(1 << UInt32(clause)) != 0
    let typos = Int(most / scorer.costs.typo)
    if literalClauses != 0 { readPlaces() }
    let before = places(ofLiteral: clause - 1, literalClauses)
    let after = places(ofLiteral: clause + 1, literalClauses)
    let taken = before != nil && literalUnits[clause - 1].nonzeroBitCount == 1 ? literalUnits[clause - 1] : 0
    for probe in clauseProbes[clause] where scorer.rows[probe].admitsLoose {
      for (index, token) in words.enumerated() {
        let match = probes[probe].match(of: TokenColumn.word(token), typos: typos)
        if match.isNone || match.isLiteral { continue }
        let field = TokenColumn.field(token)
        if let way = scorer.wayCost(of: match, row: probe, clause: clause, isAnchored: isAnchored, in: field) {
          let step = field == .title ? leastOfPlace(before, after, taken: taken, wordAt: index) : 0
          least = min(least, way + fieldCosts[Int(field.rawValue)] + step)
        }
      }
    }
    return least
  }

  /// Where a clause stands, as ``literalPlaces`` says it, if it can take nothing but literal words of the title; otherwise `nil`.
  private func places(ofLiteral clause: Int, _ literalClauses: UInt32) -> UInt64? {
    guard literalPlaces.indices.contains(clause), (literalClauses & ~literalElsewhere) >> UInt32(clause) & 1 != 0,
      !hasPatterns, !hasGroups, literalCosts[clause] + dearestPlace(ofClause: clause) < scorer.costs.cheapestWordRun,
      !joinedCosts.contains(0)
    else { return nil }
    return literalPlaces[clause]
  }

  /// What it costs at least that a word of the title is apart from, or out of order with, those of the clauses before and after, or
  /// that the clause before has taken it.
  /// - Parameter taken: the unit that the clause before takes for certain, as its bit; 0 if that is not known.
  private func leastOfPlace(_ before: UInt64?, _ after: UInt64?, taken: UInt64, wordAt index: Int) -> UInt32 {
    if before == nil, after == nil { return 0 }
    var title = TitleWalk()
    var unit: Int32 = 0
    for index in 0...index { unit = title.next(TokenColumn.kind(words[index])) }
    let place = UInt64(truncatingIfNeeded: title.wordsUntilNow)
    let kind = TokenColumn.kind(words[index])
    if kind == .extra || kind == .extraAcross || max(place, UInt64(unit)) >= RowExaminer.mostPlaces { return 0 }
    if taken & 1 << UInt64(unit) != 0 { return scorer.costs.takenWord }
    let misplaced = min(scorer.costs.gap, scorer.costs.stepBack)
    let (here, previous, next): (UInt64, UInt64, UInt64) = (1 << place, 1 << (place - 1), 1 << (place + 1))
    return (before.map { $0 & (here | previous) == 0 ? misplaced : 0 } ?? 0)
      + (after.map { $0 & (here | next) == 0 ? misplaced : 0 } ?? 0)
  }

  // MARK: - Scores

  private mutating func fillMatches(_ row: Int) {
    readWords(row)
    scratch.matches.removeAll(keepingCapacity: true)
    let words = words
    for probe in probes.indices {
      for token in words { scratch.matches.append(probes[probe].match(of: TokenColumn.word(token))) }
    }
  }

  /// Finds out what each term takes of the row; returns what that costs, or `nil` if the row is no hit.
  mutating func assign(_ row: Int) -> UInt32? {
    fillMatches(row)
    segment.layOut(row, words, into: &scratch.layout)
    let letters = segment.dictionary.bytes
    return scorer.cost(letters: letters.span, scratch: &scratch)
  }

  /// What the row costs, or `nil` if it is no hit.
  mutating func cost(_ row: Int) -> UInt32? { hasPatterns ? patterns[0].ranked(row)?.score.units : assign(row) }

  /// What the terms take of the last row.
  var assignments: [Assignment] { scratch.assignments }

  /// The row with its score, or `nil` if it is no hit.
  mutating func ranked(_ row: Int) -> RankedRow? {
    if hasPatterns { return patterns[0].ranked(row) }
    guard let cost = assign(row) else { return nil }
    let titles = segment.titles.bytes
    let title = titles.span(segment.titles.indexedRange(row))
    let letters = segment.dictionary.bytes
    let slips = scorer.slips(letters: letters.span, scratch)
    let score = prepared.score(
      cost: cost, slips: slips, weight: segment.weight(row), titleWords: scratch.layout.titleCount, title: title)
    return RankedRow(score: score, length: title.count, row: row)
  }

  /// The best that the row can be if it costs no less than `bound`, and has no fewer slips where it costs no more.
  func best(_ row: Int, bound: UInt32, slips: Int = 0) -> RankedRow {
    RankedRow(
      score: prepared.bestScore(
        cost: bound, showsMarks: mayShowMarks, slips: slips, weight: segment.weight(row),
        titleWords: tokens.titleWords(row)),
      length: segment.titles.indexedRange(row).count, row: row)
  }

  /// The same with what its title shows of the query as it was typed: what decides between many rows of equal cost.
  func showing(_ best: RankedRow) -> RankedRow {
    let titles = segment.titles.bytes
    return best.showing(prepared, in: titles.span(segment.titles.indexedRange(Int(best.row))))
  }
}
