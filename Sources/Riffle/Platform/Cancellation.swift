import Synchronization

/// A wish, told from one thread to another, that work should end.
final class Cancellation: Sendable {
  private let flag = Atomic(false)

  init() {}

  var isCancelled: Bool { flag.load(ordering: .relaxed) }
  func cancel() { flag.store(true, ordering: .relaxed) }
}
