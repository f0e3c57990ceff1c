/// Rows that several clauses share, told without looking at any of them: what each clause can be found in is marked,
/// one bit a row, and the marks are intersected. To mark postings, which lie side by side, is much cheaper than to look at
/// rows, whose words lie anywhere in memory.
extension WordSearch {
  /// The rows that may hold all of `clauses`, as far as it pays to ask them.
  ///
  /// - Parameters:
  ///   - known: the rows of the other clauses before these; `nil` if there are none.
  ///   - isLast: whether no other clause follows; if not, the answer holds whatever that is.
  ///   - isThorough: whether to find out where each clause may need help, however few rows that could save.
  ///   - least: what a hit costs at least that is not decided yet; `nil` to leave out nothing that cannot be among
  ///     the best.
  mutating func rows(
    sharedBy clauses: [Int], among known: ClauseRows? = nil, isLast: Bool = true, isThorough: Bool = false,
    least: UInt32?
  ) -> ClauseRows {
    var shared = known
    var count = known?.aided?.setCount ?? segment.count
    var isComplete = true
    // Long terms are found in few words.
    let order = clauses.sorted { length(ofClause: $0) > length(ofClause: $1) }
    for index in order {
      let mayNeedHelp = isLast ? typosWithAnchor(ofClause: index) <= scorer.typoBudget : mayEverNeedHelp(index)
      let isAided = mayNeedHelp && (isThorough || anchorCount(clauses, besides: index, known) > efforts.fewAnchoredRows)
      let joinsNext = isLast || index != clauses.last
      let sources = sources(ofClause: index, isAided: isAided, joinsNext: joinsNext)
      if shared?.aided != nil, sources.count / efforts.postingsPerRow > count {
        isComplete = false
        continue
      }
      let marked = marks(sources, ofClause: index, knowsAided: isAided || !mayNeedHelp, least: least)
      if shared?.formIntersection(marked) == nil { shared = marked }
      count = shared?.aided?.setCount ?? count
      if shared?.aided != nil, count <= efforts.fewRows {
        if index != order.last { isComplete = false }
        break
      }
    }
    let all = shared ?? ClauseRows(maybe: BitColumn(count: segment.count, repeating: true))
    guard !isComplete, let maybe = all.aided else { return all }
    return ClauseRows(maybe: maybe)
  }

  /// In about how many rows a clause may be helped by the others.
  private mutating func anchorCount(_ clauses: [Int], besides index: Int, _ known: ClauseRows?) -> Int {
    var count = known?.anchored.setCount ?? 0
    for other in clauses where other != index && scorer.anchor(other) != nil { count += anchors(ofClause: other).count }
    return count
  }

  /// Whether a clause ever has more typos by an anchor's help.
  private func mayEverNeedHelp(_ index: Int) -> Bool {
    for case .term(let row) in scorer.clauses[index].alternatives where scorer.rows[row].admitsLoose {
      let term = scorer.rows[row].term
      if term.anchoredTypoBudget > term.typoBudget { return true }
    }
    return false
  }

  /// The rows of a clause, except those that do not matter any more.
  ///
  /// - Parameters:
  ///   - sources: the rows in which the clause is found, with an anchor's help if `knowsAided`, or without.
  ///   - least: what a hit costs at least; `nil` to leave out nothing.
  mutating func marks(_ sources: ClauseSources, ofClause index: Int, knowsAided: Bool, least: UInt32?) -> ClauseRows {
    var unaided = BitColumn(count: segment.count)
    func matters(_ bound: UInt32) -> Bool {
      guard let least, counter.isDone else { return true }
      return canEnter(max(least, bound))
    }
    let rows = segment.postings.rows
    func mark(_ bits: inout BitColumn, needsHelp: Bool) {
      for (number, source) in sources.words.enumerated() {
        // Lists of few words lie anywhere in memory.
        let later = number + WordSearch.sourcesAhead
        if later < sources.words.count { rows.prefetch(sources.words[later].postings.lowerBound) }
        if source.needsHelp == needsHelp, matters(source.bound) { bits.insert(rows[source.postings]) }
      }
    }
    mark(&unaided, needsHelp: false)
    if matters(scorer.costs.cheapestWordRun) {
      for probe in sources.runs {
        segment.leadPairs.forEachRow(holdingRunOf: scorer.rows[probe].term.bytes) { unaided.insert(Int($0)) }
      }
    }
    var aided: BitColumn?
    if knowsAided {
      var bits = unaided
      mark(&bits, needsHelp: true)
      aided = bits
    }
    var anchored = BitColumn(count: segment.count)
    if scorer.anchor(index) != nil {
      for source in anchors(ofClause: index).words { anchored.insert(segment.postings.rows[source.postings]) }
    }
    return ClauseRows(unaided: unaided, aided: aided, anchored: anchored)
  }

  private static let sourcesAhead = 12

  /// The rows that hold all clauses literally, whether they are searchable or not.
  /// - Precondition: every clause has one alternative, a term.
  func rowsHoldingAllLiterally() -> BitColumn {
    var shared: BitColumn?
    for clause in scorer.clauses {
      guard case .term(let probe)? = clause.onlyAlternative else { continue }
      var marked = BitColumn(count: segment.count)
      marked.insert(segment.postings.rows(examiner.probes[probe].literal))
      if let shared { marked.formIntersection(shared) }
      shared = marked
    }
    return shared ?? BitColumn(count: segment.count)
  }
}
