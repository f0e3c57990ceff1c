#if Cluster
  /// A value of a column, as PostgreSQL prints it.
  enum ColumnValue: Sendable, Hashable {
    case null
    /// A large value that an update has left as it was, and that is not sent.
    case unchanged
    case text(String)
  }

  /// The values of a row, in the order of the columns of its relation.
  typealias RowValues = [ColumnValue]

  /// A table as the stream describes it, before the first change of its rows and again when it has been altered.
  struct Relation: Sendable, Hashable {
    struct Column: Sendable, Hashable {
      let name: String
      let isKey: Bool
      /// The OID of its type.
      let type: UInt32
    }

    let id: UInt32
    let schema, name: String
    /// `d` for the primary key, `n` for none, `f` for all columns, `i` for an index.
    let replicaIdentity: UInt8
    let columns: [Column]
  }

  /// A message of the plugin `pgoutput` (PostgreSQL, “Logical Replication Message Formats”), protocol version 2, not streamed.
  enum ChangeMessage: Sendable, Hashable {
    /// A transaction begins. All others follow between this and ``commit(end:time:)``.
    case begin(final: LogPosition, time: Int64, transaction: UInt32)
    /// A transaction ends.
    /// - `end`: the position behind it, which a client reads from the primary after its commit.
    /// - `time`: in microseconds since 2000.
    case commit(end: LogPosition, time: Int64)
    case origin(name: String)
    case relation(Relation)
    case type(id: UInt32, name: String)
    case insert(relation: UInt32, RowValues)
    /// - `key`: the row as it was before, if its key has changed or the replica identity is `FULL`.
    case update(relation: UInt32, key: RowValues?, RowValues)
    case delete(relation: UInt32, key: RowValues)
    case truncate(relations: [UInt32])
    /// What `pg_logical_emit_message` has sent.
    case message(isTransactional: Bool, position: LogPosition, prefix: String, content: [UInt8])
  }
#endif
