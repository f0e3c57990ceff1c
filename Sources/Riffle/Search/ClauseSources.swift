/// Posting lists that together hold every row in which a clause is found at up to a cost.
struct ClauseSources {
  /// The rows of neighbouring words that a term matches in one way.
  struct Words {
    let postings: Range<Int>
    /// What the way costs at least.
    let cost: UInt32
    /// Whether it counts in search texts.
    let countsHidden: Bool
    /// What it costs at least in each region.
    let places: PlaceCosts
    /// How unlike slips of the hand the typos of the way are at least; see ``SlipKinds``.
    let slips: Int
  }

  private(set) var words: [Words] = []
  /// The terms whose runs are to be looked for, by their rows in the scorer, as far as they cost no more than ``most``.
  private(set) var runs: [Int] = []
  /// Rows that are found otherwise than by words, and what they cost at least.
  private(set) var others: [RunRows] = []
  /// What the patterns of the clause cost at least in rows that are to be found by their texts; `nil` if there are none.
  private(set) var texts: UInt32?
  /// What the ways cost at most that were asked for.
  let most: UInt32
  /// About how many rows are to be looked at.
  private(set) var effort = 0

  init(upTo most: UInt32) { self.most = most }

  /// - Parameters:
  ///   - cost: what the way costs at least that words match in.
  ///   - countsHidden: whether it counts in search texts.
  mutating func append(
    _ postings: Range<Int>, cost: UInt32, countsHidden: Bool = true, places: PlaceCosts, slips: Int = 0
  ) {
    guard !postings.isEmpty else { return }
    words.append(
      Words(postings: postings, cost: cost, countsHidden: countsHidden, places: places, slips: slips))
    effort += postings.count
  }

  mutating func append(_ rows: RunRows) {
    guard !rows.rows.isEmpty else { return }
    others.append(rows)
    effort += rows.rows.count
  }

  mutating func appendTexts(cost: UInt32, effort: Int) {
    if texts == nil { self.effort += effort }
    texts = min(texts ?? .max, cost)
  }

  mutating func append(runsOf probe: Int, effort: Int) {
    runs.append(probe)
    self.effort += effort
  }
}

extension Evaluator {
  /// Where a clause is found in ways that cost from `least` to `most`; the dictionary is asked no more than that takes.
  mutating func sources(ofClause index: Int, from least: UInt32, upTo most: UInt32) -> ClauseSources {
    let costs = scorer.costs
    let postings = segment.postings
    var sources = ClauseSources(upTo: most)
    for probe in examiner.floors.clauseProbes[index] where least <= costs.dearestCertain {
      sources.append(
        postings.range(examiner.probes[probe].exact), cost: 0,
        places: places(0, hidden: 0, clause: index, mayBeWhole: true))
      let begun = costs.literal(isWhole: false)
      if begun <= most {
        sources.append(
          postings.range(examiner.probes[probe].prefixed), cost: begun,
          places: places(begun, hidden: begun, clause: index))
      }
    }
    if least <= costs.dearestCertain {
      for joined in [scorer.clauses[index].joinedRow, index > 0 ? scorer.clauses[index - 1].joinedRow : nil] {
        guard let joined else { continue }
        let probe = examiner.probes[joined]
        for (isWhole, words) in [(true, probe.exact), (false, probe.prefixed)] {
          let cost = costs.literal(isWhole: isWhole, isJoined: true) / 2
          guard cost <= most else { continue }
          sources.append(
            postings.range(words), cost: cost, places: places(cost, hidden: cost, clause: index, mayBeWhole: true))
        }
      }
    }
    examiner.appendPatterns(ofClause: index, from: least, to: &sources)
    for probe in examiner.floors.clauseProbes[index] where scorer.rows[probe].admitsLoose {
      appendRuns(of: probe, to: &sources)
      for entry in looseWords(of: probe, upTo: most) {
        guard let cost = leastCost(of: entry.match, probe, clause: index, in: .title), cost <= most else { continue }
        let hidden = leastCost(of: entry.match, probe, clause: index, in: .searchText)
        sources.append(
          postings.range(entry.words), cost: cost, countsHidden: hidden != nil,
          places: places(cost, hidden: hidden, clause: index), slips: leastSlips(of: entry, probe))
      }
    }
    work.tiers += sources.words.count + sources.runs.count + sources.others.count + (sources.texts == nil ? 0 : 1)
    return sources
  }

