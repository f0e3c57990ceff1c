#if Service && Cluster
  import Riffle
  import RiffleCluster
  import RiffleStore

  /// A list that a node of this process copies from PostgreSQL.
  final class FollowedList: ListFeed {
    private let node: ClusterNode

    /// - Throws: ``SettingsError``.
    init(_ settings: ServerSettings.Follow) throws(SettingsError) {
      do throws(ClusterError) {
        node = try ClusterNode(
          NodeSettings(
            connection: try ConnectionInfo(settings.connection), list: settings.list,
            shard: try settings.shard.map { text throws(ClusterError) in try Shard(text) }, folder: settings.folder))
      } catch {
        throw SettingsError(error.description)
      }
    }

    /// Starts to follow.
    /// - Parameter onStore: called with each store to serve; see `ClusterNode.start`.
    func start(_ onStore: @escaping @Sendable (ListStore) -> Void) { node.start(onStore) }

    var name: String { node.settings.list }

    var shard: String? { node.settings.shard?.description }

    var place: String { node.place }

    var report: FeedReport {
      let status = node.status
      return FeedReport(
        state: status.state.name, token: status.token?.description, lagBytes: status.lagBytes, age: status.age,
        failure: status.failure?.description)
    }

    func reach(_ text: String) async throws(Problem) {
      do throws(ClusterError) {
        try await node.reach(try NodeToken(text))
      } catch {
        switch error {
        case .token: throw .invalid("Riffle-After", error.description)
        case .tokenGone: throw Problem(.positionGone, error.description, parameter: "Riffle-After")
        default: throw Problem(.notCaughtUp, error.description, parameter: "Riffle-After", retryAfter: 1)
        }
      }
    }

    func reach(cursor text: String) async throws(Problem) {
      let token = try FollowedList.cursor(text).token
      do throws(ClusterError) {
        try await node.reach(token)
      } catch {
        throw FollowedList.problem(error)
      }
    }

    func changes(since text: String?, limit: Int, byteLimit: Int) throws(Problem) -> FeedChanges {
      let cursor = try text.map { text throws(Problem) in try FollowedList.cursor(text) }
      do throws(ClusterError) {
        let found = try node.changes(since: cursor, limit: limit, byteLimit: byteLimit)
        return FeedChanges(cursor: "\(found.cursor)", changes: found.changes, hasMore: found.hasMore)
      } catch {
        throw FollowedList.problem(error)
      }
    }

    private static func cursor(_ text: String) throws(Problem) -> ChangeCursor {
      do throws(ClusterError) {
        return try ChangeCursor(text)
      } catch {
        throw .invalid("since", "“\(text.prefix(100))” is no place among changes: send the “sequence” of an answer")
      }
    }

    private static func problem(_ error: ClusterError) -> Problem {
      switch error {
      case .tokenGone:
        Problem(
          .changesGone, "changes since then are no longer recorded, or are of another list: read the rows again",
          parameter: "since")
      case .store(let error): Problem(error)
      default: Problem(.notCaughtUp, error.description, parameter: "since", retryAfter: 1)
      }
    }

    func stop() { node.stop() }

    /// Checks the conditions that a node needs.
    /// - Throws: ``SettingsError``.
    static func check(_ settings: ServerSettings.Follow) throws(SettingsError) {
      let fault: String?
      do throws(ClusterError) {
        let shard = try settings.shard.map { text throws(ClusterError) in try Shard(text) }
        let findings = try PostgresCheck.findings(
          try ConnectionInfo(settings.connection), list: settings.list, shards: [shard])
        fault = findings.first(where: \.isFault)?.text
      } catch {
        fault = error.description
      }
      if let fault { throw SettingsError(fault) }
    }
  }
#endif
