#if Store
  import GRDB

  /// The schema of a table that is followed, as SQLite reports it.
  struct TableShape {
    /// The quoted columns that identify its rows, in the order of arrival: its hidden row number or, if it has none, its primary
    /// key.
    let arrival: [String]
    /// The other unique keys, each column with its collation. The row number and the id by themselves are not included.
    let otherKeys: [[(column: String, collation: String)]]
    /// Whether the id is the row number.
    let idIsRowNumber: Bool
    /// Whether rows have a number in addition to their columns.
    var hasRowNumber: Bool { rowNumber != nil }
    let rowNumber: String?
    /// The SQL of the table.
    let sql: String
    /// The names of its columns.
    let columns: [String]
    /// The columns that the list uses, in the order of the table; `nil` if unknown: any column may be one of them.
    let usedColumns: [String]?

    /// - Throws: ``StoreError/cannotFollow(table:reason:)``, `DatabaseError`.
    init(_ db: Database, _ source: TableSource) throws {
      let table = source.table
      func refuse(_ reason: String) -> StoreError { .cannotFollow(table: table, reason: reason) }
      let made = try Row.fetchOne(
        db,
        sql: """
          SELECT type, sql FROM main.sqlite_master WHERE type IN ('table', 'view') AND name = ? COLLATE NOCASE
          """, arguments: [table])
      guard let made else { throw refuse("there is no table of that name") }
      guard made["type"] == "table" else {
        throw refuse("it is a view: follow the table that the view reads, with expressions for its columns")
      }
      sql = made["sql"] ?? ""
      if sql.uppercased().hasPrefix("CREATE VIRTUAL") {
        throw refuse("it is a virtual table, which cannot have triggers")
      }
      let rows = try Row.fetchAll(
        db, sql: "SELECT name, pk, \"notnull\", type, hidden FROM pragma_table_xinfo(?)", arguments: [table])
      let all: [String] = rows.map { $0["name"] }
      columns = all
      let names = all.map { $0.lowercased() }
      for column in [source.id] + source.order where !names.contains(column.lowercased()) {
        throw refuse("it has no column “\(column)”")
      }
      for row in rows where source.order.contains(where: { $0.lowercased() == (row["name"] as String).lowercased() }) {
        guard (row["notnull"] as Int) == 1 else {
          throw refuse("the column “\(row["name"] as String)”, which orders the list, may be NULL: declare it NOT NULL")
        }
      }
      let withoutRowID = try Bool.fetchOne(
        db, sql: "SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ? COLLATE NOCASE",
        arguments: [table])
      rowNumber = withoutRowID == true ? nil : ["rowid", "_rowid_", "oid"].first { !names.contains($0) }
      let primary = rows.filter { ($0["pk"] as Int) > 0 }.sorted { ($0["pk"] as Int) < ($1["pk"] as Int) }
      arrival = rowNumber.map { [$0] } ?? primary.map { TableSQL.quoted($0["name"]) }
      guard !arrival.isEmpty else { throw refuse("its columns hide the number of a row") }
      let idColumn = source.id.lowercased()
      let primaryNames = primary.map { ($0["name"] as String).lowercased() }
      idIsRowNumber =
        rowNumber != nil && primaryNames == [idColumn] && (primary[0]["type"] as String).uppercased() == "INTEGER"

      var keys: [[(column: String, collation: String)]] = []
      var idIsUnique = idIsRowNumber
      for index in try Row.fetchAll(
        db, sql: "SELECT name, partial FROM pragma_index_list(?) WHERE \"unique\"", arguments: [table])
      {
        let parts = try Row.fetchAll(
          db, sql: "SELECT name, coll FROM pragma_index_xinfo(?) WHERE key", arguments: [index["name"] as String])
        var key: [(column: String, collation: String)] = []
        for part in parts {
          guard let name = part["name"] as String? else {
            throw refuse("its unique index “\(index["name"] as String)” is over an expression")
          }
          key.append((TableSQL.quoted(name), part["coll"]))
        }
        if parts.count == 1, (parts[0]["name"] as String).lowercased() == idColumn, (index["partial"] as Int) == 0 {
          idIsUnique = true
          // A row that is replaced because it has the same id is the one written.
          if key[0].collation == "BINARY" { continue }
        }
        keys.append(key)
      }
      otherKeys = keys
      let ordering = ([source.id] + source.order).map { $0.lowercased() } + (rowNumber == nil ? primaryNames : [])
      // A generated column changes with the columns that it is computed from.
      if rows.contains(where: { ($0["hidden"] as Int) > 0 }) {
        usedColumns = nil
      } else {
        let used = try? TableShape.columns(all, of: table, usedBy: source.expressions, db)
        usedColumns = used.map { used in all.filter { used.contains($0) || ordering.contains($0.lowercased()) } }
      }
      guard idIsUnique else { throw refuse("its column “\(source.id)” is neither its primary key nor unique") }
    }

    /// Returns the columns of a table that expressions read.
    /// - Throws: `DatabaseError` if one cannot be read.
    private static func columns(
      _ columns: [String], of table: String, usedBy expressions: [String], _ db: Database
    ) throws -> Set<String> {
      let list = expressions.map { "(\($0))" }.joined(separator: ", ")
      let region = try db.makeStatement(sql: "SELECT \(list) FROM \(TableSQL.quoted(table))").databaseRegion
      return Set(
        columns.filter { region.isModified(byEventsOfKind: .update(tableName: table, columnNames: [$0])) })
    }
  }
#endif
