/// Posting lists that together hold every row in which a clause is found at up to a cost.
struct ClauseSources {
  /// How words match.
  struct Way: Hashable {
    /// What the way costs at least by place.
    let places: PlaceCosts
    /// How unlike slips of the hand the typos of the way are at least; see ``SlipKinds``.
    let slips: Int
    /// `false` for a word that is two terms: its spot says nothing about either of them alone.
    let haveSpots: Bool
    /// The bytes of a term that is only the beginning of the words; 0 for any other way.
    let beginning: Int
  }

  /// Neighbouring words that a term matches in one way, in 24 bytes: a search may have hundreds of thousands.
  struct Words {
    private let firstWord, endOfWords, firstPosting, endOfPostings: UInt32
    /// Its number in ``ways``.
    let way: Int

    var words: Range<Int> { Int(firstWord)..<Int(endOfWords) }
    @inline(__always)
    var postings: Range<Int> { Int(firstPosting)..<Int(endOfPostings) }

    fileprivate init(_ words: Range<Int>, _ postings: Range<Int>, way: Int) {
      firstWord = UInt32(truncatingIfNeeded: words.lowerBound)
      endOfWords = UInt32(truncatingIfNeeded: words.upperBound)
      firstPosting = UInt32(truncatingIfNeeded: postings.lowerBound)
      endOfPostings = UInt32(truncatingIfNeeded: postings.upperBound)
      self.way = way
    }
  }

  /// The rows that may hold a term as a run.
  struct Runs {
    let probe: Int
    let key: SearchMemory.RunsKey
    let rows: RunRows
    let isFirstTerm: Bool
  }

  private(set) var words: [Words] = []
  private(set) var ways: [Way] = []
  private var wayNumbers: [Way: Int] = [:]
  private(set) var runs: [Runs] = []
  /// Rows of which no words tell whether the clause is found in them, at no cost.
  private(set) var unworded: BitColumn?
  /// What the patterns of the clause cost at least in rows that are to be found by their texts; `nil` if there are none.
  private(set) var texts: UInt32?
  /// What the ways cost at most that were asked for.
  let most: UInt32
  /// About how many rows are to be looked at.
  private(set) var effort = 0

  init(upTo most: UInt32) { self.most = most }

  /// How many lists there are.
  var count: Int { words.count + runs.count + (unworded == nil ? 0 : 1) + (texts == nil ? 0 : 1) }

  mutating func append(
    _ words: Range<Int>, of postings: Postings, places: PlaceCosts, slips: Int = 0, haveSpots: Bool = true,
    beginning: Int = 0
  ) {
    let range = postings.range(words)
    guard !range.isEmpty else { return }
    let way = Way(places: places, slips: slips, haveSpots: haveSpots, beginning: beginning)
    self.words.append(Words(words, range, way: number(of: way)))
    effort += range.count
  }

  private mutating func number(of way: Way) -> Int {
    // Words that match alike mostly come one after the other.
    if let last = words.last, ways[last.way] == way { return last.way }
    if let known = wayNumbers[way] { return known }
    wayNumbers[way] = ways.count
    ways.append(way)
    return ways.count - 1
  }

  mutating func append(_ runs: Runs) {
    let count = runs.rows.tiers.reduce(0) {
      runs.rows.places($1.kind, isFirstTerm: runs.isFirstTerm).least <= most ? $0 + $1.rows.count : $0
    }
    guard count > 0 else { return }
    self.runs.append(runs)
    effort += count
  }

  mutating func append(unworded rows: BitColumn) {
    if unworded == nil { effort += rows.setCount }
    unworded = rows
  }

  mutating func appendTexts(cost: UInt32, effort: Int) {
    if texts == nil { self.effort += effort }
    texts = min(texts ?? .max, cost)
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
        examiner.probes[probe].exact, of: postings, places: places(0, hidden: 0, clause: index, mayBeWhole: true))
      let begun = costs.literal(isWhole: false)
      if begun <= most {
        sources.append(
          examiner.probes[probe].prefixed, of: postings, places: places(begun, hidden: begun, clause: index),
          beginning: scorer.rows[probe].term.bytes.count)
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
            words, of: postings, places: places(cost, hidden: cost, clause: index, mayBeWhole: true),
            haveSpots: false)
        }
      }
    }
    examiner.appendPatterns(ofClause: index, from: least, to: &sources)
    for probe in examiner.floors.clauseProbes[index] where scorer.rows[probe].admitsLoose {
      if examiner.floors.cheapestRuns[probe] <= most {
        let (key, rows) = runRows(of: probe, upTo: most)
        sources.append(ClauseSources.Runs(probe: probe, key: key, rows: rows, isFirstTerm: scorer.paysForStart(index)))
      }
      for entry in looseWords(of: probe, upTo: most) {
        guard let cost = leastCost(of: entry.match, probe, clause: index, in: .title), cost <= most else { continue }
        let hidden = leastCost(of: entry.match, probe, clause: index, in: .searchText)
        sources.append(
          entry.words, of: postings, places: places(cost, hidden: hidden, clause: index),
          slips: leastSlips(of: entry, probe))
      }
    }
    work.tiers += sources.count
    return sources
  }

  func places(_ way: UInt32, hidden: UInt32?, clause: Int, mayBeWhole: Bool = false) -> PlaceCosts {
    PlaceCosts(
      scorer.costs, way: way, hidden: hidden, isFirstTerm: scorer.paysForStart(clause), mayBeWhole: mayBeWhole,
      clauseCount: scorer.clauses.count)
  }

  /// What it costs at least that a word of a field matches so, but not literally; no field is cheaper than the title.
  func leastCost(of match: WordMatch, _ probe: Int, clause: Int, in field: Field) -> UInt32? {
    let isAnchored = examiner.anchors.mayBeAnchored(clause: clause)
    return scorer.leastCost(of: match, row: probe, clause: clause, isAnchored: isAnchored, in: field)
  }

  /// How unlike slips of the hand the typos between a term and words are at least, where that is worth finding out: where many
  /// rows hold them, which all cost the same.
  func leastSlips(of entry: TermWords.Entry, _ probe: Int) -> Int {
    let count = segment.postings.range(entry.words).count
    guard !scorer.costs.comparesCostsOnly, entry.match.typos > 0, entry.match.loose == .none, count > efforts.fewRows,
      entry.words.count <= max(Evaluator.fewAlikeWords, count / Evaluator.postingsPerAlikeWord)
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
  /// To read a word takes as long as to look at so many postings.
  private static let postingsPerAlikeWord = 64

  /// The words that a term matches, other than literally, as far as they cost no more than `most`; some of them may
  /// cost more.
  mutating func looseWords(of probe: Int, upTo most: UInt32) -> [TermWords.Entry] {
    guard most > scorer.costs.dearestCertain else { return [] }
    let matcher = scorer.rows[probe]
    let allowed =
      examiner.anchors.mayBeAnchored(row: probe) ? matcher.term.anchoredTypoBudget : matcher.term.typoBudget
    let budget = min(allowed, scorer.costs.typos(upTo: most))
    let found = memory.words(matcher, typoBudget: budget, in: segment.dictionary, efforts: efforts)
    examiner.use(found, for: probe)
    return found.loose
  }
}
