/// Whether a search was given up, and why.
public enum SearchEnding: Sendable, Hashable {
  /// It has found all that was asked for.
  case complete
  /// It took more work than ``SearchRequest/workLimit``.
  case workSpent
  /// Its ``Cancellation`` was cancelled.
  case cancelled
}

/// What one search may still do. Its loops ask again and again, and end where they stand once it is spent: what they have
/// found until then are hits, but maybe not the best.
final class SearchBudget {
  private let limit: Int
  private let cancellation: Cancellation?
  /// The number of threads that may score rows.
  let threadCount: Int
  private(set) var ending = SearchEnding.complete
  /// The work of the parts that are done with.
  private(set) var work = SearchWork()
  /// The same in steps.
  private var spent = 0
  /// When to look again.
  private var nextLook = 0

  /// Between two looks at whether the search is cancelled.
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

  /// What may end the work of several threads at once; `nil` for a search that one thread does.
  var sharedEnd: Cancellation?? { threadCount > 1 ? .some(cancellation) : nil }

  /// Looks at the next question, however little has been done since the last one: other threads have looked for the search and may
  /// have ended it.
  func lookSoon() { if ending == .complete { nextLook = 0 } }

  /// Counts the work of a part that is done with.
  func add(_ work: SearchWork) {
    self.work += work
    spent = self.work.steps
  }

  var isSpent: Bool { isSpent(SearchWork()) }
}
