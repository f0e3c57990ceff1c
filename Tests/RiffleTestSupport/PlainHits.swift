internal import Riffle

/// Lists the hits of an item's words: sections 1 and 3 of the contract.
struct PlainHits {
  private let scorer: Scorer
  private let item: PlainItem
  private var layout: ItemLayout { item.layout }
  /// How each row matches each word.
  private let matches: [[WordMatch]]
  /// Whether each clause stands so well in the item that others may have a typo more.
  private var anchors: [Bool] = []

  /// How many hits of a row count.
  private static let mostOfRow = 64

  init(_ scorer: Scorer, item: PlainItem) {
    self.scorer = scorer
    self.item = item
    let bytes = item.text.letters
    var matches: [[WordMatch]] = []
    for row in scorer.rows {
      var matchesOfRow: [WordMatch] = []
      for word in item.layout.words {
        matchesOfRow.append(row.match(bytes.span.extracting(word.range)))
      }
      matches.append(matchesOfRow)
    }
    self.matches = matches
    anchors = scorer.clauses.indices.map { isAnchor($0) }
  }

  /// The hits of a clause: of each alternative by first word; at one word the literal, the loose one without typos, the one
  /// with typos, the run.
  func hits(ofClause clause: Int) -> [PlainHit] {
    var hits: [PlainHit] = []
    for (alternative, kind) in scorer.clauses[clause].alternatives.enumerated() {
      switch kind {
      case .pattern(let pattern):
        if let hit = patternHit(pattern, clause, alternative) { hits.append(hit) }
      case .term(let row):
        var hitsOfRow: [PlainHit] = []
        for word in layout.words.indices {
          let found = [
            literalHit(row, clause, alternative, word, isJoined: false), looseHit(row, clause, alternative, word),
            hitWithTypos(row, clause, alternative, word), runHit(row, clause, alternative, word),
          ]
          hitsOfRow += found.compactMap(\.self)
        }
        hits += cheapest(hitsOfRow)
      }
    }
    return hits
  }

  /// The hits of a clause and the next as one word.
  func joinedHits(ofClause clause: Int) -> [PlainHit] {
    guard let row = scorer.clauses[clause].joinedRow else { return [] }
    return cheapest(layout.words.indices.compactMap { literalHit(row, clause, 0, $0, isJoined: true) })
  }

  /// The hits of one row that count, in their order.
  private func cheapest(_ hits: [PlainHit]) -> [PlainHit] {
    /// A typo in a prefix counts here as if the term were the last.
    func rank(_ hit: PlainHit) -> UInt32 {
      guard hit.way == .typoInPrefix else { return hit.baseCost }
      return hit.baseCost - priceOfTypoInPrefix(hit.clause) + scorer.costs.typoInPrefix
    }
    let ranked = hits.indices.sorted { (rank(hits[$0]), $0) < (rank(hits[$1]), $1) }
    return ranked.prefix(PlainHits.mostOfRow).sorted().map { hits[$0] }
  }

  // MARK: - Ways

  private func literalHit(_ row: Int, _ clause: Int, _ alternative: Int, _ word: Int, isJoined: Bool) -> PlainHit? {
    let joinedCost = isJoined ? scorer.costs.joined : 0
    switch matches[row][word].literal {
    case .none:
      return nil
    case .exact:
      return hit(clause, alternative, isJoined ? .joined : .exact, cost: joinedCost, word...word)
    case .prefix:
      let way: Way = isJoined ? .joinedPrefix : .prefix
      // Of a compound the parts that the letters do not reach are given back.
      var lastPart = word
      if layout.words[word].kind == .compound || layout.words[word].kind == .inner {
        lastPart = layout.lastPart(ofLetters: scorer.rows[row].term.bytes.count, after: word)
      }
      return hit(clause, alternative, way, cost: joinedCost + scorer.costs.prefix, word...word, endingWith: lastPart)
    }
  }

  private func looseHit(_ row: Int, _ clause: Int, _ alternative: Int, _ word: Int) -> PlainHit? {
    guard layout.words[word].field != .searchText else { return nil }
    let costs = scorer.costs
    switch matches[row][word].loose {
    case .none:
      return nil
    case .infix:
      return hit(clause, alternative, .infix, cost: costs.infix, word...word)
    case .skeleton:
      return hit(clause, alternative, .skeleton, cost: costs.skeleton, word...word)
    }
  }

  private func hitWithTypos(_ row: Int, _ clause: Int, _ alternative: Int, _ word: Int) -> PlainHit? {
    let match = matches[row][word]
    let term = scorer.rows[row].term
    let most = isAnchored(clause) ? max(term.typoBudget, term.anchoredTypoBudget) : term.typoBudget
    guard match.typos > 0, match.typos <= most else { return nil }
    var cost = UInt32(match.typos) * scorer.costs.typo
    if match.wrongFirstLetter { cost += scorer.costs.wrongFirstLetter }
    if term.length <= 3 { cost += scorer.costs.typoInShortTerm }
    if match.typosInPrefix { cost += priceOfTypoInPrefix(clause) }
    return hit(
      clause, alternative, match.typosInPrefix ? .typoInPrefix : .typo, cost: cost, word...word, typos: match.typos)
  }

