/// Answers what is typed into one search field, and remembers what it has learnt on the way.
final class SessionEngine<Element: Sendable, ID: Hashable & Sendable> {
  private let memory = SessionMemory()
  private var latest: Latest?
  /// What of the list is left in the latest scope.
  private var restricted: (scope: Scope, part: Snapshot<Element, ID>)?

  private struct Latest {
    let content: ListContent<Element, ID>
    let query: Query
    let order: HitOrder
    let scope: Scope?
    let totalLimit: TotalLimit
    let reach: Reach
    /// How many rows the answer holds at most, and how far hits are counted.
    let kept, counted: Int
    let answer: ListAnswer
  }

  init() {}

  /// What a query is asked of: the part of a list that is in a scope, looked up once for each generation.
  func part(_ scope: Scope?, of snapshot: Snapshot<Element, ID>) throws(ScopeError) -> Snapshot<Element, ID> {
    guard let scope else { return snapshot }
    if let restricted, restricted.scope == scope, restricted.part.content === snapshot.content {
      return restricted.part
    }
    let part = try snapshot.restricted(to: scope)
    restricted = (scope, part)
    return part
  }

  /// Searches for what stands in the search field now. Further windows of the latest query are mostly at hand.
  ///
  /// - Parameters:
  ///   - scope: what `snapshot` is restricted to beyond what it was when the session began.
  ///   - check: throws if nobody wants the answer any more; nothing is then remembered of it.
  func search<Interruption: Error>(
    _ query: Query, in snapshot: Snapshot<Element, ID>, scope: Scope? = nil, order: HitOrder, offset: Int, limit: Int,
    totalLimit: TotalLimit, reach: Reach, check: () throws(Interruption) -> Void
  ) throws(Interruption) -> SearchResults<Element, ID> {
    let (offset, limit) = (max(0, offset), max(0, limit))
    let windowEnd = offset.addingClamped(limit)
    var kept = windowEnd
    if let latest, latest.content === snapshot.content, latest.query.isAnswered(as: query), latest.order == order,
      latest.scope == scope, latest.totalLimit == totalLimit, latest.reach == reach
    {
      let isComplete = if case .ranked(let rows) = latest.answer.hits { rows.count < latest.kept } else { true }
      let isKept = isComplete || windowEnd <= latest.kept
      if order == .list || isKept && totalLimit.count(windowEnd: windowEnd) <= latest.counted {
        return snapshot.results(latest.answer, offset: offset, limit: limit, totalLimit: totalLimit)
      }
      // Someone who asks for the second window will ask for the third.
      if !isKept { kept = max(windowEnd, min(latest.kept, .max / 4) * 4) }
    }
    if latest?.content !== snapshot.content { memory.keep(only: snapshot.segments) }
    let answer = try snapshot.state.answer(
      query, HitRequest(order: order, capacity: kept, windowEnd: kept, totalLimit: totalLimit, reach: reach),
      within: snapshot.within, memories: memory, check: check)
    latest = Latest(
      content: snapshot.content, query: query, order: order, scope: scope, totalLimit: totalLimit, reach: reach,
      kept: kept, counted: totalLimit.count(windowEnd: kept), answer: answer)
    return snapshot.results(answer, offset: offset, limit: limit, totalLimit: totalLimit)
  }
}

extension Query {
  /// Whether the answers are the same, because nothing but blanks around the text has changed.
  fileprivate func isAnswered(as other: Query) -> Bool {
    if self == other { return true }
    guard mode == other.mode, syntax == .plain, other.syntax == .plain else { return false }
    return trimmed(Array(text.utf8)) == trimmed(Array(other.text.utf8))
  }
}
