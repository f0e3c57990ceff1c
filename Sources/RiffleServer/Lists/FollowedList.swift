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
