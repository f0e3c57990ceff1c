#if Store
  import GRDB
  import Riffle

  /// The SQL statements for a list of a table.
  ///
  /// A table of changes has a note for each id that has been written, in the order of the writes; the new state is read from the
  /// list's own table. Triggers write the notes, so every program that writes to the list's table with SQL does. The last note is
  /// never deleted, so sequence numbers only ascend.
  package struct TableSQL {
    let source: TableSource
    let shape: TableShape
    let names: ListNames

    /// Quoted names.
    let table, changes: String
    private let id: String
    /// Counts the triggers of other programs on the table. No arguments.
    let otherTriggers: String

    init(_ source: TableSource, _ shape: TableShape, _ names: ListNames) {
      (self.source, self.shape, self.names) = (source, shape, names)
      table = TableSQL.quoted(source.table)
      id = TableSQL.quoted(source.id)
      changes = TableSQL.quoted(names.changes(source.table))
      let own = TableSQL.triggerKinds.map { TableSQL.literal(names.trigger($0, source.table)) }
      otherTriggers = """
        SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND tbl_name = \(TableSQL.literal(source.table)) \
        COLLATE NOCASE AND name NOT IN (\(own.joined(separator: ", ")))
        """
    }

    /// Returns a name quoted for SQL, with any characters.
    package static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }

    private static func literal(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }

    var changesName: String { names.changes(source.table) }

    // MARK: - Following

    /// The kind of a note.
    enum NoteKind: Int64 {
      /// The row with this id has changed, without changing its place in the list.
      case content = 0
      /// The row with this id has been inserted, deleted or moved.
      case place = 1
      /// The rows from the number in the id column to the last number have been inserted.
      case appended = 2
    }

    private static let triggerKinds = ["before_insert", "insert", "before_update", "update", "move", "delete", "bound"]

    /// The most notes kept where no store writes and trims them: reading the whole table takes less time than more of them.
    static let mostNotes: Int64 = 1 << 22
    /// The number of notes deleted at once.
    private static let notesInPiece: Int64 = 1 << 16

    private static let place = NoteKind.place.rawValue

    /// Creates the table of changes. The list's own table comes first: if it is recreated, it has a later place in the schema.
    static func makeChanges(_ table: String, _ names: ListNames) -> String {
      """
      CREATE TABLE \(quoted(names.changes(table))) (
        riffle_sequence INTEGER PRIMARY KEY, riffle_id, riffle_kind INTEGER NOT NULL, riffle_last INTEGER
      )
      """
    }

    /// Creates the triggers.
    var triggers: [String] {
      var statements: [String] = []
      func add(_ kind: String, _ event: String, _ notes: [String], when condition: String? = nil) {
        if notes.isEmpty { return }
        let body = notes.map { "INSERT INTO \(changes) (riffle_id, riffle_kind) \($0);" }.joined(separator: " ")
        let name = TableSQL.quoted(names.trigger(kind, source.table))
        let when = condition.map { "WHEN \($0) " } ?? ""
        statements.append("CREATE TRIGGER \(name) \(event) ON \(table) FOR EACH ROW \(when)BEGIN \(body) END")
      }
      let place = TableSQL.place
      add("before_insert", "BEFORE INSERT", replaced(by: keys))
      add("insert", "AFTER INSERT", ["VALUES (NEW.\(id), \(place))"])
      let isOther = "NEW.\(id) IS NOT OLD.\(id) COLLATE BINARY"
      // The row itself is noted after its change.
      add(
        "before_update", "BEFORE UPDATE", replaced(by: keys).map { "\($0) AND \(id) IS NOT OLD.\(id) COLLATE BINARY" })
      let stays = order(of: "NEW").map { column in
        "\(column) IS \(column.replacing("NEW.", with: "OLD.", maxReplacements: 1))"
      }
      // Version 1 noted changes of all columns.
      let used = names == .first ? nil : shape.usedColumns
      let columns = used.map { " OF " + $0.map(TableSQL.quoted).joined(separator: ", ") } ?? ""
      add(
        "update", "AFTER UPDATE" + columns,
        [
          "VALUES (OLD.\(id), NOT (\(stays.joined(separator: " AND "))))",
          "SELECT NEW.\(id), \(place) WHERE \(isOther)",
        ])
      // The number of a row cannot be in a list of columns.
      if used != nil, let number = shape.rowNumber {
        add(
          "move", "AFTER UPDATE", ["VALUES (OLD.\(id), \(place))", "SELECT NEW.\(id), \(place) WHERE \(isOther)"],
          when: "OLD.\(number) IS NOT NEW.\(number)")
      }
      add("delete", "AFTER DELETE", ["VALUES (OLD.\(id), \(place))"])
      if names != .first { statements.append(bound) }
      return statements
    }

    /// Creates the trigger that deletes the oldest notes at intervals.
    private var bound: String {
      let (end, name) = ("NEW.riffle_sequence - \(TableSQL.mostNotes)", TableSQL.literal(source.table))
      return """
        CREATE TRIGGER \(TableSQL.quoted(names.trigger("bound", source.table))) AFTER INSERT ON \(changes) FOR EACH ROW \
        WHEN NEW.riffle_sequence % \(TableSQL.notesInPiece) = 0 BEGIN \
        UPDATE \(names.lists) SET trimmed = max(trimmed, \(end)) WHERE name = \(name); \
        DELETE FROM \(changes) WHERE riffle_sequence <= \(end); END
        """
    }

    /// The stored text of the triggers, to detect whether the table needs others.
    var triggerText: String {
      // In the form of version 1.
      let changes = TableSQL.makeChanges(source.table, names)
        .replacing("TABLE", with: "TABLE IF NOT EXISTS", maxReplacements: 1)
      return ([changes] + triggers).joined(separator: ";\n")
    }

    /// Records a write of the store itself, without triggers. Arguments: those of ``NoteKind``.
    var note: String { "INSERT INTO \(changes) (riffle_id, riffle_kind, riffle_last) VALUES (?, ?, ?)" }

    /// Removes the triggers.
    static func unhook(_ table: String, _ names: ListNames) -> [String] {
      triggerKinds.map { "DROP TRIGGER IF EXISTS \(quoted(names.trigger($0, table)))" }
    }

    /// Removes the triggers and the table of changes.
    static func unfollow(_ table: String, _ names: ListNames) -> [String] {
      unhook(table, names) + ["DROP TABLE IF EXISTS \(quoted(names.changes(table)))"]
    }

    /// Returns whether the triggers exist unchanged.
    /// - Throws: `DatabaseError`.
    func areTriggersThere(_ db: Database) throws -> Bool {
      let own = TableSQL.triggerKinds.map { TableSQL.literal(names.trigger($0, source.table)) }
      let found = try String.fetchSet(
        db,
        sql: "SELECT sql FROM main.sqlite_master WHERE type = 'trigger' AND name IN (\(own.joined(separator: ", ")))")
      return found == Set(triggers)
    }

    /// The keys of the table that must be unique, except the id.
    private var keys: [[(column: String, collation: String)]] {
      guard let number = shape.rowNumber, !shape.idIsRowNumber else { return shape.otherKeys }
      return shape.otherKeys + [[(number, "BINARY")]]
    }

    /// Notes the rows that `INSERT OR REPLACE` or `UPDATE OR REPLACE` would delete. For these SQLite runs no delete trigger
    /// unless recursive triggers are on (SQLite, ON CONFLICT). If nothing is replaced, the noted row is read once for nothing.
    private func replaced(by keys: [[(column: String, collation: String)]]) -> [String] {
      keys.map { key in
        let same = key.map { "\($0.column) = NEW.\($0.column) COLLATE \(TableSQL.quoted($0.collation))" }
        return "SELECT \(id), \(TableSQL.place) FROM \(table) WHERE " + same.joined(separator: " AND ")
      }
    }

    // MARK: - Reading

    /// The indexed values of a row, in this order: id, title, search text, reading, weight, whether it is searchable, then
    /// whether it is in each scope, by name, then the values of each field, as declared.
    private var columns: String {
      var columns = ["\(table).\(id)", text(source.title), text(source.searchText), text(source.reading)]
      columns.append("min(max(CAST(ifnull((\(source.weight ?? "0")), 0) AS INTEGER), 0), 65535)")
      columns.append("ifnull((\(source.isSearchable ?? "1")), 1) <> 0")
      for (_, condition) in source.scopes.sorted(by: { $0.key < $1.key }) {
        columns.append("ifnull((\(condition)), 0) <> 0")
      }
      columns += source.fields.map { "(\($0.expression))" }
      return columns.joined(separator: ", ")
    }

    /// Returns a statement that changes nothing, but fails if an expression reads rows other than its own: SQLite allows no such
    /// check.
    /// - Parameter expression: one of the source's expressions.
    func check(_ expression: String) -> String {
      "CREATE TEMP TABLE \(table) (\(shape.columns.map(TableSQL.quoted).joined(separator: ", ")), CHECK ((\(expression))))"
    }

    private func text(_ expression: String?) -> String {
      expression.map { "CAST(ifnull((\($0)), '') AS TEXT)" } ?? "''"
    }

    /// Returns the columns of the list's order, which are unique together.
    private func order(of table: String) -> [String] {
      source.order.map { "\(table).\(TableSQL.quoted($0))" } + shape.arrival.map { "\(table).\($0)" }
    }

    private func row(_ columns: [String]) -> String {
      columns.count == 1 ? columns[0] : "(" + columns.joined(separator: ", ") + ")"
    }

    private func descending(_ columns: [String]) -> String { columns.map { "\($0) DESC" }.joined(separator: ", ") }

    /// All rows in list order.
    var allRows: String { "SELECT \(columns) FROM \(table) ORDER BY \(order(of: table).joined(separator: ", "))" }

    /// Selects the rows between two numbers, in the order of their numbers. `nil` if the list has another order, or rows have no
    /// numbers. Arguments: the two numbers.
    var appendedRows: String? {
      guard source.order.isEmpty, let number = shape.rowNumber else { return nil }
      return "SELECT \(columns) FROM \(table) WHERE \(table).\(number) BETWEEN ?1 AND ?2 ORDER BY \(table).\(number)"
    }

    /// Selects the ids of the rows between two numbers; `nil` if rows have no numbers. Arguments: the two numbers.
    var idsOfRows: String? {
      shape.rowNumber.map {
        "SELECT \(table).\(id) FROM \(table) WHERE \(table).\($0) BETWEEN ?1 AND ?2 ORDER BY \(table).\($0)"
      }
    }

    /// The number of the row with an id. Argument: the id.
    var numberOfRow: String? {
      shape.rowNumber.map { "SELECT \(table).\($0), \(table).\(id) FROM \(table) WHERE \(table).\(id) = ?" }
    }

    /// Selects the row with an id. Argument: the id, twice, because in the column's collation other ids may equal it.
    var rowWithID: String {
      "SELECT \(columns) FROM \(table) WHERE \(table).\(id) = ?1 AND \(table).\(id) IS ?2 COLLATE BINARY"
    }

    /// The statements for the values of some fields of rows. Their columns: the number of the row, or 0 if rows have none; the
    /// id; the values of each field, as declared.
    ///
    /// - `ofRow` selects the row with an id. Argument: the id, twice, as for ``rowWithID``.
    /// - `fromNumber` selects the rows from a number on, in their order; `nil` if rows have no numbers. Argument: the number.
    func values(of names: Set<String>) -> (ofRow: String, fromNumber: String?) {
      let number = shape.rowNumber.map { "\(table).\($0)" }
      let expressions = source.fields.filter { names.contains($0.definition.name) }.map { "(\($0.expression))" }
      let columns = ([number ?? "0", "\(table).\(id)"] + expressions).joined(separator: ", ")
      return (
        "SELECT \(columns) FROM \(table) WHERE \(table).\(id) = ?1 AND \(table).\(id) IS ?2 COLLATE BINARY",
        number.map { "SELECT \(columns) FROM \(table) WHERE \($0) >= ?1 ORDER BY \($0)" }
      )
    }

    /// Selects the id of the row before one of the list's table.
    ///
    /// In a comparison of whole rows, SQLite (3.40) looks up only the first column in an index. So the query first selects the
    /// last row that is equal in all columns of the order except the last. Then it selects one equal in all except the last two,
    /// and so on.
    private var rowBefore: String {
      let (own, other) = (order(of: table), order(of: "riffle_other"))
      let choices = own.indices.reversed().map { column in
        var conditions = (0..<column).map { "\(other[$0]) = \(own[$0])" }
        conditions += ["\(other[column]) < \(own[column])", "typeof(riffle_other.\(id)) IN ('integer', 'text')"]
        return
          "(SELECT riffle_other.\(id) FROM \(table) AS riffle_other WHERE \(conditions.joined(separator: " AND ")) "
          + "ORDER BY \(descending(Array(other[column...]))) LIMIT 1)"
      }
      return "coalesce(\(choices.joined(separator: ", ")), NULL)"
    }

    /// Selects the inserted or moved rows, in list order. Each has a flag for rows behind a given row; for the other rows, it has
    /// the id of the row before it.
    ///
    /// Arguments: the id of the last row of the known list, or `NULL`; then the first change (exclusive) and the last (inclusive)
    /// to read; then the least kind of note that counts.
    var placedRows: String {
      let own = order(of: table)
      let other = order(of: "riffle_other")
      let isBehind =
        "\(row(own)) > (SELECT \(other.joined(separator: ", ")) FROM \(table) AS riffle_other WHERE riffle_other.\(id) = ?1)"
      let noted = "FROM \(changes) WHERE riffle_sequence > ?2 AND riffle_sequence <= ?3 AND riffle_kind"
      var ids = "SELECT DISTINCT riffle_id \(noted) BETWEEN ?4 AND \(TableSQL.place)"
      if let number = shape.rowNumber {
        let appended = "(SELECT riffle_id AS riffle_first, riffle_last \(noted) = \(NoteKind.appended.rawValue))"
        ids +=
          " UNION SELECT \(table).\(id) FROM \(appended) CROSS JOIN \(table) "
          + "ON \(table).\(number) BETWEEN riffle_first AND riffle_last"
      }
      return """
        SELECT \(columns), ifnull(\(isBehind), 0), CASE WHEN ifnull(\(isBehind), 0) THEN NULL ELSE \(rowBefore) END
        FROM (\(ids)) AS riffle_change
        CROSS JOIN \(table) ON \(table).\(id) = riffle_change.riffle_id AND \(table).\(id) IS riffle_change.riffle_id COLLATE BINARY
        ORDER BY \(own.joined(separator: ", "))
        """
    }

    /// Selects ids, kinds and last numbers of notes. Arguments: the first change (exclusive) and the last (inclusive).
    var notes: String {
      """
      SELECT riffle_id, riffle_kind, riffle_last FROM \(changes) WHERE riffle_sequence > ? AND riffle_sequence <= ?
      ORDER BY riffle_sequence
      """
    }

    /// Selects the same with their numbers, up to the last one. Argument: the first change (exclusive).
    var notesAfter: String {
      """
      SELECT riffle_id, riffle_kind, riffle_last, riffle_sequence FROM \(changes) WHERE riffle_sequence > ?
      ORDER BY riffle_sequence
      """
    }

    var lastSequence: String { "SELECT max(riffle_sequence) FROM \(changes)" }

    /// Argument: the change up to which no reader needs them.
    var trim: String { "DELETE FROM \(changes) WHERE riffle_sequence <= ? AND riffle_sequence < (\(lastSequence))" }

    /// The whole values of a row: ``columns``, then section, position and payload.
    private var wholeColumns: String {
      "\(columns), \(text(source.section)), ifnull((\(source.position ?? "0")), 0), \(source.payload.map { "(\($0))" } ?? "NULL")"
    }

    /// Selects the whole row with an id. Argument: the id.
    var wholeRow: String { "SELECT \(wholeColumns) FROM \(table) WHERE \(table).\(id) = ?" }

    /// Selects all whole rows, in list order.
    var allWholeRows: String {
      "SELECT \(wholeColumns) FROM \(table) ORDER BY \(order(of: table).joined(separator: ", "))"
    }

    /// Selects the greatest id that is a number: SQLite sorts all numbers before texts.
    var greatestNumber: String {
      "SELECT \(id) FROM \(table) WHERE typeof(\(id)) = 'integer' AND \(id) < '' ORDER BY \(id) DESC LIMIT 1"
    }

    var count: String { "SELECT count(*) FROM \(table)" }
    /// Counts the rows with an id that is neither an integer nor a text.
    var countWithoutID: String {
      "SELECT count(*) FROM \(table) WHERE typeof(\(table).\(id)) NOT IN ('integer', 'text')"
    }
  }
#endif