  /// - Parameter clause: the number of the clause; `nil` if it need not begin where words stand.
  private func places(
    _ way: UInt32, hidden: UInt32?, clause: Int?, mayBeWhole: Bool = false, clauseCount: Int? = nil
  ) -> PlaceCosts {
    PlaceCosts(
      scorer.costs, way: way, hidden: hidden, isFirstTerm: clause == 0, mayBeWhole: mayBeWhole,
      clauseCount: clauseCount ?? scorer.clauses.count)
  }

  private mutating func appendRuns(of probe: Int, to sources: inout ClauseSources) {
    guard examiner.floors.cheapestRuns[probe] <= sources.most else { return }
    let term = scorer.rows[probe].term
    if term.length == 2, sources.most < scorer.costs.cheapestRun(length: 2, hasWholeWords: false) {
      // What two words of one letter find is far less than what two initials do.
      let cost = scorer.costs.cheapestRun(length: 2)
      for words in RunFinder.wholeWordPairs(of: term, in: segment) {
        // One that begins with the other word may stand at the start before it. The two may be a whole phrase, which has more words than
        // the query has clauses.
        sources.append(
          words.rarer, cost: cost, places: places(cost, hidden: cost, clause: nil, mayBeWhole: true, clauseCount: .max))
      }
      return
    }
    // A run may cost more than a loose word.
    let known = examiner.runs(of: probe)?.costs.count { $0 <= sources.most }
    sources.append(runsOf: probe, effort: known ?? examiner.finder(of: probe).rowCount)
  }

  /// What it costs at least that a word of a field matches so, but not literally; no field is cheaper than the title.
  func leastCost(of match: WordMatch, _ probe: Int, clause: Int, in field: Field) -> UInt32? {
    scorer.leastCost(of: match, row: probe, clause: clause, isAnchored: scorer.clauses.count > 1, in: field)
  }

  /// How unlike slips of the hand the typos between a term and words are at least, where that is worth finding out: where many
  /// rows hold them, which all cost the same.
  func leastSlips(of entry: TermWords.Entry, _ probe: Int) -> Int {
    guard entry.match.typos > 0, entry.match.loose == .none, entry.words.count <= Evaluator.fewAlikeWords,
      segment.postings.range(entry.words).count > efforts.fewRows
    else { return 0 }
    let letters = segment.dictionary.bytes
    var word: [UInt32] = []
    return entry.words.reduce(SlipKinds.most) { least, number in
      decodeScalars(letters.span(segment.dictionary.range(number)), into: &word)
      let term = scorer.rows[probe].term.scalars
      return min(least, SlipKinds.unlikeness(term, word, prefix: entry.match.typosInPrefix))
    }
  }

  /// Words that match alike are more where the term is only a beginning of them, and one of these is as it is.
  private static let fewAlikeWords = 64

  /// The words that a term matches, other than literally, as far as they cost no more than `most`; some of them may
  /// cost more.
  mutating func looseWords(of probe: Int, upTo most: UInt32) -> [TermWords.Entry] {
    guard most > scorer.costs.dearestCertain else { return [] }
    let matcher = scorer.rows[probe]
    let allowed = scorer.clauses.count > 1 ? matcher.term.anchoredTypoBudget : matcher.term.typoBudget
    let budget = min(allowed, scorer.costs.typos(upTo: most))
    let found = memory.words(matcher, typoBudget: budget, in: segment.dictionary, efforts: efforts)
    examiner.use(found, for: probe)
    return found.loose
  }
}
