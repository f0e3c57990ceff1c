/// All hits that cost no more than the best may: to count them, or to have them in list order.
extension Evaluator {
  /// Collects the hits that cost no more than `most`, until there are more than `counter` counts.
  mutating func count(_ counter: HitCounter, upTo most: UInt32) -> HitCounter {
    counting = (counter, most)
    if let onlyTerm { countRows(onlyTerm, most) } else { findRows(upTo: most) }
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

  // MARK: - One term

  private mutating func countRows(_ term: Int, _ most: UInt32) {
    let matcher = scorer.rows[term]
    let literal = segment.postings.range(examiner.probes[term].literal)
    countRows([(literal, scorer.costs.prefix, scorer.costs.prefix)], areLiteral: true, most)
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

  /// Counts the rows of posting lists, each with what its way costs at most in titles and readings, and in search texts.
  private mutating func countRows(
    _ lists: [(postings: Range<Int>, shown: UInt32?, hidden: UInt32?)], areLiteral: Bool, _ most: UInt32
  ) {
    let costs = scorer.costs
    // The only term of a query pays for its place once, and is found in one compound.
    let dearestPlace = costs.notAtStart + costs.partOfCompound
    let dearestShown = max(costs.inReading + costs.romanized, 0) + dearestPlace
    let dearestHidden = costs.inSearchText + dearestPlace
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
