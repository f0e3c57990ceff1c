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

  /// So many answers are kept; then it begins anew. Of most lists there are no more, and each takes some 2 KiB.
  private static let mostAnswers = 2048
  /// Answers with more rows are not kept.
  private static let mostRows = 32
  /// In Unicode scalars.
  private static let longestQuery = 2

  /// The answer kept for a query, or the one that `find` gives.
  func answer(_ query: Query, _ request: HitRequest, find: () -> PartAnswer) -> PartAnswer {
    guard request.order == .relevance, request.capacity <= ShortAnswers.mostRows, !request.wantsMore,
      query.text.unicodeScalars.prefix(ShortAnswers.longestQuery + 1).count <= ShortAnswers.longestQuery
    else { return find() }
    let key = Key(query: query, request: request)
    if let known = answers.withLock({ $0[key] }) { return known }
    var found = find()
    // What knows how the hits match takes more memory than it saves time.
    found.matches.examiner = nil
    answers.withLock { answers in
      if answers.count >= ShortAnswers.mostAnswers { answers.removeAll() }
      answers[key] = found
    }
    return found
  }
}
