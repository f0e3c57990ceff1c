#if Store
  import GRDB

  /// The names of what Riffle adds to a database.
  ///
  /// They begin as those that GRDB gives its own tables, which it does not count as part of a program's schema: otherwise a program
  /// whose `DatabaseMigrator` erases the database when the schema has changed would erase one that is followed.
  struct ListNames: Sendable, Hashable {
    let prefix: String

    static let current = ListNames(prefix: "grdb_riffle_")
    /// Those that stores had before version 2.
    static let first = ListNames(prefix: "riffle_")

    var lists: String { prefix + "lists" }
    var manifests: String { prefix + "manifests" }
    var version: String { prefix + "version" }
    func changes(_ table: String) -> String { prefix + "changes_" + table }
    func trigger(_ kind: String, _ table: String) -> String { "\(prefix)\(kind)_\(table)" }

    /// The names that a database has.
    /// - Returns: `nil` if it has no lists.
    /// - Throws: `DatabaseError`.
    static func of(_ db: Database) throws -> ListNames? {
      try [current, first].first { try db.hasTable($0.lists) }
    }
  }

  extension Database {
    /// Whether the main database has a table, as the schema is now; GRDB's own check may know an earlier one.
    /// - Throws: `DatabaseError`.
    func hasTable(_ name: String) throws -> Bool {
      try Bool.fetchOne(
        self, sql: "SELECT EXISTS (SELECT 1 FROM main.sqlite_master WHERE type = 'table' AND name = ? COLLATE NOCASE)",
        arguments: [name]) ?? false
    }
  }
#endif
