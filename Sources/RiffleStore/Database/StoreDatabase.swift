#if Store
  import Foundation
  import GRDB
  import Riffle

  /// The database of a store: one connection that writes, some that read, and one that checks for writes of others.
  final class StoreDatabase: Sendable {
    let path: String
    private let pool: DatabasePool
    private let watch: DatabaseQueue
    /// The identity of the open file.
    private let file: FileIdentity?

    /// - Throws: ``StoreError``.
    init(_ path: String, _ options: StoreOptions) throws(StoreError) {
      self.path = path
      var configuration = Configuration()
      configuration.readonly = options.access == .reading
      // The timeout for other programs that write to the table.
      configuration.busyMode = .timeout(options.busyTimeout)
      configuration.label = "riffle"
      do {
        pool = try DatabasePool(path: path, configuration: configuration)
        configuration.readonly = true
        watch = try DatabaseQueue(path: path, configuration: configuration)
        file = FileIdentity(path: path)
        if options.access == .writing {
          try pool.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = \(options.durability.pragma)")
            // The data to roll back a batch; in a file it would take half of the time of an import.
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
          }
        }
      } catch {
        throw StoreDatabase.error(error, path)
      }
    }

    /// Checks a database before it is opened for writing, because that switches its journal to a write-ahead log (SQLite, WAL). A
    /// database that is refused is not changed.
    ///
    /// - Parameter body: called on a reading connection, if the database has no write-ahead log yet.
    /// - Returns: the journal mode; `nil` if there is no such file.
    /// - Throws: the error of `body`, `DatabaseError`.
    static func look(_ path: String, _ options: StoreOptions, _ body: (Database) throws -> Void) throws -> String? {
      guard FileIdentity(path: path) != nil else { return nil }
      do {
        return try look(path, options, isReadOnly: true, body)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_READONLY {
        // A process was killed while it wrote; only a writing connection can roll that back.
        return try look(path, options, isReadOnly: false, body)
      }
    }

    private static func look(
      _ path: String, _ options: StoreOptions, isReadOnly: Bool, _ body: (Database) throws -> Void
    ) throws -> String {
      var configuration = Configuration()
      configuration.readonly = isReadOnly
      configuration.busyMode = .timeout(options.busyTimeout)
      configuration.label = "riffle"
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      defer { try? queue.close() }
      return try queue.inDatabase { db in
        let journal = try String.fetchOne(db, sql: "PRAGMA journal_mode") ?? ""
        if journal != writeAheadLog { try body(db) }
        return journal
      }
    }

    static let writeAheadLog = "wal"

    /// Changes the journal mode of a database, unless another connection has it open.
    static func setJournal(_ journal: String, _ path: String) {
      guard let queue = try? DatabaseQueue(path: path) else { return }
      // The write-ahead log stays while other connections have the database open.
      try? queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = \(journal)") }
      try? queue.close()
    }

    /// Converts an error to the one that callers get.
    static func error(_ error: any Error, _ path: String) -> StoreError {
      switch error {
      case let error as StoreError: return error
      case let error as IndexError: return .index(error)
      case let error as IndexFileError: return .indexFolder(reason: error.description)
      case let error as DatabaseError where error.resultCode == .SQLITE_NOTADB:
        return .notAStore(path: path, reason: "it is no database")
      case let error as DatabaseError:
        return .database(
          path: path, code: error.extendedResultCode.rawValue, message: error.message ?? "\(error.resultCode)")
      default: return .database(path: path, code: -1, message: "\(error)")
      }
    }

    /// Checks that the path still leads to the open file. If a copy has been restored over the database, or another file has
    /// taken its place, the open file has no name any more. Its writes are lost when it is closed, and new connections open the
    /// other file.
    /// - Throws: ``StoreError/replaced(path:)``.
    private func checkFile() throws(StoreError) {
      guard FileIdentity(path: path) == file else { throw .replaced(path: path) }
    }

    /// Runs a write transaction; an error rolls it back.
    /// - Throws: the error of `body`, ``StoreError/replaced(path:)``, `DatabaseError`.
    func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
      try checkFile()
      return try pool.write(body)
    }

    /// Calls `body` with the writing connection, outside a transaction.
    func withWriter<Result>(_ body: (Database) throws -> Result) throws -> Result {
      try pool.writeWithoutTransaction(body)
    }

    /// Runs a read transaction on the state of the database at one moment.
    /// - Throws: the error of `body`, ``StoreError/replaced(path:)``, `DatabaseError`.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
      try checkFile()
      return try pool.read(body)
    }

    /// Runs a read transaction on the writing connection: a thread that has just used it need not wait for another one.
    /// - Throws: the error of `body`, `DatabaseError`.
    func readOnWriter<Result>(_ body: (Database) throws -> Result) throws -> Result {
      try pool.writeWithoutTransaction { db in
        try db.cachedStatement(sql: "BEGIN DEFERRED").execute()
        defer { try? db.cachedStatement(sql: "COMMIT").execute() }
        return try body(db)
      }
    }

    /// Returns the present state of the database, which lasts as long as it is referenced.
    /// - Throws: ``StoreError/replaced(path:)``, `DatabaseError`.
    func snapshot() throws -> DatabaseSnapshot {
      try checkFile()
      return try pool.makeSnapshot()
    }

    /// Returns a number that changes whenever any process has committed a change (SQLite, `PRAGMA data_version`).
    /// - Throws: ``StoreError/replaced(path:)``, `DatabaseError`.
    func version() throws -> Int64 {
      try checkFile()
      return try watch.inDatabase { try Int64.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
    }

    /// Runs parts of a transaction; an error of one rolls back that part only.
    /// - Parameters:
    ///   - begin: called before the parts.
    ///   - body: called with the result of `begin` as the parts before have left it.
    /// - Returns: the results of the parts; the result of `begin` as they have left it, `nil` if nothing has been committed.
    /// - Throws: the error of `begin`; ``StoreError/replaced(path:)`` and `DatabaseError` if nothing has been committed.
    func write<Part, Context, Result>(
      _ parts: [Part], begin: (Database) throws -> Context,
      _ body: (Part, inout Context, Database) throws -> Result
    ) throws -> (results: [Swift.Result<Result, any Error>], context: Context?) {
      try pool.writeWithoutTransaction { db in
        var results: [Swift.Result<Result, any Error>] = []
        // Usually nothing fails, and then no part needs a savepoint.
        let context: Context? = try inTransaction(db) {
          var context = try begin(db)
          for part in parts {
            do {
              results.append(.success(try body(part, &context, db)))
            } catch {
              results.append(.failure(error))
              return nil
            }
          }
          return context
        }
        return context == nil && parts.count > 1 ? try writeApart(parts, begin: begin, body, db) : (results, context)
      }
    }

    private func writeApart<Part, Context, Result>(
      _ parts: [Part], begin: (Database) throws -> Context,
      _ body: (Part, inout Context, Database) throws -> Result, _ db: Database
    ) throws -> (results: [Swift.Result<Result, any Error>], context: Context?) {
      var results: [Swift.Result<Result, any Error>] = []
      let context: Context? = try inTransaction(db) {
        var context = try begin(db)
        for part in parts {
          try db.cachedStatement(sql: "SAVEPOINT riffle_part").execute()
          var changed = context
          do {
            results.append(.success(try body(part, &changed, db)))
            context = changed
          } catch {
            results.append(.failure(error))
            try db.cachedStatement(sql: "ROLLBACK TO SAVEPOINT riffle_part").execute()
          }
          try db.cachedStatement(sql: "RELEASE SAVEPOINT riffle_part").execute()
        }
        return context
      }
      return (results, context)
    }

    /// Runs a write transaction with statements that are prepared once; GRDB prepares its own each time.
    /// - Parameter body: if it throws or returns `nil`, the transaction is rolled back.
    /// - Throws: the error of `body`, ``StoreError/replaced(path:)``, `DatabaseError`; nothing has then been committed.
    private func inTransaction<Result>(_ db: Database, _ body: () throws -> Result?) throws -> Result? {
      try db.cachedStatement(sql: "BEGIN IMMEDIATE").execute()
      // SQLite itself rolls back after some errors, such as that of a full disk.
      defer { if db.isInsideTransaction { try? db.cachedStatement(sql: "ROLLBACK").execute() } }
      guard let result = try body() else { return nil }
      try checkFile()
      try db.cachedStatement(sql: "COMMIT").execute()
      return result
    }

    /// Whether the database has no table; `false` if it cannot be read.
    var isEmpty: Bool {
      let count = try? read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }
      return count == 0
    }

    /// Copies the present state of the database, while others write (SQLite, Online Backup API).
    /// - Throws: `DatabaseError`.
    func backup(to path: String) throws {
      let target = try DatabaseQueue(path: path)
      try pool.backup(to: target)
      try target.close()
    }

    /// Rewrites the database without unused space.
    /// - Throws: `DatabaseError`.
    func vacuum() throws { try pool.writeWithoutTransaction { try $0.execute(sql: "VACUUM") } }

    /// Moves the write-ahead log into the database and empties it; does not wait for connections that still read it.
    /// - Throws: `DatabaseError`.
    func emptyLog() throws {
      try pool.writeWithoutTransaction { db in
        let timeout = try Int.fetchOne(db, sql: "PRAGMA busy_timeout") ?? 0
        try db.execute(sql: "PRAGMA busy_timeout = 0")
        defer { try? db.execute(sql: "PRAGMA busy_timeout = \(timeout)") }
        do {
          try db.checkpoint(.truncate)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY || error.resultCode == .SQLITE_LOCKED
        {
          // The log stays for the next connection to the database.
        }
      }
    }

    /// - Throws: `DatabaseError`; the connections are closed nonetheless, as far as possible.
    func close() throws {
      let closing = Result {
        try watch.close()
        // SQLite does so when the last connection is closed; but GRDB closes a reading connection last.
        if !pool.configuration.readonly { try emptyLog() }
      }
      try pool.close()
      try closing.get()
    }
  }
#endif
