/// Answers a query while it is typed: every keystroke finds more quickly what the one before has learnt.
///
/// Its answers are those of ``Snapshot/search(_:mode:offset:limit:totalLimit:)``, whatever was typed, deleted or
/// pasted before. One session is for one search field: it is not to be used by several threads at once.
///
///     let session = index.session()
///     for hit in try session.search("göt", limit: 10) { print(hit.element.name) }
public final class SearchSession<Element: Sendable, ID: Hashable & Sendable> {
  /// The list as it was when the session began.
  public let snapshot: Snapshot<Element, ID>
  private let memory = SessionMemory()
  private var latest: Latest?

  private struct Latest {
    let query: Query
    let order: HitOrder
    let totalLimit: TotalLimit
    /// How many rows the answer holds at most, and how far hits are counted.
    let kept, counted: Int
    let answer: ListAnswer
  }

  init(_ snapshot: Snapshot<Element, ID>) { self.snapshot = snapshot }

  /// Searches for what stands in the search field now.
  ///
  /// - Parameters:
  ///   - order: whether the best hits come first, or those that come first in the list.
  ///   - offset: how many of the first hits to leave out.
  ///   - limit: how many hits to give at most.
  ///   - totalLimit: how far to count hits outside the window.
  /// - Throws: ``QueryError``.
  public func search(
    _ text: String, mode: QueryMode = .smart, order: HitOrder = .relevance, offset: Int = 0, limit: Int,
    totalLimit: TotalLimit = .standard
  ) throws(QueryError) -> SearchResults<Element, ID> {
    search(try Query(text, mode: mode), order: order, offset: offset, limit: limit, totalLimit: totalLimit)
  }

  /// Searches for a query made before. Further windows of the latest query are mostly at hand.
  public func search(
    _ query: Query, order: HitOrder = .relevance, offset: Int = 0, limit: Int, totalLimit: TotalLimit = .standard
  ) -> SearchResults<Element, ID> {
    let (offset, limit) = (max(0, offset), max(0, limit))
    let windowEnd = offset.addingClamped(limit)
    var kept = windowEnd
    if let latest, latest.query.isAnswered(as: query), latest.order == order, latest.totalLimit == totalLimit {
      let isComplete: Bool
      if case .ranked(let rows) = latest.answer.hits {
        isComplete = rows.count < latest.kept
      } else {
        isComplete = true
      }
      let isKept = isComplete || windowEnd <= latest.kept
      if order == .list || isKept && totalLimit.count(windowEnd: windowEnd) <= latest.counted {
        return snapshot.results(latest.answer, offset: offset, limit: limit, totalLimit: totalLimit)
      }
      // Someone who asks for the second window will ask for the third.
      if !isKept { kept = max(windowEnd, min(latest.kept, .max / 4) * 4) }
    }
    let answer = snapshot.answer(
      query, HitRequest(order: order, capacity: kept, windowEnd: kept, totalLimit: totalLimit), memories: memory)
    latest = Latest(
      query: query, order: order, totalLimit: totalLimit, kept: kept, counted: totalLimit.count(windowEnd: kept),
      answer: answer)
    return snapshot.results(answer, offset: offset, limit: limit, totalLimit: totalLimit)
  }
}

extension Snapshot {
  /// Begins to answer queries as they are typed.
  public func session() -> SearchSession<Element, ID> { SearchSession(self) }
}

extension SearchIndex {
  /// Begins to answer queries as they are typed, on the list as it is now.
  public func session() -> SearchSession<Element, ID> { SearchSession(snapshot()) }
}

extension Query {
  /// Whether the answers are the same, because nothing but blanks around the text has changed.
  fileprivate func isAnswered(as other: Query) -> Bool {
    if self == other { return true }
    guard mode == other.mode, syntax == .plain, other.syntax == .plain else { return false }
    return trimmed(Array(text.utf8)) == trimmed(Array(other.text.utf8))
  }
}
