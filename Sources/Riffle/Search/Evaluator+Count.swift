/// All hits that cost no more than the best may: to count them, or to have them in list order.
extension Evaluator {
  /// Collects the hits that cost no more than `most`, until there are more than `counter` counts.
  mutating func count(_ counter: HitCounter, upTo most: UInt32) -> HitCounter {
    self.counter = counter
    mostCounted = most
    if let onlyTerm {
      countRows(ofOnly: onlyTerm, most)
      countUnasked(most)
    } else if let onlyPunctuation {
      countRows(holding: onlyPunctuation, upTo: most)
      countUnasked(most)
    } else {
      countCertainRows(most)
      if !self.counter.isDone { findRows(upTo: most) }
      countUnasked(most)
    }
    if !isGivenUp { keep() }
    return self.counter
  }

  /// Adds rows that may be hits. They are scored later, many at once, or as soon as they might complete the count.
  mutating func ask(_ rows: ArraySlice<UInt32>) {
    for row in rows where isAllowed(Int(row)) && !counter.contains(Int(row)) && seen.insert(Int(row)) {
      unasked.append(row)
      if unasked.count >= efforts.mostUnasked || !counter.hasRoom(for: unasked.count) {
        if let mostCounted { countUnasked(mostCounted) }
        if counter.isDone || isGivenUp { return }
      }
    }
  }

  /// Scores the pending rows and counts the hits.
  private mutating func countUnasked(_ most: UInt32) {
    let rows = take(&unasked)
    if rows.isEmpty || counter.isDone || isGivenUp { return }
    let counted: RowExaminer.Counted
    if counter.hasRoom(for: rows.count), let end = budget.sharedEnd {
      counted = examiner.hits(among: rows[...], upTo: most, threadCount: budget.threadCount, unless: end)
      budget.lookSoon()
    } else {
      let (work, counter, budget) = (work, counter, budget)
      counted = examiner.hits(among: rows[...], upTo: most) { counted in
        var all = work
        all += counted.work
        return !counter.hasRoom(for: counted.hits.count) || budget.isSpent(all)
      }
    }
    work += counted.work
    for row in counted.hits { counter.insert(Int(row)) }
  }

  // MARK: - Several terms

  /// Counts the rows that hold a literal word for each clause, no two of which overlap: these cost no more than
  /// ``ClauseFloors/mostOfLiteralTitle``. Counts bits instead of scoring rows.
  private mutating func countCertainRows(_ most: UInt32) {
    guard segment.hasOnlyTitles, !examiner.hasPatterns, let dearest = examiner.floors.mostOfLiteralTitle,
      dearest <= most
    else { return }
    var rows = rowsHoldingOwnWords()
    if let allowed { rows.formIntersection(allowed) }
    // Where a clause may take more than the first part of a compound, rows are scored.
    var uncertain = BitColumn(count: segment.count)
    for clause in scorer.clauses.indices {
      for probe in examiner.floors.clauseProbes[clause] {
        for word in firstParts(shorterThan: probe) {
          work.postings += segment.postings.insertRows(of: word..<word + 1, into: &uncertain)
        }
      }
      if isGivenUp { return }
    }
    rows.subtract(uncertain)
    counter.insert(rows)
    leaveOut(rows)
  }

  /// The rows that hold for each clause a literal word of its own: terms are assigned from left to right.
  private mutating func rowsHoldingOwnWords() -> BitColumn {
    var shared: BitColumn?
    var before: [Range<Int>] = []
    for clause in scorer.clauses {
      guard case .term(let probe)? = clause.onlyAlternative else { continue }
      let literal = examiner.probes[probe].literal
      let own = literal.subtracting(before)
      var rows: BitColumn
      if own == [literal] {
        rows = marks(.begun, of: probe, literal)
      } else {
        rows = BitColumn(count: segment.count)
        for words in own { work.postings += segment.postings.insertRows(of: words, into: &rows) }
      }
      before.append(literal)
      if shared?.formIntersection(rows) == nil { shared = rows }
    }
    return shared ?? BitColumn(count: segment.count)
  }

  /// The words that a compound begins with where a term, which the compound begins with too, reaches beyond its first part.
  private func firstParts(shorterThan probe: Int) -> [Int] {
    let words = examiner.probes[probe].literal
    guard segment.tokens.compounds.firstRow(from: words.lowerBound, to: words.upperBound) < words.upperBound else {
      return []
    }
    let term = scorer.rows[probe].term.bytes
    return term.indices.dropFirst().compactMap { length in segment.dictionary.word(Array(term[..<length])) }
  }

