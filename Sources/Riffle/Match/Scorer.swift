/// Decides whether an item matches the terms of a query, and how well: the truth that every index
/// path has to agree with.
///
/// Terms are taken from left to right. Each takes the cheapest word or run of words, given what is
/// taken already and where the term before it was found; of equals, the leftmost. Nothing is taken back.
///
/// The letters themselves are compared elsewhere (``TermMatcher``): the scorer is handed one
/// ``WordMatch`` for each of its rows and each word of the item.
package struct Scorer: Sendable {
  package let clauses: [Clause]
  /// What to match against each word of an item.
  package let rows: [TermMatcher]
  package let patterns: [TextPattern]
  let costs: CostTable
  /// How many typos a hit may have in all.
  let typoBudget: Int
  private let runs: [RunMatcher?]
  /// Of the term of each row, what decides what ways cost: read for each word, while a term is three references to count.
  private let limits: [TermLimits]

  private struct TermLimits {
    let length, typoBudget, anchoredTypoBudget: Int

    init(_ term: Term) {
      (length, typoBudget) = (term.length, term.typoBudget)
      anchoredTypoBudget = term.anchoredTypoBudget
    }
  }

  /// Terms together this long may have ``longQueryTypos`` typos.
  private static let longQuery = 16
  private static let longQueryTypos = 3
  private static let shortQueryTypos = 2
  /// Other terms at least this long anchor a term where they stand literally …
  private static let shortestAnchor = 3
  /// … and such long ones even where they stand with as many typos as they may have on their own.
  static let shortestMisspeltAnchor = 5

  package init(clauses: [Clause], rows: [TermMatcher], patterns: [TextPattern], mode: QueryMode, costs: CostTable) {
    self.clauses = clauses
    self.rows = rows
    self.patterns = patterns
    self.costs = costs
    admitsRuns = mode == .smart
    var length = 0
    var runs = [RunMatcher?](repeating: nil, count: rows.count)
    for clause in clauses {
      guard case .term(let row)? = clause.alternatives.first else { continue }
      length += rows[row].term.length
    }
    if mode == .smart {
      for clause in clauses {
        for case .term(let row) in clause.alternatives { runs[row] = RunMatcher(rows[row].term, costs: costs) }
      }
    }
    typoBudget = length >= Scorer.longQuery ? Scorer.longQueryTypos : Scorer.shortQueryTypos
    self.runs = runs
    limits = rows.map { TermLimits($0.term) }
  }

  /// The cost of the item laid out in `scratch.layout`, in ``CostTable/unit``s, or `nil` if it is no hit.
  /// Afterwards `scratch.assignments` says what was taken.
  ///
  /// - Parameters:
  ///   - letters: what the layout's words point into.
  ///   - scratch: its `matches` hold the row-major table of ``rows`` × words, its `patternMatches` one
  ///     entry for each of ``patterns``.
  package func cost(letters: Span<UInt8>, scratch: inout ScorerScratch) -> UInt32? {
    scratch.assignments.removeAll(keepingCapacity: true)
    let found = findClauses(scratch)
    var total: UInt32 = 0
    var typosLeft = typoBudget
    var index = 0
    while index < clauses.count {
      var state = State(clause: index, found: found, typosLeft: typosLeft)
      state.isAnchored = isAnchored(index, found)
      var option = bestOption(state, letters, &scratch)
      if let row = clauses[index].joinedRow,
        let joined = bestJoined(state, row: row, below: option?.cost ?? .max, letters, &scratch, option)
      {
        option = joined
      }
      guard let option else { return nil }
      total += option.cost
      typosLeft -= option.typos
      scratch.assignments.append(option)
      index += option.way.termCount
    }
    return total - chargeWholePhrase(&scratch.assignments, scratch.layout) + costOfParts(scratch)
  }

  /// What it costs that only parts of compounds of the title are found: who means San-Nicolao rarely types `san`. Of a path
  /// the extension need not be.
  ///
  /// - Parameter scratch: with what the terms take. A title that is one compound, and no path, has its parts for words.
  func costOfParts(_ scratch: borrowing ScorerScratch) -> UInt32 {
    let path = scratch.layout.lastComponent
    var cost: UInt32 = 0
    for word in scratch.layout.words {
      guard word.field == .title else { break }
      guard word.kind == .compound, path != nil || word.firstCounted == word.lastCounted else { continue }
      let isLast = word.lastCounted + 1 == scratch.layout.titleCount
      let stemEnd = word.endUnit - (isLast ? path?.extensionUnits ?? 0 : 0)
      var (taken, stem): (Int32, Int32) = (0, 0)
      for assignment in scratch.assignments where assignment.field == .title {
        let first = max(assignment.firstUnit, word.firstUnit)
        taken += max(0, min(assignment.endUnit, word.endUnit) - first)
        stem += max(0, min(assignment.endUnit, stemEnd) - first)
      }
      if 0 < taken, stem < stemEnd - word.firstUnit { cost += costs.partOfCompound }
    }
    return cost
  }

  /// Whether terms may be found across several words.
  let admitsRuns: Bool

  // MARK: - Anchors

  /// The row of the clause at `index`, if it can anchor others.
  func anchor(_ index: Int) -> Int? {
    guard case .term(let row)? = clauses[index].alternatives.first else { return nil }
    return limits[row].length >= Scorer.shortestAnchor ? row : nil
  }

  /// Which clauses the item holds at all, one bit each.
  private struct Found {
    var literal: UInt32 = 0
    /// With typos, and long enough to anchor others.
    var misspelt: UInt32 = 0
  }

  private func findClauses(_ scratch: borrowing ScorerScratch) -> Found {
    var found = Found()
    let wordCount = scratch.layout.words.count
    for index in clauses.indices {
      for case .term(let row) in clauses[index].alternatives {
        let base = row * wordCount
        let term = limits[row]
        for word in base..<base + wordCount {
          let match = scratch.matches[word]
          if match.isLiteral { found.literal |= 1 << UInt32(index) }
          if match.typos > 0, match.typos <= term.typoBudget, term.length >= Scorer.shortestMisspeltAnchor {
            found.misspelt |= 1 << UInt32(index)
          }
        }
      }
    }
    return found
  }

  private func isAnchored(_ index: Int, _ found: Found) -> Bool {
    for other in clauses.indices where other != index && (found.literal | found.misspelt) & 1 << UInt32(other) != 0 {
      guard let row = anchor(other) else { continue }
      let isLiteral = found.literal & 1 << UInt32(other) != 0
      if isLiteral || limits[row].length >= Scorer.shortestMisspeltAnchor { return true }
    }
    return false
  }

  // MARK: - Options of one term

  private struct State {
    let clause: Int
    let found: Found
    var typosLeft: Int
    var isAnchored = false
    /// Where the term is literal it is not matched loosely, unless this says so.
    var admitsLoose = false

    var isLiteral: Bool { found.literal & 1 << UInt32(clause) != 0 }
  }

  private func bestOption(
    _ state: State, _ letters: Span<UInt8>, _ scratch: inout ScorerScratch
  ) -> Assignment? {
    let best = cheapestOption(state, letters, &scratch)
    // Where another term has taken the word that holds this one literally, a looser match elsewhere
    // may be what was meant (`frmwrk fr`: framework for).
    guard state.isLiteral, !state.admitsLoose, let taken = best, taken.takenCost > 0 else { return best }
    var looser = state
    looser.admitsLoose = true
    return cheapestOption(looser, letters, &scratch)
  }

  private func cheapestOption(
    _ state: State, _ letters: Span<UInt8>, _ scratch: inout ScorerScratch
  ) -> Assignment? {
    var best: Assignment?
    let words = scratch.layout.words.indices
    for (number, alternative) in clauses[state.clause].alternatives.enumerated() {
      switch alternative {
      case .pattern(let pattern):
        guard let match = scratch.patternMatches[pattern] else { continue }
        consider(match.assignment(costs, clause: state.clause, alternative: number), &best, scratch)
      case .term(let row):
        let base = row * words.count
        let runs = runs[row]
        let firstByte = rows[row].term.bytes.first
        scratch.runs.removeAll()
        for word in words {
          let match = scratch.matches[base + word]
          if !match.isNone, let way = cheapestWay(match, limits[row], state, scratch.layout.words[word].field) {
            var option = Assignment(clause: state.clause, alternative: number, word: word, scratch.layout)
            option.way = way.way
            option.wayCost = way.cost
            option.typos = way.typos
            if way.way == .prefix { option.shorten(toLetters: rows[row].term.bytes.count, scratch.layout) }
            consider(option, &best, scratch)
          }
          let start = Int(scratch.layout.words[word].start)
          guard let runs, scratch.layout.words[word].length > 0, letters[start] == firstByte else { continue }
          if let run = runs.match(at: word, in: scratch.layout, letters: letters, memo: &scratch.runs) {
            var option = Assignment(clause: state.clause, alternative: number, word: word, scratch.layout)
            option.way = Way(run.way)
            option.wayCost = run.cost
            option.extend(to: run.last, scratch.layout)
            consider(option, &best, scratch)
          }
        }
      }
    }
    return best
  }

  private func cheapestWay(
    _ match: WordMatch, _ term: TermLimits, _ state: State, _ field: Field
  ) -> (way: Way, cost: UInt32, typos: Int)? {
    switch match.literal {
    case .exact: return (.exact, 0, 0)
    case .prefix: return (.prefix, costs.prefix, 0)
    case .none: break
    }
    if state.isLiteral, !state.admitsLoose { return nil }
    var best: (way: Way, cost: UInt32, typos: Int)?
    switch match.loose {
    case .none: break
    // In a description nearly any letters are inside some word, or some word without its vowels.
    case _ where field == .searchText: break
    case .infix: best = (.infix, costs.infix, 0)
    case .consonantSkeleton:
      let cost = costs.consonantSkeleton + (term.length < 3 ? costs.skeletonOfTwo : 0)
      best = (.consonantSkeleton, cost, 0)
    case .openConsonantSkeleton:
      best = (.consonantSkeleton, costs.consonantSkeleton + costs.missingConsonants, 0)
    case .skeleton: best = (.skeleton, costs.skeleton, 0)
    }
    let typos = match.typos
    let budget = state.isAnchored ? term.anchoredTypoBudget : term.typoBudget
    if typos > 0, typos <= min(budget, state.typosLeft) {
      var cost = UInt32(typos) * costs.typo
      if match.typosInPrefix {
        cost += state.clause + 1 == clauses.count ? costs.typoInPrefix : costs.typoInPrefixOfFinishedTerm
      }
      if match.wrongFirstLetter { cost += costs.wrongFirstLetter }
      if term.length <= 3 { cost += costs.typoInShortTerm }
      if cost < best?.cost ?? .max { best = (match.typosInPrefix ? .typoInPrefix : .typo, cost, typos) }
    }
    return best
  }

  /// What it costs that a clause takes a word of a field which one of its rows matches so; `nil` if it is no match.
  ///
  /// - Parameter isAnchored: whether another clause anchors the term there.
  func wayCost(of match: WordMatch, row: Int, clause: Int, isAnchored: Bool, in field: Field) -> UInt32? {
    var state = State(clause: clause, found: Found(), typosLeft: typoBudget)
    state.isAnchored = isAnchored
    return cheapestWay(match, limits[row], state, field)?.cost
  }

  /// The best way to see the term and the next one as one word, if that is cheaper than to take them apart.
  private func bestJoined(
    _ state: State, row: Int, below single: UInt32, _ letters: Span<UInt8>, _ scratch: inout ScorerScratch,
    _ singleOption: Assignment?
  ) -> Assignment? {
    var best: Assignment?
    let words = scratch.layout.words.indices
    for word in words {
      let match = scratch.matches[row * words.count + word]
      guard match.isLiteral else { continue }
      var option = Assignment(clause: state.clause, alternative: 0, word: word, scratch.layout)
      option.way = match.literal == .exact ? .joined : .joinedPrefix
      option.wayCost = costs.joined + (match.literal == .exact ? 0 : costs.prefix)
      if match.literal == .prefix { option.shorten(toLetters: rows[row].term.bytes.count, scratch.layout) }
      consider(option, &best, scratch)
    }
    guard let best, let singleOption else { return best }
    // What the two cost apart: the next term as it would be taken after this one.
    scratch.assignments.append(singleOption)
    var next = State(clause: state.clause + 1, found: state.found, typosLeft: state.typosLeft - singleOption.typos)
    next.isAnchored = isAnchored(next.clause, state.found)
    let nextOption = bestOption(next, letters, &scratch)
    scratch.assignments.removeLast()
    guard let nextOption else { return best }
    let costApart = single + nextOption.cost
    guard clauses.count == 2 else { return best.cost < costApart ? best : nil }
    var apart = [singleOption, nextOption]
    return best.cost < costApart - chargeWholePhrase(&apart, scratch.layout) ? best : nil
  }

  /// Adds to `option` what its place costs, and keeps it if it is the cheapest so far.
  private func consider(
    _ option: consuming Assignment, _ best: inout Assignment?, _ scratch: borrowing ScorerScratch
  ) {
    let isWholePhrase = option.way.termCount == clauses.count && option.isWholePhrase(scratch.layout)
    option.fieldCost =
      (isWholePhrase ? costs.inWholePhrase : scratch.layout.cost(of: option.field, costs))
      * UInt32(option.way.termCount)
    let known = option.wayCost + option.fieldCost
    guard known < best?.cost ?? .max else { return }
    if let previous = scratch.assignments.last {
      if previous.field == option.field { option.placeCost = costOfStep(from: previous, to: option) }
      for taken in scratch.assignments where taken.overlaps(option) {
        option.takenCost = costs.takenWord
        break
      }
    } else {
      let isAtStart =
        switch option.field {
        case .title: option.firstUnit == scratch.layout.titleStart
        case .reading: option.firstUnit == 0
        case .searchText: isWholePhrase
        }
      if !isAtStart { option.placeCost = costs.notAtStart }
    }
    option.cost = known + option.placeCost + option.takenCost
    if option.cost < best?.cost ?? .max { best = option }
  }

  private func costOfStep(from previous: Assignment, to option: Assignment) -> UInt32 {
    if option.firstUnit < previous.firstUnit {
      return costs.stepBack + (previous.firstCounted - option.lastCounted <= 1 ? 0 : costs.gap)
    }
    return option.firstCounted - previous.lastCounted <= 1 ? 0 : costs.gap
  }
}
