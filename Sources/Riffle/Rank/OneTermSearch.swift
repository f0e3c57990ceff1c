internal import HeapModule

/// Queries of one term. Every item that holds a matching word is a hit, so hits are counted without being
/// looked at, and only those that can be among the best are scored.
extension WordSearch {
  mutating func searchOneTerm(_ probe: Int) {
    let places = PlaceCosts(scorer.costs, isFirstTerm: true, isOnlyTerm: true)
    rankLiteralRows(probe, places)
    countRows(CollectionOfOne(segment.postings.range(examiner.probes[probe].literal)))
    let matcher = scorer.rows[probe]
    guard matcher.admitsLoose else { return }
    if !counter.isDone, !canEnter(scorer.costs.cheapestLoose) { countSomeLooseRows(matcher.term) }
    let admitsRuns = scorer.admitsRuns && matcher.term.length >= 2
    if admitsRuns, matcher.term.length == 2, canEnter(scorer.costs.split) { decideSplit(matcher.term) }
    let runCost = matcher.term.length > 2 ? scorer.costs.cheapestWordRun : scorer.costs.twoInitials
    var loose: [TermWords.Entry] = []
    if !counter.isDone || canEnter(scorer.costs.cheapestLoose) {
      loose = looseWords(of: probe)
      let postings = segment.postings
      countRows(loose.lazy.map { postings.range($0.words) })
    }
    if admitsRuns, !counter.isDone || canEnter(runCost) {
      decideRuns(probe, runCost)
      rankWaiting()
    }
    rankLooseRows(loose, probe, places)
  }

  private mutating func rankLiteralRows(_ probe: Int, _ places: PlaceCosts) {
    if top.keepsAll {
      for row in segment.postings.rows(examiner.probes[probe].literal) { decide(Int(row)) }
      return
    }
    forEachLiteralRow(examiner.probes[probe], places, others: 0) { search, row, bound, key in
      guard search.canEnter(bound, key) else { return false }
      if search.isAllowed(row) { search.rank(row, bound: bound) }
      return true
    }
  }

  /// Counts the rows of lists of postings, all of which are hits.
  private mutating func countRows(_ lists: some Sequence<Range<Int>>) {
    let postings = segment.postings
    guard counter.isLimited else {
      var marked = BitColumn(count: segment.count)
      for list in lists { marked.insert(postings.rows[list]) }
      if let allowed { marked.formIntersection(allowed) }
      return counter.add(decided.insert(marked))
    }
    for list in lists {
      for posting in list {
        if counter.isDone { return }
        let row = Int(postings.rows[posting])
        if decided.insert(row), isAllowed(row) { counter.add(row) }
      }
    }
  }

  /// Counts rows of loose words, those first that are found soonest, where more hits than that are not looked for.
  private mutating func countSomeLooseRows(_ term: Term) {
    guard counter.isLimited else { return }
    let postings = segment.postings
    if term.length >= TermMatcher.shortestInfix {
      var infixes: [Range<Int>] = []
      segment.dictionary.forEachRun(holding: term.bytes) { infixes.append($0) }
      countRows(infixes.lazy.map(postings.range))
    }
    guard !counter.isDone, term.typoBudget > 0 else { return }
    let literal = segment.dictionary.words(withPrefix: term.bytes)
    let typos = TypoWords(term, budget: term.typoBudget, in: segment.dictionary, skipping: literal)?.found() ?? []
    countRows(typos.lazy.map { postings.range($0.words) })
  }

  private mutating func decideRuns(_ probe: Int, _ bound: UInt32) {
    decideRuns(rowsOfRuns(probe), bound)
  }

  /// Decides the rows in which the two letters of a term are two words: of its runs, those that cost least.
  private mutating func decideSplit(_ term: Term) {
    let postings = segment.postings
    let words = term.scalars.map { scalar -> Range<Int> in
      let bytes = Array(String(Character(Unicode.Scalar(scalar) ?? " ")).utf8)
      let words = segment.dictionary.words(withPrefix: bytes)
      let isWord = !words.isEmpty && segment.dictionary.range(words.lowerBound).count == bytes.count
      return words.lowerBound..<words.lowerBound + (isWord ? 1 : 0)
    }
    guard let rarest = words.map(postings.range).min(by: { $0.count < $1.count }), !rarest.isEmpty else { return }
    var rows: [UInt32] = []
    var finder = RunFinder(term, scorer.costs, in: segment)
    finder.find(among: postings.rows[rarest], &rows)
    decideRuns(rows, scorer.costs.split)
    rankWaiting()
  }

  private mutating func decideRuns(_ rows: [UInt32], _ bound: UInt32) {
    for row in rows.map(Int.init) {
      if !decided.contains(row) {
        if counter.isDone, !canEnter(bound) { return }
        decide(row)
      } else if isAllowed(row) {
        // Counted because of a word, but cheaper as a run, perhaps.
        rank(row, bound: bound)
      }
    }
  }

  /// Scores the rows of loose words, by the least that each can cost.
  private mutating func rankLooseRows(_ loose: [TermWords.Entry], _ probe: Int, _ places: PlaceCosts) {
    let postings = segment.postings
    var candidates: [Candidate] = []
    for entry in loose {
      guard let wayCost = scorer.cost(of: entry.match, ofOnlyTerm: probe), canEnter(wayCost) else { continue }
      for posting in postings.range(entry.words) {
        let bound = wayCost + places[Place(rawValue: postings.places[posting])]
        if canEnter(bound) { candidates.append(Candidate(bound: bound, row: postings.rows[posting])) }
      }
    }
    var queue = Heap(candidates)
    while let next = queue.popMin(), canEnter(next.bound) {
      let row = Int(next.row)
      if isAllowed(row) { rank(row, bound: next.bound) }
    }
  }

  private struct Candidate: Comparable {
    let bound: UInt32
    let row: UInt32

    static func < (a: Candidate, b: Candidate) -> Bool { (a.bound, a.row) < (b.bound, b.row) }
  }
}
