/// All hits that cost no more than the best may: to count them, or to have them in list order.
extension Evaluator {
  /// Collects the hits that cost no more than `most`, until there are more than `counter` counts.
  mutating func count(_ counter: HitCounter, upTo most: UInt32) -> HitCounter {
    counting = (counter, most)
    if let onlyTerm {
      countRows(onlyTerm, most)
    } else {
      countCertainRows(most)
      if counting?.counter.isDone == false { findRows(upTo: most) }
    }
    if !isGivenUp { keep() }
    return counting?.counter ?? counter
  }

  /// Counts a row that may be a hit.
  mutating func count(_ row: Int) {
    guard let most = counting?.most, counting?.counter.contains(row) == false else { return }
    if examiner.isCertainHit(row, most: most) { return counting?.counter.insert(row) ?? () }
    guard scored.insert(row) else { return }
    countScored(row)
    if let ranked = examiner.ranked(row), ranked.score.units <= most { counting?.counter.insert(row) }
  }

  // MARK: - Several terms

  /// Counts the rows that hold the words of all clauses so that none of them can be taken by two, which makes them hits for certain;
  /// see ``RowExaminer/mostOfLiteralUnits``. Bits decide, so nearly all rows of a list are counted in the time that some take.
  private mutating func countCertainRows(_ most: UInt32) {
    guard segment.hasOnlyTitles, let dearest = examiner.mostOfLiteralUnits, dearest <= most else { return }
    var rows = rowsHoldingAllLiterally()
    if let allowed { rows.formIntersection(allowed) }
    // Where a clause may take more than the first part of a compound, or two clauses the same word, rows are asked.
    var uncertain = BitColumn(count: segment.count)
    for clause in scorer.clauses.indices {
      for probe in examiner.clauseProbes[clause] {
        for word in firstParts(shorterThan: probe) {
          work.postings += segment.postings.insertRows(of: word..<word + 1, into: &uncertain)
        }
      }
      if isGivenUp { return }
      guard let joined = scorer.clauses[clause].joinedRow else { continue }
      work.postings += segment.postings.insertRows(of: examiner.probes[joined].literal, into: &uncertain)
    }
    rows.subtract(uncertain)
    counting?.counter.insert(rows)
    leaveOut(rows)
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

  private mutating func countRows(_ term: Int, _ most: UInt32) {
    let matcher = scorer.rows[term]
    let words = examiner.probes[term].literal
    let literal = segment.postings.range(words)
    if scorer.costs.prefix + dearestPlace <= most {
      countAllRows(literal)
    } else {
      countRows([(literal, scorer.costs.prefix, scorer.costs.prefix)], areLiteral: true, most)
    }
    guard matcher.admitsLoose else { return }
    var lists: [(Range<Int>, UInt32?, UInt32?)] = []
    for entry in looseWords(of: term, upTo: most) {
      lists.append(
        (
          segment.postings.range(entry.words), leastCost(of: entry.match, term, clause: 0, in: .title),
          leastCost(of: entry.match, term, clause: 0, in: .searchText)
        ))
    }
    work.tiers += lists.count
    countRows(lists, areLiteral: false, most)
    guard examiner.cheapestRuns[term] <= most, counting?.counter.isDone == false else {
      return
    }
    let finder = examiner.finder(of: term)
    for group in finder.groups(&work) where group.bound <= most {
      var start = group.rows.startIndex
      while start < group.rows.endIndex {
        if counting?.counter.isDone == true || isGivenUp { return }
        let end = min(start + RunFinder.batchLength, group.rows.endIndex)
        let rows = group.rows[start..<end].filter { row in
          isAllowed(Int(row)) && counting?.counter.contains(Int(row)) == false && seen.insert(Int(row))
        }
        start = end
        var found: [Int] = []
        finder.forEachRun(in: rows) { row, words, cost in
          if cost + finder.costOfPlace(row, words) <= most { found.append(Int(row)) }
        }
        for row in found { count(row) }
      }
    }
  }

  /// Counts all rows of a posting list.
  private mutating func countAllRows(_ list: Range<Int>) {
    var start = list.lowerBound
    while start < list.upperBound, counting?.counter.isDone == false, !isGivenUp {
      let end = min(start + Evaluator.countedAtOnce, list.upperBound)
      counting?.counter.insert(segment.postings.rows, start..<end, within: allowed)
      work.postings += end - start
      start = end
    }
  }

  /// After so many postings it is looked whether the search goes on.
  private static let countedAtOnce = 1 << 12

  /// What the place of the only term of a query costs at most: it pays for it once, and is found in one compound.
  private var dearestShown: UInt32 {
    let costs = scorer.costs
    return costs.inReading + costs.romanized + costs.notAtStart + costs.partOfCompound
  }

  private var dearestHidden: UInt32 {
    scorer.costs.inSearchText + scorer.costs.notAtStart + scorer.costs.partOfCompound
  }

  private var dearestPlace: UInt32 { max(dearestShown, dearestHidden) }

  /// Counts the rows of posting lists, each with what its way costs at most in titles and readings, and in search texts.
  private mutating func countRows(
    _ lists: [(postings: Range<Int>, shown: UInt32?, hidden: UInt32?)], areLiteral: Bool, _ most: UInt32
  ) {
    let costs = scorer.costs
    let places = PlaceCosts(costs, isFirstTerm: true, mayBeWhole: areLiteral, clauseCount: 1)
    let postings = segment.postings
    for (range, shown, hidden) in lists {
      work.postings += range.count
      if isGivenUp { return }
      for posting in range {
        if counting?.counter.isDone == true { return }
        let row = Int(postings.rows[posting])
        guard counting?.counter.contains(row) == false, isAllowed(row) else { continue }
        let place = Place(rawValue: postings.places[posting])
        let isHidden = place.region.isHidden
        guard let way = isHidden ? hidden : shown else { continue }
        if way + (isHidden ? dearestHidden : dearestShown) <= most {
          counting?.counter.insert(row)
        } else if (areLiteral ? 0 : way) + places[place] <= most {
          count(row)
        }
      }
    }
  }
}
