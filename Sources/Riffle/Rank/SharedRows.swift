/// Rows that several clauses share, told without looking at any of them: what each clause can be found in is marked,
/// one bit a row, and the marks are intersected. To mark postings, which lie side by side, is much cheaper than to look at
/// rows, whose words lie anywhere in memory.
extension WordSearch {
  /// The rows that may hold all of `clauses`, as far as it pays to ask them.
  ///
  /// - Parameters:
  ///   - known: the rows of the other clauses before these; `nil` if there are none.
  ///   - isLast: whether no other clause follows; if not, the answer holds whatever that is.
  ///   - least: what a hit costs at least that is not decided yet; `nil` to leave out nothing that cannot be among
  ///     the best.
  mutating func rows(
    sharedBy clauses: [Int], among known: ClauseRows? = nil, isLast: Bool = true, least: UInt32?
  ) -> ClauseRows {
    var shared = known
    var count = known?.aided.setCount ?? segment.count
    var isComplete = true
    // Long terms are found in few words.
    for index in clauses.sorted(by: { length(ofClause: $0) > length(ofClause: $1) }) {
      let isAided = isLast ? typosWithAnchor(ofClause: index) <= scorer.typoBudget : mayNeedHelp(index)
      let joinsNext = isLast || index != clauses.last
      let sources = sources(ofClause: index, isAided: isAided, joinsNext: joinsNext)
      if shared != nil, sources.count / efforts.postingsPerRow > count {
        isComplete = false
        continue
      }
      let marked = marks(sources, ofClause: index, least: least)
      if shared?.formIntersection(marked) == nil { shared = marked }
      count = shared?.aided.setCount ?? count
      if count <= efforts.fewRows {
        isComplete = index == clauses.last
        break
      }
    }
    let all = shared ?? ClauseRows(maybe: BitColumn(count: segment.count, repeating: true))
    return isComplete ? all : ClauseRows(maybe: all.aided)
  }

  /// Whether a clause ever has more typos by an anchor's help.
  private func mayNeedHelp(_ index: Int) -> Bool {
    for case .term(let row) in scorer.clauses[index].alternatives where scorer.rows[row].admitsLoose {
      let term = scorer.rows[row].term
      if term.anchoredTypoBudget > term.typoBudget { return true }
    }
    return false
  }

  /// The rows of a clause, except those that do not matter any more.
  ///
  /// - Parameters:
  ///   - sources: the rows in which the clause is found, with an anchor's help or without.
  ///   - least: what a hit costs at least; `nil` to leave out nothing.
  mutating func marks(_ sources: ClauseSources, ofClause index: Int, least: UInt32?) -> ClauseRows {
    var unaided = BitColumn(count: segment.count)
    func matters(_ bound: UInt32) -> Bool {
      guard let least, counter.isDone else { return true }
      return canEnter(max(least, bound))
    }
    for source in sources.words where !source.needsHelp && matters(source.bound) {
      unaided.insert(segment.postings.rows[source.postings])
    }
    if matters(scorer.costs.cheapestWordRun) {
      for probe in sources.runs {
        segment.leadPairs.forEachRow(holdingRunOf: scorer.rows[probe].term.bytes) { unaided.insert(Int($0)) }
      }
    }
    var aided = unaided
    for source in sources.words where source.needsHelp && matters(source.bound) {
      aided.insert(segment.postings.rows[source.postings])
    }
    var anchored = BitColumn(count: segment.count)
    if scorer.anchor(index) != nil {
      for source in anchors(ofClause: index).words { anchored.insert(segment.postings.rows[source.postings]) }
    }
    return ClauseRows(unaided: unaided, aided: aided, anchored: anchored)
  }

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
