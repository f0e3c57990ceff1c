#if Store
  import Foundation
  import GRDB
  import Riffle

  /// The database of a store: one connection that writes, some that read, and one that looks whether others have written.
  final class StoreDatabase: Sendable {
    let path: String
    private let pool: DatabasePool
    private let watch: DatabaseQueue
    /// The file that is open.
    private let file: FileIdentity?

    /// - Throws: ``StoreError``.
    init(_ path: String, _ options: StoreOptions) throws(StoreError) {
      self.path = path
      var configuration = Configuration()
      configuration.readonly = options.access == .reading
      // For programs that write to the table on their own.
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
            // In pages: to write more of them to the database at once takes less for each.
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 4000")
            // What undoes a batch: in a file it takes half of the time of an import.
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
          }
        }
      } catch {
        throw StoreDatabase.error(error, path)
      }
    }

    /// Looks at a database before it is opened for writing, which turns its journal to a write-ahead log (SQLite, WAL): what is
    /// refused is not touched.
    ///
    /// - Parameter body: is called if it has none yet, on a connection that reads.
    /// - Returns: how it keeps its journal; `nil` if there is no such file.
    /// - Throws: what `body` throws, `DatabaseError`.
    static func look(_ path: String, _ options: StoreOptions, _ body: (Database) throws -> Void) throws -> String? {
      guard FileIdentity(path: path) != nil else { return nil }
      do {
        return try look(path, options, isReadOnly: true, body)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_READONLY {
        // A process was ended while it wrote, and only a connection that writes takes back what that left.
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

    /// Changes the journal mode of a database, if no other connection has it open.
    static func setJournal(_ journal: String, _ path: String) {
      guard let queue = try? DatabaseQueue(path: path) else { return }
      // It stays a write-ahead log while others have the database open.
      try? queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = \(journal)") }
      try? queue.close()
    }

    /// What a caller sees of an error.
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

    /// Checks that the path still leads to the file that is open. If a copy is restored over the database, or another file takes
    /// its place, the open file has no name any more: writes to it are lost when it is closed, and new connections open the
    /// other file.
    /// - Throws: ``StoreError/replaced(path:)``.
    private func checkFile() throws(StoreError) {
      guard FileIdentity(path: path) == file else { throw .replaced(path: path) }
    }

    /// Runs a transaction that writes; an error undoes it.
    /// - Throws: what `body` throws, ``StoreError/replaced(path:)``, `DatabaseError`.
    func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
      try checkFile()
      return try pool.write(body)
    }

    /// Gives `body` the connection that writes, outside of a transaction.
    func withWriter<Result>(_ body: (Database) throws -> Result) throws -> Result {
      try pool.writeWithoutTransaction(body)
    }

    /// Runs a transaction that reads the database as it is at one moment.
    /// - Throws: what `body` throws, ``StoreError/replaced(path:)``, `DatabaseError`.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
      try checkFile()
      return try pool.read(body)
    }

    /// Runs a transaction that reads, on the connection that writes: whoever has just used it need not wait for another one.
    /// - Throws: what `body` throws, `DatabaseError`.
    func readOnWriter<Result>(_ body: (Database) throws -> Result) throws -> Result {
      try pool.writeWithoutTransaction { db in
        try db.cachedStatement(sql: "BEGIN DEFERRED").execute()
        defer { try? db.cachedStatement(sql: "COMMIT").execute() }
        return try body(db)
      }
    }

    /// The database as it is now, for as long as somebody has it.
    /// - Throws: ``StoreError/replaced(path:)``, `DatabaseError`.
    func snapshot() throws -> DatabaseSnapshot {
      try checkFile()
      return try pool.makeSnapshot()
    }

    /// Another number whenever anybody has committed a change (SQLite, `PRAGMA data_version`).
    /// - Throws: ``StoreError/replaced(path:)``, `DatabaseError`.
    func version() throws -> Int64 {
      try checkFile()
      return try watch.inDatabase { try Int64.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
    }

    /// Runs parts of a transaction, each undone by its own error only.
    /// - Parameter begin: what comes before the parts.
    /// - Throws: what `begin` throws, and ``StoreError/replaced(path:)`` and `DatabaseError` if nothing has been committed.
    func write<Part, Context, Result>(
      _ parts: [Part], begin: (Database) throws -> Context, _ body: (Part, Context, Database) throws -> Result
    ) throws -> [Swift.Result<Result, any Error>] {
      try pool.writeWithoutTransaction { db in
        var results: [Swift.Result<Result, any Error>] = []
        // Mostly nothing fails, and then no part needs what it takes to undo it alone.
        var hasFailed = false
        try db.inTransaction(.immediate) {
          let context = try begin(db)
          for part in parts {
            do {
              results.append(.success(try body(part, context, db)))
            } catch {
              hasFailed = true
              if parts.count == 1 { results = [.failure(error)] }
              return .rollback
            }
          }
          try checkFile()
          return .commit
        }
        return hasFailed && parts.count > 1 ? try writeApart(parts, begin: begin, body, db) : results
      }
    }

    private func writeApart<Part, Context, Result>(
      _ parts: [Part], begin: (Database) throws -> Context, _ body: (Part, Context, Database) throws -> Result,
      _ db: Database
    ) throws -> [Swift.Result<Result, any Error>] {
      var results: [Swift.Result<Result, any Error>] = []
      try db.inTransaction(.immediate) {
        let context = try begin(db)
        for part in parts {
          try db.cachedStatement(sql: "SAVEPOINT riffle_part").execute()
          do {
            results.append(.success(try body(part, context, db)))
          } catch {
            results.append(.failure(error))
            try db.cachedStatement(sql: "ROLLBACK TO SAVEPOINT riffle_part").execute()
          }
          try db.cachedStatement(sql: "RELEASE SAVEPOINT riffle_part").execute()
        }
        try checkFile()
        return .commit
      }
      return results
    }

    /// Whether the database has no table; `false` if it cannot be read.
    var isEmpty: Bool {
      let count = try? read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }
      return count == 0
    }

    /// Copies the database as it is now, beside those who write (SQLite, Online Backup API).
    /// - Throws: `DatabaseError`.
    func backup(to path: String) throws {
      let target = try DatabaseQueue(path: path)
      try pool.backup(to: target)
      try target.close()
    }

    /// Writes the database anew, without space that nothing is in.
    /// - Throws: `DatabaseError`.
    func vacuum() throws { try pool.writeWithoutTransaction { try $0.execute(sql: "VACUUM") } }

    /// Writes what is in the write-ahead log to the database, and makes the log empty; waits for nobody who still reads it.
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
          // It stays for whoever opens the database next.
        }
      }
    }

    /// - Throws: `DatabaseError`; what can be closed is closed all the same.
    func close() throws {
      let closing = Result {
        try watch.close()
        // SQLite does so when the last connection is closed, which GRDB has be one that reads only.
        if !pool.configuration.readonly { try emptyLog() }
      }
      try pool.close()
      try closing.get()
    }
  }
#endif
