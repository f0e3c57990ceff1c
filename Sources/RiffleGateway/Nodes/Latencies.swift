#if Service && Cluster
  import NIOConcurrencyHelpers
  import NIOCore

  /// How long the last answers of a list took, of which the 95th percentile says when an answer is late.
  final class Latencies: Sendable {
    private struct State {
      /// In nanoseconds, the newest in place of the oldest.
      var last: [Int64] = []
      var next = 0
      var late: TimeAmount = Latencies.initial
    }

    private let state = NIOLockedValueBox(State())

    private static let count = 256
    /// The percentile is worked out anew after so many.
    private static let interval = 32
    private static let initial = TimeAmount.milliseconds(50)
    /// An earlier second request would save nothing; a later one would not help.
    private static let bounds = TimeAmount.milliseconds(5)...TimeAmount.milliseconds(500)

    /// An answer that takes longer is late.
    var late: TimeAmount { state.withLockedValue { $0.late } }

    func add(_ time: TimeAmount) {
      state.withLockedValue { state in
        if state.last.count < Latencies.count {
          state.last.append(time.nanoseconds)
        } else {
          state.last[state.next % Latencies.count] = time.nanoseconds
        }
        state.next += 1
        guard state.next % Latencies.interval == 0 else { return }
        let sorted = state.last.sorted()
        let late = TimeAmount.nanoseconds(sorted[min(sorted.count - 1, sorted.count * 95 / 100)])
        state.late = min(max(late, Latencies.bounds.lowerBound), Latencies.bounds.upperBound)
      }
    }
  }

  /// Bounds the share of requests that are sent to a second node because the first one is slow.
  final class HedgeAllowance: Sendable {
    private let left: NIOLockedValueBox<Int>
    private let percent: Int

    /// In hundredths of a request: so many may be sent at once.
    private static let most = 1_000

    /// - Parameter percent: of a hundred requests, so many may be sent again.
    init(percent: Int) {
      self.percent = percent
      left = NIOLockedValueBox(percent == 0 ? 0 : HedgeAllowance.most)
    }

    func didRequest() { left.withLockedValue { $0 = min($0 + percent, HedgeAllowance.most) } }

    /// - Returns: whether a request may be sent again.
    func take() -> Bool {
      left.withLockedValue { left in
        guard left >= 100 else { return false }
        left -= 100
        return true
      }
    }
  }
#endif
