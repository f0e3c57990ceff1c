/// Answers what is typed into one search field, and remembers what it has learnt on the way.
final class SessionEngine<Element: Sendable, ID: Hashable & Sendable> {
  private let memory = SessionMemory()
  private var latest: Latest?
  /// What of the list is left in the latest scope.
  private var restricted: (scope: Scope, part: Snapshot<Element, ID>)?

  private struct Latest {
    let content: ListContent<Element, ID>
    /// Its window is all that the answer holds.
    let request: SearchRequest
    let scope: Scope?
    let filter: Filter?
    let answer: ListAnswer
  }

  /// All of a list that is kept.
  struct Held {
    fileprivate let content: ListContent<Element, ID>?
    fileprivate let part: Snapshot<Element, ID>?
  }

  var held: Held { Held(content: latest?.content, part: restricted?.part) }

  /// How often the list has been searched, and not only an answer shown that was at hand.
  private(set) var searchCount = 0

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

  /// The items of a part that meet a filter.
  func part(_ filter: Filter?, of part: Snapshot<Element, ID>) throws(FilterError) -> Snapshot<Element, ID> {
    guard let filter else { return part }
    return try part.filtered(by: filter)
  }

  /// Searches for what stands in the search field now. Further windows of the latest answer are mostly at hand.
  ///
  /// - Parameters:
  ///   - scope: what `snapshot` is restricted to beyond what it was when the session began.
  ///   - filter: what it is filtered by beyond the scope.
  ///   - cancellation: ends the search; nothing is then remembered of it.
  func search(
    _ request: SearchRequest, in snapshot: Snapshot<Element, ID>, scope: Scope? = nil, filter: Filter? = nil,
    _ cancellation: Cancellation?
  ) -> SearchResults<Element, ID> {
    var asked = request.first(request.window.upperBound)
    if let latest, latest.content === snapshot.content, latest.scope == scope, latest.filter == filter,
      latest.request.isAnswered(as: asked)
    {
      let isComplete =
        if case .ranked(let rows) = latest.answer.hits { rows.count < latest.request.limit } else { true }
      let isKept = isComplete || asked.limit <= latest.request.limit
      if request.order == .list || isKept && asked.counted <= latest.request.counted {
        return snapshot.results(latest.answer, request, SearchBudget())
      }
      // Someone who asks for the second window will ask for the third.
      if !isKept { asked.limit = max(asked.limit, min(latest.request.limit, .max / 4) * 4) }
    }
    if latest?.content !== snapshot.content { memory.keep(only: snapshot.segments) }
    searchCount += 1
    memory.beginSearch()
    let budget = SearchBudget(of: request, cancellation)
    let answer = snapshot.state.answer(asked, within: snapshot.within, memories: memory, budget)
    latest =
      budget.isSpent
      ? nil : Latest(content: snapshot.content, request: asked, scope: scope, filter: filter, answer: answer)
    return snapshot.results(answer, request, budget)
  }
}

extension SearchRequest {
  /// Whether the answers differ in nothing but their windows.
  fileprivate func isAnswered(as other: Self) -> Bool {
    query.isAnswered(as: other.query) && order == other.order && totalLimit == other.totalLimit && reach == other.reach
      && isStrict == other.isStrict && layouts == other.layouts && weightWorth == other.weightWorth
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