  private func priceOfTypoInPrefix(_ clause: Int) -> UInt32 {
    let isLast = clause == scorer.clauses.count - 1
    return isLast ? scorer.costs.typoInPrefix : scorer.costs.typoInPrefixOfFinishedTerm
  }

  private func runHit(_ row: Int, _ clause: Int, _ alternative: Int, _ word: Int) -> PlainHit? {
    let term = scorer.rows[row].term
    guard scorer.admitsRuns, scorer.rows[row].admitsLoose, item.letters[word].first == term.scalars[0] else {
      return nil
    }
    let runs = PlainRuns(term, costs: scorer.costs, letters: item.letters, layout: layout)
    guard let run = runs.cheapest(from: word) else { return nil }
    return hit(clause, alternative, run.way, cost: run.cost, word...run.lastWord, endingWith: run.lastWord)
  }

  private func patternHit(_ pattern: Int, _ clause: Int, _ alternative: Int) -> PlainHit? {
    guard let match = scorer.patterns[pattern].bestMatch(in: item.text, layout: layout, costs: scorer.costs) else {
      return nil
    }
    var hit = PlainHit(
      clause: clause, alternative: alternative, way: match.isAbsent ? .absent : .pattern, field: match.field,
      firstWord: -1, lastWord: -1,
      firstCounted: match.firstCounted, lastCounted: match.lastCounted, units: match.firstUnit..<match.endUnit,
      wayCost: match.wayCost)
    hit.fieldCost = match.isAbsent ? 0 : costOfField(match.field)
    return hit
  }

  /// A hit of words, with what follows from where it stands.
  ///
  /// - Parameter endingWith: the word that ends its place, if not the first.
  private func hit(
    _ clause: Int, _ alternative: Int, _ way: Way, cost: UInt32, _ words: ClosedRange<Int>,
    endingWith end: Int? = nil, typos: Int = 0
  ) -> PlainHit {
    let first = layout.words[words.lowerBound]
    let end = layout.words[end ?? words.lowerBound]
    var hit = PlainHit(
      clause: clause, alternative: alternative, way: way, field: first.field, firstWord: words.lowerBound,
      lastWord: words.upperBound, firstCounted: first.firstCounted, lastCounted: end.lastCounted,
      units: first.firstUnit..<end.endUnit, typos: typos, wayCost: cost)
    hit.isName = isName(hit)
    hit.fieldCost =
      (hit.isName ? scorer.costs.inWholePhrase : costOfField(hit.field)) * UInt32(hit.termCount)
    if hit.field == .title, !hit.units.isEmpty {
      hit.firstCompound = item.compounds.first { $0.units.contains(hit.units.lowerBound) }
      hit.lastCompound = item.compounds.first { $0.units.contains(hit.units.upperBound - 1) }
      let leavesExtension = hit.onlyCompound.map { $0.stem != $0.units && hit.units.count < $0.units.count } ?? false
      hit.isPartial = leavesExtension || item.compounds.contains { $0.isTakenInPart(by: hit.units) }
    }
    return hit
  }

  private func costOfField(_ field: Field) -> UInt32 {
    switch field {
    case .title: 0
    case .reading: scorer.costs.inReading + (layout.isRomanized ? scorer.costs.romanized : 0)
    case .searchText: scorer.costs.inSearchText
    }
  }

  /// Whether a hit alone is all of the query, and all of a phrase of the search text.
  private func isName(_ hit: PlainHit) -> Bool {
    let ways: [Way] = [.exact, .joined, .split, .initialsOfTitle, .initialsOfPart]
    return hit.termCount == scorer.clauses.count && hit.field == .searchText && ways.contains(hit.way)
      && layout.words[hit.firstWord].startsPhrase && layout.words[hit.lastWord].endsPhrase && !hit.units.isEmpty
  }

  // MARK: - Anchors

  /// Whether another clause stands so well in the item that a clause may have a typo more.
  private func isAnchored(_ clause: Int) -> Bool {
    scorer.clauses.indices.contains { $0 != clause && anchors[$0] }
  }

  private func isAnchor(_ clause: Int) -> Bool {
    guard case .term(let first)? = scorer.clauses[clause].alternatives.first else { return false }
    let length = scorer.rows[first].term.length
    guard length >= 3 else { return false }
    for case .term(let row) in scorer.clauses[clause].alternatives {
      let term = scorer.rows[row].term
      for match in matches[row] {
        if match.isLiteral { return true }
        if length >= 5, term.length >= 5, match.typos > 0, match.typos <= term.typoBudget { return true }
      }
    }
    return false
  }
}
