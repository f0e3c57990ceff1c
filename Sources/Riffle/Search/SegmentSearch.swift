/// Answers a query on one segment.
struct SegmentSearch {
  private let segment: Segment
  private let prepared: PreparedQuery
  /// The rows that may be hits; `nil` for all that are searchable.
  private let within: SearchedRows?
  private let shortAnswers: ShortAnswers?
  private let memory: SearchMemory?
  private let leftOut: LeftOutRows?

  /// - Parameters:
  ///   - within: the rows that may be hits, searchable ones; `nil` for all of these.
  ///   - shortAnswers: those to the segment, where all of it is searched again and again but for what is no longer in
  ///     the list.
  ///   - memory: what the last keystroke has left, in a session.
  ///   - leftOut: what the forms share that leave clauses out.
  init(
    _ segment: Segment, _ prepared: PreparedQuery, within: SearchedRows? = nil, shortAnswers: ShortAnswers? = nil,
    memory: SearchMemory? = nil, leftOut: LeftOutRows? = nil
  ) {
    self.segment = segment
    self.prepared = prepared
    self.within = within
    self.shortAnswers = shortAnswers
    self.memory = memory
    self.leftOut = leftOut
  }

  /// The best rows that match.
  ///
  /// - Parameters:
  ///   - request: what is wanted of the whole list.
  ///   - worst: what a row must be better than to be given.
  ///   - least: what the best hit of other parts costs.
  /// - Precondition: the query has terms.
  func best(
    _ request: HitRequest, worst: RankedRow? = nil, least: UInt32 = .max, _ budget: SearchBudget = SearchBudget()
  ) -> PartAnswer {
    if worst == nil, least == .max, let shortAnswers, segment.count >= segment.options.efforts.fewestRowsKept,
      let known = shortAnswers.answer(
        prepared.query, request, live: within, unless: { budget.isSpent },
        find: { find($0, within: nil, worst: nil, least: .max, budget) })
    {
      return known
    }
    return find(request, within: within, worst: worst, least: least, budget)
  }

  private func find(
    _ request: HitRequest, within: SearchedRows?, worst: RankedRow?, least: UInt32, _ budget: SearchBudget
  ) -> PartAnswer {
    var collector = HitCollector(
      capacity: request.capacity, reach: request.reach, worst: worst, least: least, most: request.most,
      worth: request.worth, bestWeight: segment.bestWeight)
    guard prepared.isAskedByClauses else {
      return TextScan(prepared, segment, within: within?.rows).best(collector, request, budget)
    }
    collector.segment = segment
    var evaluator = Evaluator(
      segment, prepared, within: within, collector: collector, memory: memory,
      leftOut: leftOut?.form(prepared.form), budget)
    if within == nil || !evaluator.runAmongFew() { evaluator.run() }
    let (rows, least, isCut) = evaluator.collector.finish()
    let matches = PartMatches(assignments: evaluator.assignments(of: rows), examiner: evaluator.examiner)
    return PartAnswer(
      rows: rows.map { $0.at(segment.order.row(Int($0.row))) }, least: least, isCutByReach: isCut, scanned: nil,
      matches: matches, work: evaluator.work)
  }

  /// Adds all rows that match and cost no more than `most`, until the counter is done.
  func count(_ counter: inout HitCounter, upTo most: UInt32, _ budget: SearchBudget) -> SearchWork {
    let collector = HitCollector(capacity: 1, reach: .max)
    var evaluator = Evaluator(
      segment, prepared, within: within, collector: collector, memory: memory,
      leftOut: leftOut?.form(prepared.form), budget)
    counter = evaluator.count(counter, upTo: most)
    return evaluator.work
  }
}
