#if Store
  import GRDB

  /// The names of the tables and triggers that Riffle adds to a database.
  ///
  /// They begin with the prefix of GRDB's own tables, which GRDB does not count as part of a program's schema. Otherwise a
  /// `DatabaseMigrator` that erases the database after a schema change would erase a followed database.
  struct ListNames: Sendable, Hashable {
    let prefix: String

    static let current = ListNames(prefix: "grdb_riffle_")
    /// The names in stores before version 2.
    static let first = ListNames(prefix: "riffle_")

    var lists: String { prefix + "lists" }
    var manifests: String { prefix + "manifests" }
    var version: String { prefix + "version" }
    /// A table that is made and dropped in one transaction.
    var redefined: String { prefix + "redefined" }
    func changes(_ table: String) -> String { prefix + "changes_" + table }
    func trigger(_ kind: String, _ table: String) -> String { "\(prefix)\(kind)_\(table)" }

    /// Returns the names that a database uses.
    /// - Returns: `nil` if it has no lists.
    /// - Throws: `DatabaseError`.
    static func of(_ db: Database) throws -> ListNames? {
      try [current, first].first { try db.hasTable($0.lists) }
    }
  }

  extension Database {
    /// Returns whether the main database has a table in its current schema; GRDB's own check may use an earlier one.
    /// - Throws: `DatabaseError`.
    func hasTable(_ name: String) throws -> Bool {
      try Bool.fetchOne(
        self, sql: "SELECT EXISTS (SELECT 1 FROM main.sqlite_master WHERE type = 'table' AND name = ? COLLATE NOCASE)",
        arguments: [name]) ?? false
    }
  }
#endif
