#if Store
  import Foundation
  import GRDB
  import Riffle
  import RiffleCommandLine

  /// The ids read so far, in a temporary database, because they may exceed memory.
  final class SeenIDs {
    private let database: DatabaseQueue

    init() throws(CommandError) {
      do {
        // SQLite keeps it in memory while it is small, and deletes it on closing.
        database = try DatabaseQueue(path: "")
        try database.writeWithoutTransaction { db in
          try db.execute(sql: "PRAGMA synchronous = OFF; CREATE TABLE seen (id PRIMARY KEY, line) WITHOUT ROWID")
        }
      } catch {
        throw SeenIDs.error(error)
      }
    }

    /// Adds ids.
    /// - Parameter lines: the place of each id.
    /// - Returns: for each id, the place where it was before; `nil` if it is new.
    func add(_ ids: [ItemID], at lines: [String]) throws(CommandError) -> [String?] {
      do {
        return try database.write { db in
          let insert = try db.cachedStatement(sql: "INSERT OR IGNORE INTO seen VALUES (?, ?)")
          let find = try db.cachedStatement(sql: "SELECT line FROM seen WHERE id = ?")
          return try zip(ids, lines).map { id, line in
            // Texts as bytes: a NUL would end them, and a number differs from the text of the number.
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
