#if Service
  import NIOConcurrencyHelpers
  import NIOCore

  /// The allowance of one caller: requests and work, replenished over time.
  final class Allowance: Sendable {
    private struct Bucket {
      /// Units per second; 0 for no limit.
      let rate: Double
      var level: Double
      var time: NIODeadline

      init(_ rate: Int, _ now: NIODeadline) {
        self.rate = Double(rate)
        level = Double(rate)
        time = now
      }

      mutating func refill(_ now: NIODeadline) {
        let passed = Double((now - time).nanoseconds) / 1e9
        level = min(rate, level + max(0, passed) * rate)
        time = now
      }

      /// Returns the seconds until the bucket has something again; `nil` if it has.
      mutating func wait(_ now: NIODeadline) -> Int? {
        if rate == 0 { return nil }
        refill(now)
        return level > 0 ? nil : max(1, Int((-level / rate).rounded(.up)))
      }
    }

    private let buckets: NIOLockedValueBox<(requests: Bucket, work: Bucket)>

    init(requests: Int, work: Int, now: NIODeadline = .now()) {
      buckets = NIOLockedValueBox((Bucket(requests, now), Bucket(work, now)))
    }

    /// Charges a request.
    /// - Throws: ``Problem`` if the caller has to wait.
    func takeRequest(now: NIODeadline = .now()) throws(Problem) {
      let refusal = buckets.withLockedValue { buckets -> (String, Int)? in
        if let wait = buckets.requests.wait(now) {
          return ("the key may ask \(Int(buckets.requests.rate)) times a second", wait)
        }
        if let wait = buckets.work.wait(now) {
          return ("the queries of the key took more work than \(Int(buckets.work.rate)) steps a second", wait)
        }
        buckets.requests.level -= 1
        return nil
      }
      if let (reason, wait) = refusal {
        throw Problem(
          .tooManyRequests, "\(reason): wait \(wait) second\(wait == 1 ? "" : "s")", parameter: "Authorization",
          retryAfter: wait)
      }
    }

    /// Returns the seconds until there is work left; `nil` if there is. For searches without a request.
    func workWait(now: NIODeadline = .now()) -> Int? { buckets.withLockedValue { $0.work.wait(now) } }

    /// Charges the work of a query afterwards; if there is none left, the next request waits.
    func spend(work: Int, now: NIODeadline = .now()) {
      buckets.withLockedValue { buckets in
        if buckets.work.rate == 0 { return }
        buckets.work.refill(now)
        buckets.work.level -= Double(work)
      }
    }
  }
#endif
