#if Cluster
  public import RiffleStore

  /// Why a node cannot follow PostgreSQL, or a list cannot be set up there.
  public enum ClusterError: Error, Sendable, Hashable {
    // MARK: Connections

    /// The connection string is malformed.
    case connectionString(reason: String)
    /// No server accepts a connection.
    case unreachable(reason: String)
    /// The server refuses the password, or the role may not log in.
    case notAuthenticated(reason: String)
    /// TLS fails, for example because a certificate has expired or is of another host.
    case certificate(reason: String)
    /// The connection ended, or the server was silent for too long.
    case disconnected(reason: String)
    /// The caller stopped the operation.
    case stopped
    /// The server refuses a statement.
    case refused(state: String, message: String)

    // MARK: The server's settings

    /// The server writes too little to its log; logical replication needs `wal_level = logical`.
    case walLevel(found: String)
    /// The role lacks the attribute REPLICATION.
    case noReplicationRight(role: String)
    /// `max_slot_wal_keep_size` is not set, so a node that is gone would fill the disk of the primary.
    case unlimitedLog
    /// The server has no replication slot, or no sender, to spare.
    case noFreeSlot(reason: String)
    /// The server is a standby, which takes no writes.
    case isStandby

    // MARK: Lists

    /// The database has no list of that name.
    case unknownList(name: String)
    /// The database has no publication of that name, or it does not publish what the list needs.
    case publication(name: String, reason: String)
    case unknownTable(name: String)
    /// The table has no primary key, or none that a list can use.
    case noPrimaryKey(table: String, reason: String)
    /// The table has no such column any more.
    case unknownColumn(table: String, column: String)
    /// What is kept of the list cannot be used.
    case definition(list: String, reason: String)
    /// There is no such shard.
    case shard(text: String)

    // MARK: Following

    /// Another process follows the slot.
    case slotInUse(name: String, reason: String)
    /// The slot cannot be followed any more; the list has to be copied again.
    case slotLost(name: String, reason: String)
    /// A message of the server is malformed.
    case malformed(reason: String)
    /// A change does not fit the rows that the node has; the list has to be copied again.
    case inconsistent(reason: String)
    /// The store of the node cannot be written.
    case store(StoreError)
    /// The folder of the node cannot be used.
    case folder(path: String, reason: String)

    // MARK: Tokens

    /// A text that is no token.
    case token(text: String)
    /// The node has not got as far as the token in time.
    case behind(token: String, position: String)
    /// The token is of a server, or of a timeline of it, that is no more.
    case tokenGone(token: String, position: String)
  }

  extension ClusterError: CustomStringConvertible {
    public var description: String {
      switch self {
      case .connectionString(let reason):
        "the connection string cannot be read: \(reason); write it as 'host=a,b dbname=lists user=riffle'"
      case .unreachable(let reason): "PostgreSQL cannot be reached: \(reason)"
      case .notAuthenticated(let reason):
        "PostgreSQL refuses the connection: \(reason); check user and password (PGPASSFILE), and pg_hba.conf"
      case .certificate(let reason): "the connection to PostgreSQL cannot be secured: \(reason)"
      case .disconnected(let reason): "the connection to PostgreSQL has ended: \(reason)"
      case .stopped: "the operation was stopped"
      case .refused(let state, let message): "PostgreSQL refuses a statement: \(message) (\(state))"
      case .walLevel(let found):
        "wal_level is “\(found)”: set wal_level = logical in postgresql.conf and restart PostgreSQL"
      case .noReplicationRight(let role):
        "the role “\(role)” may not replicate: run ALTER ROLE \"\(role)\" REPLICATION as a superuser"
      case .unlimitedLog:
        """
        max_slot_wal_keep_size is not set, so a node that is gone would fill the disk of the primary: run \
        ALTER SYSTEM SET max_slot_wal_keep_size = '10GB' and SELECT pg_reload_conf()
        """
      case .noFreeSlot(let reason):
        """
        PostgreSQL has no replication slot to spare: \(reason); drop slots of nodes that are gone (riffle-store postgres slots), \
        or raise max_replication_slots and max_wal_senders
        """
      case .isStandby: "the server is a standby: give the hosts of all servers, and the primary is found among them"
      case .unknownList(let name):
        "the database has no list “\(name)”: make it with riffle-store postgres init --list \(name)"
      case .publication(let name, let reason):
        "the publication “\(name)” cannot be followed: \(reason); riffle-store postgres init makes it"
      case .unknownTable(let name): "the database has no table “\(name)”"
      case .noPrimaryKey(let table, let reason): "the table “\(table)” cannot be followed: \(reason)"
      case .unknownColumn(let table, let column):
        "the table “\(table)” has no column “\(column)”, which the list is made of: set the list up anew without it"
      case .definition(let list, let reason): "the list “\(list)” cannot be used: \(reason)"
      case .shard(let text): "“\(text)” is no shard: write it as 0/4, with a number from 0 of 1 to 256"
      case .slotInUse(let name, let reason):
        "the slot “\(name)” is in use: \(reason); a second node needs a folder of its own"
      case .slotLost(let name, let reason): "the slot “\(name)” cannot be followed any more: \(reason)"
      case .malformed(let reason): "a message of PostgreSQL cannot be read: \(reason)"
      case .inconsistent(let reason): "a change does not fit the list: \(reason)"
      case .store(let error): error.description
      case .folder(let path, let reason): "the folder “\(path)” cannot be used: \(reason)"
      case .token(let text): "“\(text.prefix(100))” is no token: send one as an answer had it"
      case .behind(let token, let position): "the node is at \(position), and has not got to \(token) in time"
      case .tokenGone(let token, let position):
        "the token \(token) is of a server or timeline that is no more; the node is at \(position): read again without it"
      }
    }
  }
#endif
