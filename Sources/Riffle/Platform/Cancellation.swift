import Synchronization

/// A cancellation flag, set by one thread and checked by another.
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
