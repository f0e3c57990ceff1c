internal import Synchronization

/// A source that replies by a callback, from any thread.
///
///     CallbackPageSource { request, reply in
///       client.fetch(after: request.cursor) { rows, error in
///         if let error { reply.fail(error) } else { reply.succeed(Page(rows: rows)) }
///       }
///     }
public struct CallbackPageSource: PageSource {
  private let ask: @Sendable (PageRequest, PageReply) -> Void

  /// - Parameter ask: called on a thread of Swift's pool, which it should not block.
  public init(_ ask: @escaping @Sendable (PageRequest, PageReply) -> Void) { self.ask = ask }

  public func page(_ request: PageRequest) async throws -> Page {
    try await withCheckedThrowingContinuation { ask(request, PageReply($0)) }
  }
}

/// The receiver of the reply to one request. The first reply counts; if it is released without one, the load fails with
/// ``PagingError/noAnswer``.
public final class PageReply: Sendable {
  private let isAnswered = Atomic(false)
  private let continuation: CheckedContinuation<Page, any Error>

  init(_ continuation: CheckedContinuation<Page, any Error>) { self.continuation = continuation }

  /// - Returns: `false` if there has been a reply. Nothing happens then.
  @discardableResult
  public func succeed(_ page: Page) -> Bool { answer(.success(page)) }

  @discardableResult
  public func fail(_ error: any Error) -> Bool { answer(.failure(error)) }

  private func answer(_ result: Result<Page, any Error>) -> Bool {
    guard !isAnswered.exchange(true, ordering: .acquiringAndReleasing) else { return false }
    continuation.resume(with: result)
    return true
  }

  deinit { _ = answer(.failure(PagingError.noAnswer)) }
}

/// An error between a list and its source.
public enum PagingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A source released its reply without using it.
  case noAnswer
  /// A refresh found this many pages without rows, and more to load.
  case onlyEmptyPages(count: Int)

  public var description: String {
    switch self {
    case .noAnswer: "the source gave up the request without an answer: have it succeed or fail in every case"
    case .onlyEmptyPages(let count):
      "the first \(count) pages have no rows, and there are more: load again, or raise the limit"
    }
  }
}
