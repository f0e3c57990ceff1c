#if Service && Cluster
  import NIOConcurrencyHelpers
  import NIOCore

  /// The latencies of the last answers of a list. An answer is late above their 95th percentile.
  final class Latencies: Sendable {
    private struct State {
      /// A ring of latencies in nanoseconds; the newest replaces the oldest.
      var last: [Int64] = []
      var next = 0
      var late: TimeAmount = Latencies.initial
    }

    private let state = NIOLockedValueBox(State())

    private static let count = 256
    /// The number of answers between two computations of the percentile.
    private static let interval = 32
    private static let initial = TimeAmount.milliseconds(50)
    /// The bounds of ``late``. An earlier second request would save nothing; a later one would not help.
    private static let bounds = TimeAmount.milliseconds(5)...TimeAmount.milliseconds(500)

    /// The latency above which an answer is late.
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

  /// A token bucket for hedged requests: those sent to a second node because the first one is slow.
  final class HedgeAllowance: Sendable {
    private let left: NIOLockedValueBox<Int>
    private let percent: Int

    /// The capacity of the bucket, in hundredths of a request.
    private static let most = 1_000

    /// - Parameter percent: the share of requests to hedge at most, in percent.
    init(percent: Int) {
      self.percent = percent
      left = NIOLockedValueBox(percent == 0 ? 0 : HedgeAllowance.most)
    }

    func didRequest() { left.withLockedValue { $0 = min($0 + percent, HedgeAllowance.most) } }

    /// Takes the allowance of one hedged request.
    /// - Returns: whether there was one.
    func take() -> Bool {
      left.withLockedValue { left in
        guard left >= 100 else { return false }
        left -= 100
        return true
      }
    }
  }
#endif
