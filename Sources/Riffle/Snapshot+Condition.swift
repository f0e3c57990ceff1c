extension Snapshot {
  /// Searches for elements that also meet a condition of the moment. One that is asked again and again is better a
  /// ``Scope``, which costs nothing when it is asked. A ``SearchPredicate`` can do more than narrow, and be given up.
  ///
  ///     let near = try snapshot.search("st", limit: 10) { $0.distance(to: here) < 1000 }
  ///
  /// The condition is asked of hits in the order in which they are given, and only until the window is full; of a query
  /// without terms, of the list as it stands. So the total is mostly not exact: it says how many were found on the way.
  ///
  /// - Parameters:
  ///   - order: whether the best hits come first, or those that come first in the list.
  ///   - offset: how many of the first hits to leave out.
  ///   - limit: how many hits to give at most.
  ///   - totalLimit: ``TotalLimit/exact`` to ask the condition of all hits; otherwise as far as to count hits that meet
  ///     it, if they are at hand anyway.
  ///   - condition: asked on the caller's thread, at most once for each hit and each growth of the window.
  /// - Throws: ``QueryError``.
  public func search(
    _ text: String, mode: QueryMode = .smart, order: HitOrder = .relevance, offset: Int = 0, limit: Int = .max,
    totalLimit: TotalLimit = .standard, where condition: (Element) -> Bool
  ) throws(QueryError) -> SearchResults<Element, ID> {
    search(
      try Query(text, mode: mode), order: order, offset: offset, limit: limit, totalLimit: totalLimit, where: condition)
  }

  /// Searches for a query made before.
  public func search(
    _ query: Query, order: HitOrder = .relevance, offset: Int = 0, limit: Int = .max,
    totalLimit: TotalLimit = .standard, where condition: (Element) -> Bool
  ) -> SearchResults<Element, ID> {
    let (offset, limit) = (max(0, offset), max(0, limit))
    let wanted = totalLimit == .exact ? Int.max : offset.addingClamped(limit)
    var kept = max(wanted, 8)
    while true {
      let answer = answer(
        query, HitRequest(order: order, capacity: kept, windowEnd: kept, totalLimit: .upTo(0)))
      guard case .ranked(let ranked) = answer.hits else {
        let (rows, isComplete) = rows(of: answer, wanted, condition)
        return results(
          Array(rows.dropFirst(offset).prefix(limit)), answer, total: rows.count, isComplete)
      }
      let rows = ranked.filter { condition(state.element($0.place)) }
      let isComplete = ranked.count < kept || kept == .max
      if isComplete || rows.count > wanted {
        return results(
          Array(rows.dropFirst(offset).prefix(limit)), answer, total: min(rows.count, wanted),
          isComplete && rows.count <= wanted)
      }
      // The next hits will mostly meet the condition as rarely as these.
      kept = kept > .max / 4 ? .max : kept * 4
    }
  }

  private func results(
    _ window: [PlacedRow], _ answer: ListAnswer, total: Int, _ isTotalExact: Bool
  ) -> SearchResults<Element, ID> {
    SearchResults(
      hits: hits(window, answer), total: total, isTotalExact: isTotalExact, view: .ranked, content: content)
  }

  /// The rows of an answer in list order that meet a condition, as many as are wanted; and whether there are no more.
  private func rows(
    of answer: ListAnswer, _ wanted: Int, _ condition: (Element) -> Bool
  ) -> (found: [PlacedRow], isComplete: Bool) {
    var found: [PlacedRow] = []
    var offset = 0
    while true {
      let rows = state.window(of: answer, within: within, offset: offset, limit: Snapshot.rowsAtATime)
      for row in rows where condition(state.element(row.place)) {
        if found.count == wanted { return (found, false) }
        found.append(row)
      }
      if rows.count < Snapshot.rowsAtATime { return (found, true) }
      offset += rows.count
    }
  }

  private static var rowsAtATime: Int { 8192 }
}
