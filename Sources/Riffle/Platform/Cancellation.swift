import Synchronization

/// A wish, told from one thread to another, that work should end.
///
///     let cancellation = Cancellation()
///     let results = await withTaskCancellationHandler {
///       snapshot.search(request, cancellation: cancellation)
///     } onCancel: {
///       cancellation.cancel()
///     }
public final class Cancellation: Sendable {
  private let flag = Atomic(false)

  public init() {}

  public var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Ends the work soon: a search within a millisecond. What has ended already stays as it is.
  public func cancel() { flag.store(true, ordering: .relaxed) }
}
