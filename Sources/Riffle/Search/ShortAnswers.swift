/// A cache of answers to queries of one or two characters.
///
/// These are the slowest to find, because most of a list matches them. A segment is immutable, so entries never expire.
final class ShortAnswers: Sendable {
  private struct Key: Hashable {
    let query: Query
    let request: HitRequest
  }

  private let answers = Lock<[Key: PartAnswer]>([:])

  /// The most answers to keep before the cache is cleared. Most lists have no more; each takes some 4 KiB.
  private static let mostAnswers = 2048
  /// The most rows of an answer that is kept.
  private static let mostRows = 32
  /// The number of additional rows in a kept answer, to replace dead ones.
  private static let spareRows = 16
  /// In Unicode scalars.
  private static let longestQuery = 2

  /// Returns the cached answer to a query, or the result of `find`.
  ///
  /// - Parameters:
  ///   - live: the rows that are still in the list; `nil` for all.
  ///   - isGivenUp: whether the result of `find` must not be kept.
  ///   - find: searches all rows.
  /// - Returns: `nil` if the query is not cached, or if too many rows have died to derive the answer.
  func answer(
    _ query: Query, _ request: HitRequest, live: SearchedRows? = nil, unless isGivenUp: () -> Bool = { false },
    find: (HitRequest) -> PartAnswer
  ) -> PartAnswer? {
    guard request.order == .relevance, request.capacity <= ShortAnswers.mostRows, !request.wantsMore,
      query.text.unicodeScalars.prefix(ShortAnswers.longestQuery + 1).count <= ShortAnswers.longestQuery
    else { return nil }
    let key = Key(query: query, request: request)
    if let known = answers.withLock({ $0[key] }) {
      return known.best(request.capacity, of: live, spare: ShortAnswers.spareRows)
    }
    let wider = request.with(capacity: request.capacity + ShortAnswers.spareRows)
    var found = find(wider)
    if isGivenUp() { return found.best(request.capacity, of: live, spare: ShortAnswers.spareRows) }
    // The examiner takes more memory than it saves time.
    found.matches.examiner = nil
    var kept = found
    // A cached answer costs no work.
    kept.work = SearchWork()
    answers.withLock { answers in
      if answers.count >= ShortAnswers.mostAnswers { answers.removeAll() }
      answers[key] = kept
    }
    return found.best(request.capacity, of: live, spare: ShortAnswers.spareRows)
  }
}

extension PartAnswer {
  /// Returns the best `capacity` rows that are live; `nil` if dead ones hide others.
  /// - Parameter spare: the number of additional rows in this answer.
  fileprivate func best(_ capacity: Int, of live: SearchedRows?, spare: Int) -> PartAnswer? {
    var answer = self
    if let live { answer.rows.removeAll { !live.contains(Int($0.row)) } }
    let isAll = rows.count < capacity + spare
    if answer.rows.count < rows.count {
      // The cost of the best row sets the limit.
      guard let first = answer.rows.first, first.score.units == rows.first?.score.units else { return nil }
      guard isAll || answer.rows.count >= capacity else { return nil }
      // A row that was too dear may have died.
      answer.isCutByReach = nil
    }
    answer.rows = Array(answer.rows.prefix(capacity))
    return answer
  }
}
