#if Cluster
  import Foundation
  import GRDB
  import Riffle
  import RiffleStore
  import SystemPackage

  /// A copy of a list: a store, the table in it, and what it is a copy of.
  struct NodeCopy: Sendable {
    let store: ListStore
    let origin: FeedRecord.Origin
    /// The statement that has made its table.
    let schema: String

    // MARK: - Opening

    /// Opens a copy that was made before.
    /// - Throws: `StoreError`, `DatabaseError`.
    init(opening path: String, _ record: FeedRecord, list: String) throws {
      let definition = try ListDefinition(json: record.origin.definition, list: list)
      origin = record.origin
      let store = try ListStore(followed: definition.source.table, in: path, options: NodeCopy.options)
      self.store = store
      schema = try store.transaction { db in
        if let record = try FeedRecord(db) { try NodeCopy.notePosition(record.position, store, db) }
        return try String.fetchOne(
          db, sql: "SELECT sql FROM main.sqlite_master WHERE type = 'table' AND name = ?",
          arguments: [definition.source.table]) ?? ""
      }
    }

    private static let options = StoreOptions(buildsInBackground: true)

    /// Up to where the copy has all transactions.
    var position: LogPosition {
      get throws {
        guard let record = try store.transaction({ try FeedRecord($0) }) else {
          throw ClusterError.inconsistent(reason: "the copy has no position")
        }
        return record.position
      }
    }

    // MARK: - Making

    /// Copies a list as it is at one moment, at which a slot begins.
    ///
    /// The slot, its snapshot and the copy are made on one connection, in one transaction. The rows are written without a journal,
    /// because a copy that is not whole is thrown away; they are on disk before the record says that it is whole.
    ///
    /// - Parameters:
    ///   - path: of the database to make.
    ///   - onRow: called with the number of rows that have been copied, every few thousand.
    /// - Throws: ``ClusterError``, `StoreError`, `DatabaseError`; the slot and the files are to be removed then.
    init(
      making path: String, _ name: FollowedName, _ server: PrimaryServer, slot: String,
      _ connection: PostgresConnection,
      onRow: (Int) -> Void
    ) throws {
      var configuration = Configuration()
      configuration.label = "riffle-copy"
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      var origin = FeedRecord.Origin(
        system: server.system, timeline: server.timeline, slot: slot, publication: name.publication, filter: nil,
        table: 0,
        definition: "")
      func record(_ position: LogPosition, isWhole: Bool) -> FeedRecord {
        FeedRecord(
          origin: origin, isWhole: isWhole, position: position, currentAt: Date().timeIntervalSince1970)
      }
      // So that the slot is found again if this process is killed.
      try queue.write { db in
        try db.execute(sql: FeedRecord.schema)
        try record(.start, isWhole: false).write(db)
      }
      try connection.rows("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      let position = try NodeCopy.makeSlot(slot, connection)
      let copiedAt = Date().timeIntervalSince1970
      let json = try PrimaryServer.definition(of: name.list, connection)
      let definition = try ListDefinition(json: json, list: name.list)
      let table = try PublishedTable(publication: name.publication, connection)
      let mirror = try MirrorTable(table, definition)
      (origin.table, origin.filter, origin.definition) = (table.id, table.filter, json)
      try NodeCopy.fill(queue, mirror, table, connection, onRow)
      try connection.rows("COMMIT")
      try queue.close()
      try NodeCopy.synchronize(path)
      let store = try ListStore(
        following: try mirror.source(definition, isShard: name.shard != nil), in: path,
        arrangement: definition.arrangement, indexOptions: try definition.indexOptions(),
        // Greater than the numbers of an earlier copy, of which readers then detect that it is gone.
        firstSequence: Int64(Date().timeIntervalSince1970 * 1_000_000))
      self.store = store
      schema = mirror.schema
      self.origin = origin
      do {
        try store.transaction { db in
          try FeedRecord(origin: origin, isWhole: true, position: position, currentAt: copiedAt).write(db)
          try NodeCopy.notePosition(position, store, db)
        }
      } catch {
        try? store.close()
        throw error
      }
    }

    /// Notes the position of a copy for readers of changes.
    private static func notePosition(_ position: LogPosition, _ store: ListStore, _ db: Database) throws {
      try FeedPositions.prepare(db)
      try FeedPositions.note(position, sequence: try store.lastSequence(db), db)
    }

    private static func makeSlot(_ slot: String, _ connection: PostgresConnection) throws(ClusterError) -> LogPosition {
      do throws(ClusterError) {
        let rows = try connection.rows(
          "CREATE_REPLICATION_SLOT \(PostgresName.quoted(slot)) LOGICAL pgoutput USE_SNAPSHOT")
        guard let row = rows.first, row.count > 1, let position = row[1].flatMap({ LogPosition($0) }) else {
          throw .malformed(reason: "a new slot has no position")
        }
        return position
      } catch {
        if case .refused("53400", let message) = error { throw .noFreeSlot(reason: message) }
        throw error
      }
    }

    private static let rowsInReport = 4_096

    private static func fill(
      _ queue: DatabaseQueue, _ mirror: MirrorTable, _ table: PublishedTable, _ connection: PostgresConnection,
      _ onRow: (Int) -> Void
    ) throws {
      let columns = mirror.columns.map { PostgresName.quoted($0) }.joined(separator: ", ")
      let condition = table.filter.map { " WHERE \($0)" } ?? ""
      let name = "\(PostgresName.quoted(table.schema)).\(PostgresName.quoted(table.name))"
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536")
        try db.inTransaction {
          try db.execute(sql: mirror.schema)
          let insert = try mirror.inserting(db)
          var count = 0
          try connection.copyOut("COPY (SELECT \(columns) FROM \(name)\(condition)) TO STDOUT") { line in
            try insert(try CopyText.row(line, count: mirror.columns.count))
            count += 1
            if count % rowsInReport == 0 { onRow(count) }
          }
          try mirror.finish(db)
          onRow(count)
          return .commit
        }
      }
    }

    private static func synchronize(_ path: String) throws(ClusterError) {
      do {
        let file = try FileDescriptor.open(FilePath(path), .readWrite)
        defer { try? file.close() }
        if fsync(file.rawValue) != 0 { throw Errno(rawValue: errno) }
      } catch {
        throw .folder(path: path, reason: "\(error)")
      }
    }
  }

  /// The names of what a node follows.
  struct FollowedName: Sendable, Hashable {
    let list: String
    let shard: Shard?

    var publication: String { PostgresName.publication(list, shard) }
  }
#endif
