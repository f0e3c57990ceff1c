#if Store
  import Foundation
  import GRDB
  import Riffle
  import RiffleCommandLine

  /// Which ids have come, in a temporary database: there may be more than memory holds.
  final class SeenIDs {
    private let database: DatabaseQueue

    init() throws(CommandError) {
      do {
        // SQLite keeps it in memory as long as it is small, and takes it away when it is closed.
        database = try DatabaseQueue(path: "")
        try database.writeWithoutTransaction { db in
          try db.execute(sql: "PRAGMA synchronous = OFF; CREATE TABLE seen (id PRIMARY KEY, line) WITHOUT ROWID")
        }
      } catch {
        throw SeenIDs.error(error)
      }
    }

    /// Adds ids.
    /// - Parameter lines: where each comes from.
    /// - Returns: for each where it came from before; `nil` if it is new.
    func add(_ ids: [ItemID], at lines: [String]) throws(CommandError) -> [String?] {
      do {
        return try database.write { db in
          let insert = try db.cachedStatement(sql: "INSERT OR IGNORE INTO seen VALUES (?, ?)")
          let find = try db.cachedStatement(sql: "SELECT line FROM seen WHERE id = ?")
          return try zip(ids, lines).map { id, line in
            // Texts as bytes: a NUL would end them, and a number is another id than the text that says it.
            let key: any DatabaseValueConvertible =
              switch id {
              case .integer(let number): number
              case .text(let text): Data(text.utf8)
              }
            try insert.execute(arguments: [key, line])
            return db.changesCount > 0 ? nil : try String.fetchOne(find, arguments: [key])
          }
        }
      } catch {
        throw SeenIDs.error(error)
      }
    }

    private static func error(_ error: any Error) -> CommandError {
      .output(name: "(temporary database)", reason: (error as? DatabaseError)?.message ?? "\(error)")
    }
  }
#endif
