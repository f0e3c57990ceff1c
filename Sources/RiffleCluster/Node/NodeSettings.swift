#if Cluster

  /// What a node follows, and where it keeps its copy.
  public struct NodeSettings: Sendable, Hashable {
    public var connection: ConnectionInfo
    /// The name of the list, as it was set up in the database.
    public var list: String
    /// The part of the list that the node follows; `nil` for all of it.
    public var shard: Shard?
    /// A folder that no other node has. It is made if there is none.
    public var folder: String
    /// How long a copy that another one has replaced stays open for its readers, in seconds.
    public var retireSeconds = 60.0

    public init(connection: ConnectionInfo, list: String, shard: Shard? = nil, folder: String) {
      (self.connection, self.list, self.shard, self.folder) = (connection, list, shard, folder)
    }
  }

  /// What a node does at the moment.
  public enum NodeState: Sendable, Hashable {
    /// The list is copied for the first time; there is nothing to search yet.
    case copying(rows: Int)
    /// The list is as PostgreSQL had it ``NodeStatus/age`` seconds ago or later.
    case following
    /// PostgreSQL is not followed at the moment, for this reason; `nil` while a connection is made.
    case stale(ClusterError?)
    /// The list is copied anew, beside the one that is served, because that cannot be followed any more.
    case resyncing(rows: Int, reason: String)

    /// A word for it.
    public var name: String {
      switch self {
      case .copying: "copying"
      case .following: "following"
      case .stale: "stale"
      case .resyncing: "resyncing"
      }
    }
  }

  /// How a node stands to PostgreSQL.
  public struct NodeStatus: Sendable, Hashable {
    public let state: NodeState
    /// All that was committed up to there is in the list; `nil` before the first copy.
    public let token: NodeToken?
    /// How far the log of the primary reaches beyond that, in bytes; `nil` if that is not known.
    public let lagBytes: Int?
    /// How old the list is at most, in seconds; `nil` if that is not known.
    public let age: Double?
    /// Why PostgreSQL could not be followed the last time it was tried; `nil` while it is followed.
    public let failure: ClusterError?
  }
#endif