  // MARK: - One term

  /// Counts the rows that match the only term, way by way. If no place makes a way too dear, its postings are counted;
  /// otherwise its rows are scored.
  private mutating func countRows(ofOnly term: Int, _ most: UInt32) {
    let costs = scorer.costs
    let probe = examiner.probes[term]
    let begun = costs.literal(isWhole: false)
    let clause = scorer.clauses[0]
    let prefixed = PostingVerdicts(
      costs, of: clause, shown: begun, hidden: begun, mayBeWhole: false, onlyTitles: segment.hasOnlyTitles, upTo: most)
    let rangeCount = segment.postings.range(probe.literal).count
    if prefixed.areTitlesCertain, segment.hasOnlyTitles, isDense(rangeCount) {
      count(marks(.begun, of: term, probe.literal))
    } else {
      countRows(
        of: probe.exact,
        PostingVerdicts(
          costs, of: clause, shown: 0, hidden: 0, mayBeWhole: true, onlyTitles: segment.hasOnlyTitles, upTo: most))
      countRows(of: probe.prefixed, prefixed)
    }
    guard scorer.rows[term].admitsLoose else { return }
    let loose = looseWords(of: term, upTo: most)
    work.tiers += loose.count
    var known: (match: WordMatch, verdicts: PostingVerdicts)?
    for entry in loose {
      let verdicts: PostingVerdicts
      if let known, known.match == entry.match {
        verdicts = known.verdicts
      } else {
        verdicts = PostingVerdicts(
          costs, of: clause, shown: leastCost(of: entry.match, term, clause: 0, in: .title),
          hidden: leastCost(of: entry.match, term, clause: 0, in: .searchText), mayBeWhole: false,
          onlyTitles: segment.hasOnlyTitles, upTo: most)
        known = (entry.match, verdicts)
      }
      if verdicts.isNone { continue }
      countRows(of: entry.words, verdicts)
      if counter.isDone || isGivenUp { return }
    }
    countRuns(ofOnly: term, most)
  }

  /// Whether setting the bits of all rows is no slower than reading so many postings, and all of them are counted.
  private func isDense(_ postingCount: Int) -> Bool {
    postingCount > segment.count / UInt64.bitWidth && counter.hasRoom(for: postingCount)
  }

  /// Counts rows that are hits for certain.
  private mutating func count(_ rows: consuming BitColumn) {
    if let allowed { rows.formIntersection(allowed) }
    counter.insert(rows)
  }

  /// Counts the rows of neighbouring words.
  private mutating func countRows(of words: Range<Int>, _ verdicts: PostingVerdicts) {
    let range = segment.postings.range(words)
    if verdicts.areTitlesCertain, segment.hasOnlyTitles, isDense(range.count) {
      var rows = BitColumn(count: segment.count)
      work.postings += segment.postings.insertRows(of: words, into: &rows)
      return count(rows)
    }
    var open: [UInt32] = []
    var start = range.lowerBound
    while start < range.upperBound, !counter.isDone, !isGivenUp {
      let end = min(start + Evaluator.countedAtOnce, range.upperBound)
      counter.insert(start..<end, of: segment.postings, verdicts, within: allowed, open: &open)
      work.postings += end - start
      start = end
      ask(open[...])
      open.removeAll(keepingCapacity: true)
    }
  }

  /// The number of postings between two checks of the budget.
  private static let countedAtOnce = 1 << 12

  /// Counts the rows that hold the only term as a run.
  private mutating func countRuns(ofOnly term: Int, _ most: UInt32) {
    countUnasked(most)
    guard examiner.floors.cheapestRuns[term] <= most, !counter.isDone else { return }
    ask(runRows(of: term, upTo: most).rows.rows(upTo: most, isFirstTerm: scorer.paysForStart(0))[...])
  }
}

extension Range<Int> {
  /// Returns the parts of this range outside `others`.
  fileprivate func subtracting(_ others: [Range<Int>]) -> [Range<Int>] {
    others.reduce([self]) { left, other in
      left.flatMap { range in
        let parts = [
          range.lowerBound..<Swift.max(range.lowerBound, Swift.min(other.lowerBound, range.upperBound)),
          Swift.min(Swift.max(other.upperBound, range.lowerBound), range.upperBound)..<range.upperBound,
        ]
        return other.isEmpty ? [range] : parts.filter { !$0.isEmpty }
      }
    }
  }
}
