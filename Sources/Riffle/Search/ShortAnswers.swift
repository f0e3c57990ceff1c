/// The answers to queries of one or two characters, which everybody types, as far as anyone has asked.
///
/// They are the longest to find for what they say: most of a list matches them. A segment never changes, so neither do
/// they.
final class ShortAnswers: Sendable {
  private struct Key: Hashable {
    let query: Query
    let request: HitRequest
  }

  private let answers = Lock<[Key: PartAnswer]>([:])

  /// So many answers are kept; then it begins anew. Of most lists there are no more, and each takes some 4 KiB.
  private static let mostAnswers = 2048
  /// Answers of which more rows are asked for are not kept.
  private static let mostRows = 32
  /// So many rows more are kept: with some of them dead, there are still enough.
  private static let spareRows = 16
  /// In Unicode scalars.
  private static let longestQuery = 2

  /// The answer kept for a query, or the one that `find` gives.
  ///
  /// - Parameters:
  ///   - live: the rows that are still in the list; `nil` for all.
  ///   - isGivenUp: whether what `find` gives is no answer to keep.
  ///   - find: searches all rows.
  /// - Returns: `nil` if the query is none to keep, or so many rows have died that what is kept does not tell the answer.
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
    // What knows how the hits match takes more memory than it saves time.
    found.matches.examiner = nil
    var kept = found
    // Taking a kept answer does none of the work again.
    kept.work = SearchWork()
    answers.withLock { answers in
      if answers.count >= ShortAnswers.mostAnswers { answers.removeAll() }
      answers[key] = kept
    }
    return found.best(request.capacity, of: live, spare: ShortAnswers.spareRows)
  }
}

extension PartAnswer {
  /// The best rows that are still live, so many of them; `nil` if dead ones hide others.
  /// - Parameter spare: how many rows more this was asked for.
  fileprivate func best(_ capacity: Int, of live: SearchedRows?, spare: Int) -> PartAnswer? {
    var answer = self
    if let live { answer.rows.removeAll { !live.contains(Int($0.row)) } }
    let isAll = rows.count < capacity + spare
    if answer.rows.count < rows.count {
      // What the best row costs decides how dear others may be.
      guard let first = answer.rows.first, first.score.units == rows.first?.score.units else { return nil }
      guard isAll || answer.rows.count >= capacity else { return nil }
      // A row that was too dear may have died.
      answer.isCutByReach = nil
    }
    answer.rows = Array(answer.rows.prefix(capacity))
    return answer
  }
}
