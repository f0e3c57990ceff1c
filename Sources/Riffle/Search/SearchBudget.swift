/// How a search ended.
public enum SearchEnding: Sendable, Hashable {
  /// It has found everything requested.
  case complete
  /// It took more work than ``SearchRequest/workLimit``.
  case workSpent
  /// Its ``Cancellation`` was cancelled.
  case cancelled
}

/// The remaining work of one search. Checked periodically; when spent, the search returns the hits found so far, which may not
/// be the best.
final class SearchBudget {
  private let limit: Int
  private let cancellation: Cancellation?
  /// The number of threads that may score rows.
  let threadCount: Int
  private(set) var ending = SearchEnding.complete
  /// The work of the finished parts.
  private(set) var work = SearchWork()
  /// ``work`` in steps.
  private var spent = 0
  /// The step count of the next check.
  private var nextLook = 0

  /// The number of steps between two checks for cancellation.
  private static let interval = 50_000

  /// - Parameter limit: of ``SearchWork/steps``; `nil` for no limit.
  init(limit: Int? = nil, cancellation: Cancellation? = nil, threadCount: Int = 1) {
    self.limit = limit.map { max(0, $0) } ?? .max
    self.cancellation = cancellation
    self.threadCount = limit == nil ? max(1, threadCount) : 1
  }

  convenience init(of request: SearchRequest, _ cancellation: Cancellation? = nil) {
    self.init(limit: request.workLimit, cancellation: cancellation, threadCount: request.threadCount)
  }

  /// Whether the search has to end.
  /// - Parameter work: of the part at hand.
  @inline(__always)
  func isSpent(_ work: SearchWork) -> Bool {
    let steps = spent &+ work.steps
    return steps >= nextLook && isSpent(steps)
  }

  private func isSpent(_ steps: Int) -> Bool {
    if ending == .complete {
      if steps >= limit {
        ending = .workSpent
      } else if cancellation?.isCancelled == true {
        ending = .cancelled
      }
      nextLook = ending != .complete ? 0 : cancellation == nil ? limit : min(limit, steps + SearchBudget.interval)
    }
    return ending != .complete
  }

  /// The cancellation shared by several threads; `nil` for a search on one thread.
  var sharedEnd: Cancellation?? { threadCount > 1 ? .some(cancellation) : nil }

  /// Makes the next call of ``isSpent(_:)`` check for cancellation: other threads may have ended the search.
  func lookSoon() { if ending == .complete { nextLook = 0 } }

  /// Adds the work of a finished part.
  func add(_ work: SearchWork) {
    self.work += work
    spent = self.work.steps
  }

  var isSpent: Bool { isSpent(SearchWork()) }
}
