/// A notifier of listeners to changes. Coalesces notifications to a busy listener.
final class Wakeups: Sendable {
  private struct Sleepers {
    var continuations: [Int: AsyncStream<Void>.Continuation] = [:]
    var count = 0
    var hasEnded = false
  }

  private let sleepers = Lock(Sleepers())

  init() {}

  /// Yields at once, and then after every ``wake()``.
  /// - Parameter onEnd: called when the stream's listener has gone.
  func stream(onEnd: @escaping @Sendable () -> Void = {}) -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let number = sleepers.withLock { sleepers -> Int? in
        if sleepers.hasEnded { return nil }
        sleepers.count += 1
        sleepers.continuations[sleepers.count] = continuation
        return sleepers.count
      }
      guard let number else { return continuation.finish() }
      continuation.onTermination = { [weak self] _ in
        self?.sleepers.withLock { _ = $0.continuations.removeValue(forKey: number) }
        onEnd()
      }
      continuation.yield()
    }
  }

  func wake() {
    for continuation in sleepers.withLock({ Array($0.continuations.values) }) { continuation.yield() }
  }

  /// Ends all streams.
  func end() {
    let continuations = sleepers.withLock { sleepers in
      sleepers.hasEnded = true
      return Array(sleepers.continuations.values)
    }
    for continuation in continuations { continuation.finish() }
  }
}
