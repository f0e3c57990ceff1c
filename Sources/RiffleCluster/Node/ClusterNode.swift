#if Cluster
  import Dispatch
  import Foundation
  import Riffle
  public import RiffleStore

  /// A store that follows a list in PostgreSQL.
  ///
  ///     let node = try ClusterNode(NodeSettings(connection: info, list: "cities", folder: "/var/lib/riffle/node"))
  ///     node.start { store in … }
  ///
  /// A node copies the list, then makes every transaction that PostgreSQL commits, in that order. If it cannot go on from where it
  /// is, it makes a second copy while the first one is served, and replaces it when the second one is whole.
  public final class ClusterNode: Sendable {
    public let settings: NodeSettings
    private let folder: NodeFolder
    private let shared: Lock<Shared>
    private let gate = PositionGate()
    private let end = DispatchSemaphore(value: 0)
    private let thread = Lock<WorkerThread?>(nil)

    private struct Shared: Sendable {
      var copy: NodeCopy?
      var state = NodeState.stale(nil)
      var lag = LagTracker(position: nil, currentAt: nil)
      /// Why the list could not be followed the last time.
      var failure: ClusterError?
      var isStopping = false
      var stream: ReplicationStream?
      /// Copies that have been replaced, and until when they stay open.
      var retired: [(store: ListStore, until: ContinuousClock.Instant)] = []
    }

    /// Opens the copy that lies in the folder, if there is one.
    /// - Throws: ``ClusterError``.
    public init(_ settings: NodeSettings) throws(ClusterError) {
      self.settings = settings
      folder = try NodeFolder(settings.folder)
      var shared = Shared()
      let name = FollowedName(list: settings.list, shard: settings.shard)
      for found in try folder.copies() {
        guard shared.copy == nil, let record = found.record, record.isWhole,
          record.origin.publication == name.publication
        else { continue }
        do {
          let copy = try NodeCopy(opening: found.path, record, list: settings.list)
          shared.copy = copy
          let age = max(0, Date().timeIntervalSince1970 - record.currentAt)
          shared.lag = LagTracker(position: record.position, currentAt: .now - .seconds(age))
          gate.advance(to: record.token)
        } catch {
          // It is copied anew.
          continue
        }
      }
      if shared.copy == nil { shared.state = .copying(rows: 0) }
      self.shared = Lock(shared)
    }

    deinit { stop() }

    // MARK: - Running

    /// Starts to follow, on a thread of the node.
    /// - Parameter onStore: called with the store to search: at once, on the calling thread, if there is one, and on the thread of
    ///   the node whenever a new copy has replaced it.
    public func start(_ onStore: @escaping @Sendable (ListStore) -> Void = { _ in }) {
      if let store { onStore(store) }
      let follower = Follower(
        settings, folder, self, isStopping: { [shared] in shared.withLock { $0.isStopping } }, onStore: onStore)
      thread.withLock { $0 = WorkerThread { follower.run() } }
    }

    /// Stops following and closes the copies. Snapshots and sessions stay as they are.
    public func stop() {
      shared.withLock { $0.isStopping = true }
      end.signal()
      let thread = thread.withLock { $0.take() }
      thread?.join()
      let stores = shared.withLock { shared in
        defer { (shared.copy, shared.retired) = (nil, []) }
        return shared.retired.map(\.store) + [shared.copy?.store].compactMap { $0 }
      }
      for store in stores { try? store.close() }
      folder.release()
    }

    // MARK: - What it has

    /// The list as it is served; `nil` before the first copy is whole, and when the node has been stopped.
    public var store: ListStore? { shared.withLock { $0.copy?.store } }

    /// Where the list is written, for people.
    public var place: String {
      let json = shared.withLock { $0.copy?.origin.definition }
      let table = json.flatMap { try? ListDefinition(json: $0, list: settings.list) }.map {
        "the table “\($0.schema).\($0.source.table)”"
      }
      return "\(table ?? "the list “\(settings.list)”") in PostgreSQL (\(settings.connection.place))"
    }

    public var status: NodeStatus {
      let token = gate.reached
      return shared.withLock { shared in
        NodeStatus(
          state: shared.state, token: token, lagBytes: shared.lag.byteCount, age: shared.lag.age(),
          failure: shared.failure)
      }
    }

    /// Returns when searches find all that was committed before a token.
    ///
    /// - Parameter duration: how long to wait for that.
    /// - Throws: ``ClusterError/behind(token:position:)`` if the node has not come so far in time,
    ///   ``ClusterError/tokenGone(token:position:)`` if it never will.
    public func reach(_ token: NodeToken, within duration: Duration = .seconds(1)) async throws(ClusterError) {
      var answer = gate.compare(token)
      if answer == .notYet {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { [self] in
            await gate.wait(for: token) { shared.withLock { $0.stream }?.hurry() }
          }
          group.addTask { try? await Task.sleep(for: duration) }
          await group.next()
          group.cancelAll()
        }
        if !gate.isAwaited { shared.withLock { $0.stream }?.didReach() }
        answer = gate.compare(token)
      }
      let position = gate.reached.map { "\($0)" } ?? "no position yet"
      switch answer {
      case .reached: return
      case .notYet: throw .behind(token: "\(token)", position: position)
      case .gone: throw .tokenGone(token: "\(token)", position: position)
      }
    }
  }

  // MARK: - What the follower tells

  extension ClusterNode {
    var copy: NodeCopy? { shared.withLock { $0.copy } }

    /// Those of all copies that are open.
    var paths: Set<String> {
      shared.withLock { shared in
        Set(shared.retired.map(\.store.path) + [shared.copy?.store.path].compactMap { $0 })
      }
    }

    func failed(_ error: ClusterError) { shared.withLock { $0.failure = error } }

    func set(_ state: NodeState) {
      shared.withLock { shared in
        shared.state = state
        if state == .following { shared.failure = nil }
      }
    }

    func set(_ stream: ReplicationStream?) { shared.withLock { $0.stream = stream } }

    /// Serves a new copy.
    func replace(with copy: NodeCopy, at position: LogPosition, age: Double) {
      let until = ContinuousClock.now + .seconds(settings.retireSeconds)
      shared.withLock { shared in
        if let old = shared.copy?.store { shared.retired.append((old, until)) }
        shared.copy = copy
        shared.lag = LagTracker(position: position, currentAt: .now - .seconds(age))
      }
      gate.advance(to: NodeToken(system: copy.origin.system, timeline: copy.origin.timeline, position: position))
    }

    func advance(to position: LogPosition, _ origin: FeedRecord.Origin) {
      shared.withLock { $0.lag.advance(to: position) }
      gate.advance(to: NodeToken(system: origin.system, timeline: origin.timeline, position: position))
    }

    func sample(_ position: LogPosition, at: ContinuousClock.Instant) {
      shared.withLock { $0.lag.sample(position, at: at) }
    }

    /// In seconds since 1970: when the list was last known to be as the primary was.
    var currentAt: Double {
      let age = shared.withLock { $0.lag.age() } ?? 0
      return Date().timeIntervalSince1970 - age
    }

    /// Closes copies that have been replaced long enough ago, and removes their files.
    func removeRetired() {
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

    /// Waits before another try.
    func pause(milliseconds: Int) {
      if end.wait(timeout: .now() + .milliseconds(milliseconds)) == .success { end.signal() }
    }
  }
#endif
