#if Cluster
  import Dispatch
  import GRDB
  import Riffle
  import RiffleStore

  /// The work of a node's thread: connects, copies the list if it has to, applies what comes, and begins again when that fails.
  final class Follower: Sendable {
    private let settings: NodeSettings
    private let folder: NodeFolder
    private let served: ServedCopy
    private let name: FollowedName
    private let isStopped = Lock(false)
    private let end = DispatchSemaphore(value: 0)

    /// In milliseconds: between tries, which come twice as slowly each time.
    private static let pauses = 100...5_000
    /// After so long a session tries begin quickly again.
    private static let longSession = Duration.seconds(10)

    init(_ settings: NodeSettings, _ folder: NodeFolder, _ served: ServedCopy) {
      (self.settings, self.folder, self.served) = (settings, folder, served)
      name = FollowedName(list: settings.list, shard: settings.shard)
    }

    /// Has ``run(_:)`` return soon. Any thread may call it.
    func stop() {
      isStopped.withLock { $0 = true }
      end.signal()
    }

    private var isStopping: Bool { isStopped.withLock { $0 } }

    /// - Parameter onStore: called with each copy that is to be served.
    func run(_ onStore: (ListStore) -> Void) {
      var pause = Follower.pauses.lowerBound
      /// Why the copy at hand is of no use.
      var fault: String?
      while !isStopping {
        let start = ContinuousClock.now
        do {
          try session(&fault, onStore)
          pause = Follower.pauses.lowerBound
        } catch {
          if isStopping { return }
          let error = Follower.error(error, settings.folder)
          switch error {
          case .inconsistent, .slotLost: fault = "\(error)"
          default: break
          }
          served.fail(error)
          if ContinuousClock.now - start > Follower.longSession { pause = Follower.pauses.lowerBound }
          if end.wait(timeout: .now() + .milliseconds(pause)) == .success { return }
          pause = min(2 * pause, Follower.pauses.upperBound)
        }
      }
    }

    private static func error(_ error: any Error, _ path: String) -> ClusterError {
      switch error {
      case let error as ClusterError: error
      case let error as StoreError: .store(error)
      case let error as DatabaseError:
        .store(
          .database(path: path, code: error.extendedResultCode.rawValue, message: error.message ?? "\(error)"))
      default: .store(.database(path: path, code: -1, message: "\(error)"))
      }
    }

    // MARK: - One connection

    /// Follows until something fails, or the list has to be looked at anew.
    private func session(_ fault: inout String?, _ onStore: (ListStore) -> Void) throws {
      let isStopping: @Sendable () -> Bool = { [isStopped] in isStopped.withLock { $0 } }
      let ordinary = try PostgresConnection(settings.connection, isStopping: isStopping)
      try PrimaryServer.check(ordinary)
      let connection = try PostgresConnection(settings.connection, isReplicating: true, isStopping: isStopping)
      let server = try PrimaryServer(connection)
      try removeOthers(server, ordinary)
      let json = try PrimaryServer.definition(of: name.list, ordinary)
      let definition = try ListDefinition(json: json, list: name.list)
      let table = try PublishedTable(publication: name.publication, ordinary)
      let mirror = try MirrorTable(table, definition)

      var position = LogPosition.start
      var reason = fault
      if let copy = served.copy, reason == nil {
        position = try copy.position
        reason = try difference(copy, at: position, json, table, mirror, server, ordinary)
      }
      if served.copy == nil || reason != nil {
        position = try copyAnew(reason, server, ordinary, connection, onStore)
        fault = nil
      }
      guard let copy = served.copy else { return }
      let current = try PublishedTable(publication: name.publication, ordinary)
      let stream = try ReplicationStream(
        connection, slot: copy.origin.slot, publication: copy.origin.publication, from: position)
      let watch = LogWatch(ordinary, list: name.list, copy.origin) { [served] position, time in
        served.sample(position, at: time)
      }
      served.exchange(stream)
      served.set(.following)
      defer {
        served.exchange(nil)
        stream.stop()
        watch.stop()
      }
      var applier = StreamApplier(
        stream, served, folder, copy,
        try MirrorTable(current, try ListDefinition(json: copy.origin.definition, list: name.list)), at: position)
      try applier.run { isStopping() || watch.changeReason != nil }
    }

    /// Why a copy cannot go on from where it is; `nil` if it can.
    private func difference(
      _ copy: NodeCopy, at position: LogPosition, _ definition: String, _ table: PublishedTable, _ mirror: MirrorTable,
      _ server: PrimaryServer, _ connection: PostgresConnection
    ) throws -> String? {
      let origin = copy.origin
      if server.system != origin.system { return "the server is another one" }
      if server.timeline != origin.timeline {
        return "the server is on timeline \(server.timeline), after \(origin.timeline)"
      }
      if definition != origin.definition { return "the definition of the list has changed" }
      if table.id != origin.table { return "the table has been made anew" }
      if table.filter != origin.filter { return "the publication has another condition" }
      if mirror.schema != copy.schema { return "the columns of the publication have changed" }
      let source = try mirror.source(try ListDefinition(json: definition, list: name.list), isShard: name.shard != nil)
      if try copy.store.list.source != source { return "the copy does not keep what the order depends on" }
      let rows = try connection.rows(
        """
        SELECT wal_status, confirmed_flush_lsn FROM pg_replication_slots
        WHERE slot_name = \(PostgresName.literal(origin.slot)) AND database = current_database() AND plugin = 'pgoutput'
        """)
      guard let slot = rows.first else { return "the slot “\(origin.slot)” is gone" }
      if slot[0] == "lost" { return "the slot “\(origin.slot)” has lost its log (max_slot_wal_keep_size)" }
      // The copy has all that was reported to the server as durable, unless it has been restored to an earlier state.
      if let confirmed = slot[1].flatMap({ LogPosition($0) }), confirmed > position {
        return "the slot is at \(confirmed), and the copy, which has been put back, at \(position)"
      }
      return nil
    }

    // MARK: - Copies

    /// Makes a copy and serves it.
    /// - Returns: the position that it is at.
    private func copyAnew(
      _ reason: String?, _ server: PrimaryServer, _ ordinary: PostgresConnection, _ connection: PostgresConnection,
      _ onStore: (ListStore) -> Void
    ) throws -> LogPosition {
      let old = served.copy
      let report = { [served] (rows: Int) in
        served.set(old == nil ? .copying(rows: rows) : .resyncing(rows: rows, reason: reason ?? ""))
      }
      report(0)
      let start = ContinuousClock.now
      let copy = try NodeCopy(
        making: try folder.next(), name, server, slot: PostgresName.newSlot(name.list, name.shard), connection,
        onRow: report)
      let position = try copy.position
      served.replace(with: copy, at: position, age: (ContinuousClock.now - start) / .seconds(1), onStore)
      if let old { _ = dropSlot(of: old.origin, server, ordinary) }
      return position
    }

    /// Removes copies that are not served, and their slots.
    private func removeOthers(_ server: PrimaryServer, _ connection: PostgresConnection) throws(ClusterError) {
      let kept = served.paths
      for found in try folder.copies() where !kept.contains(found.path) {
        if let origin = found.record?.origin, !dropSlot(of: origin, server, connection) { continue }
        folder.remove(found.path)
      }
    }

    /// - Returns: whether the server has no such slot any more.
    private func dropSlot(
      of origin: FeedRecord.Origin, _ server: PrimaryServer, _ connection: PostgresConnection
    ) -> Bool {
      guard origin.system == server.system else { return true }
      do throws(ClusterError) {
        try connection.rows(
          """
          SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots
          WHERE slot_name = \(PostgresName.literal(origin.slot)) AND database = current_database()
          """)
        return true
      } catch {
        // Another node may have a copy of the folder, and so the slot.
        return false
      }
    }
  }
#endif
