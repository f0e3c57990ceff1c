#if Cluster
  import Foundation
  import Riffle
  import RiffleStore

  /// The copy that a node serves, how far it has come, and how the node stands to PostgreSQL. The node's thread writes it, and
  /// callers read it.
  final class ServedCopy: Sendable {
    let gate = PositionGate()
    private let shared = Lock(Shared())
    private let retireSeconds: Double

    private struct Shared: Sendable {
      var copy: NodeCopy?
      var state = NodeState.copying(rows: 0)
      var lag = LagTracker(position: nil, currentAt: nil)
      /// Why the list could not be followed the last time.
      var failure: ClusterError?
      var stream: ReplicationStream?
      /// Copies that have been replaced, and until when they stay open.
      var retired: [(store: ListStore, until: ContinuousClock.Instant)] = []
    }

    /// - Parameter retireSeconds: how long a copy that has been replaced stays open.
    init(retireSeconds: Double) { self.retireSeconds = retireSeconds }

    // MARK: - Reading

    var copy: NodeCopy? { shared.withLock { $0.copy } }

    /// What the copy is fed by; `nil` while PostgreSQL is not followed.
    var stream: ReplicationStream? { shared.withLock { $0.stream } }

    /// Of all copies that are open.
    var paths: Set<String> {
      shared.withLock { shared in
        Set(shared.retired.map(\.store.path) + [shared.copy?.store.path].compactMap { $0 })
      }
    }

    var status: NodeStatus {
      let token = gate.reached
      return shared.withLock { shared in
        NodeStatus(
          state: shared.state, token: token, lagBytes: shared.lag.byteCount, age: shared.lag.age(),
          failure: shared.failure)
      }
    }

    /// In seconds since 1970: when the list was last known to be as the primary was.
    var currentAt: Double {
      let age = shared.withLock { $0.lag.age() } ?? 0
      return Date().timeIntervalSince1970 - age
    }

    // MARK: - The connection

    func set(_ state: NodeState) {
      shared.withLock { shared in
        shared.state = state
        if state == .following { shared.failure = nil }
      }
    }

    /// Notes why the list cannot be followed.
    func fail(_ error: ClusterError) {
      shared.withLock { shared in
        shared.failure = error
        shared.state = shared.copy == nil ? .copying(rows: 0) : .stale(error)
      }
    }

    /// - Returns: the stream that was there, for the caller to release.
    @discardableResult
    func exchange(_ stream: ReplicationStream?) -> ReplicationStream? {
      shared.withLock { shared in
        let old = shared.stream
        shared.stream = stream
        return old
      }
    }

    // MARK: - Positions

    func advance(to position: LogPosition, _ origin: FeedRecord.Origin) {
      shared.withLock { $0.lag.advance(to: position) }
      gate.advance(to: NodeToken(system: origin.system, timeline: origin.timeline, position: position))
    }

    /// Notes how far the log of the primary reaches.
    func sample(_ position: LogPosition, at: ContinuousClock.Instant) {
      shared.withLock { $0.lag.sample(position, at: at) }
    }

    // MARK: - Copies

    /// Serves a copy that was made before.
    func open(_ copy: NodeCopy, _ record: FeedRecord) {
      let age = max(0, Date().timeIntervalSince1970 - record.currentAt)
      shared.withLock { shared in
        shared.copy = copy
        shared.state = .stale(nil)
        shared.lag = LagTracker(position: record.position, currentAt: .now - .seconds(age))
      }
      gate.advance(to: record.token)
    }

    /// Serves a new copy. Its position counts from when `onStore` has returned, so that no reader of the old copy is taken to have it.
    func replace(
      with copy: NodeCopy, at position: LogPosition, age: Double, _ onStore: (ListStore) -> Void
    ) {
      let token = NodeToken(system: copy.origin.system, timeline: copy.origin.timeline, position: position)
      let until = ContinuousClock.now + .seconds(retireSeconds)
      gate.leave(unless: token)
      shared.withLock { shared in
        if let old = shared.copy?.store { shared.retired.append((old, until)) }
        shared.copy = copy
        shared.lag = LagTracker(position: position, currentAt: .now - .seconds(age))
      }
      onStore(copy.store)
      gate.advance(to: token)
    }

    /// Closes copies that have been replaced long enough ago, and removes their files.
    func removeRetired(_ folder: NodeFolder) {
      let now = ContinuousClock.now
      let stores = shared.withLock { shared in
        let due = shared.retired.filter { $0.until <= now }
        shared.retired.removeAll { $0.until <= now }
        return due.map(\.store)
      }
      for store in stores {
        try? store.close()
        folder.remove(store.path)
      }
    }

    /// Closes all copies.
    func close() {
      let stores = shared.withLock { shared in
        defer { (shared.copy, shared.retired) = (nil, []) }
        return shared.retired.map(\.store) + [shared.copy?.store].compactMap { $0 }
      }
      for store in stores { try? store.close() }
    }
  }
#endif
