#if Cluster
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
    private let served: ServedCopy
    private let follower: Follower
    private let thread = Lock<WorkerThread?>(nil)

    /// Opens the copy that lies in the folder, if there is one.
    /// - Throws: ``ClusterError``.
    public init(_ settings: NodeSettings) throws(ClusterError) {
      self.settings = settings
      folder = try NodeFolder(settings.folder)
      served = ServedCopy(retireSeconds: settings.retireSeconds)
      follower = Follower(settings, folder, served)
      let name = FollowedName(list: settings.list, shard: settings.shard)
      for found in try folder.copies() {
        guard let record = found.record, record.isWhole, record.origin.publication == name.publication,
          // One that cannot be opened is made anew.
          let copy = try? NodeCopy(opening: found.path, record, list: settings.list)
        else { continue }
        served.open(copy, record)
        break
      }
    }

    deinit { stop() }

    // MARK: - Running

    /// Starts to follow, on a thread of the node.
    /// - Parameter onStore: called with the store to search: at once, on the calling thread, if there is one, and on the thread of
    ///   the node whenever a new copy is to replace it. It must not call ``stop()``.
    public func start(_ onStore: @escaping @Sendable (ListStore) -> Void = { _ in }) {
      if let store { onStore(store) }
      thread.withLock { $0 = WorkerThread { [follower] in follower.run(onStore) } }
    }

    /// Stops following and closes the copies. Snapshots and sessions stay as they are.
    public func stop() {
      follower.stop()
      let thread = thread.withLock { $0.take() }
      thread?.join()
      served.close()
      folder.release()
    }

    // MARK: - What it has

    /// The list as it is served; `nil` before the first copy is whole, and when the node has been stopped.
    public var store: ListStore? { served.copy?.store }

    /// Where the list is written, for people.
    public var place: String {
      let json = served.copy?.origin.definition
      let table = json.flatMap { try? ListDefinition(json: $0, list: settings.list) }.map {
        "the table “\($0.schema).\($0.source.table)”"
      }
      return "\(table ?? "the list “\(settings.list)”") in PostgreSQL (\(settings.connection.place))"
    }

    public var status: NodeStatus { served.status }

    /// Returns when searches find all that was committed before a token.
    ///
    /// - Parameter duration: how long to wait for that.
    /// - Throws: ``ClusterError/behind(token:position:)`` if the node has not come so far in time,
    ///   ``ClusterError/tokenGone(token:position:)`` if it never will.
    public func reach(_ token: NodeToken, within duration: Duration = .seconds(1)) async throws(ClusterError) {
      let gate = served.gate
      var answer = gate.compare(token)
      if answer == .notYet {
        await withTaskGroup(of: Void.self) { [served] group in
          group.addTask { await gate.wait(for: token) { served.stream?.hurry() } }
          group.addTask { try? await Task.sleep(for: duration) }
          await group.next()
          group.cancelAll()
        }
        if !gate.isAwaited { served.stream?.didReach() }
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
#endif
