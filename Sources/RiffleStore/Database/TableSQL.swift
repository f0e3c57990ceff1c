#if Store
  import GRDB

  /// The statements that a list of a table needs.
  ///
  /// A table of changes has a note for each id that has been written to, in the order in which that happened; what has become
  /// of it is read from the list's own table. Triggers write it, so every program does that writes to the list's table with
  /// SQL. Its last note is never deleted, so that sequence numbers only ever ascend.
  struct TableSQL {
    let source: TableSource
    let shape: TableShape
    let names: ListNames

    /// Names as SQL has them.
    let table, changes: String
    private let id: String
    /// Counts the triggers that somebody else has on the table. No arguments.
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

    /// A name as SQL has it, whatever characters it has.
    static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }

    private static func literal(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }

    var changesName: String { names.changes(source.table) }

    // MARK: - Following

    /// What a note says.
    enum NoteKind: Int64 {
      /// The row with this id is another one, at the same place of the list.
      case content = 0
      /// The row with this id has come, gone or moved.
      case place = 1
      /// All rows from the number that stands for the id up to the last one have come.
      case appended = 2
    }

    private static let triggerKinds = ["before_insert", "insert", "before_update", "update", "move", "delete", "bound"]

    /// More notes than these are not kept where no store writes, and trims them: to read the whole table takes less.
    static let mostNotes: Int64 = 1 << 22
    /// So many are deleted at once.
    private static let notesInPiece: Int64 = 1 << 16

    private static let place = NoteKind.place.rawValue

    /// Makes the table of changes, which is made after the list's own table: what is made anew comes behind it.
    static func makeChanges(_ table: String, _ names: ListNames) -> String {
      """
      CREATE TABLE \(quoted(names.changes(table))) (
        riffle_sequence INTEGER PRIMARY KEY, riffle_id, riffle_kind INTEGER NOT NULL, riffle_last INTEGER
      )
      """
    }

    /// Makes the triggers.
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
      // The row itself is noted when it has been changed.
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
      // No list of columns names the number of a row.
      if used != nil, let number = shape.rowNumber {
        add(
          "move", "AFTER UPDATE", ["VALUES (OLD.\(id), \(place))", "SELECT NEW.\(id), \(place) WHERE \(isOther)"],
          when: "OLD.\(number) IS NOT NEW.\(number)")
      }
      add("delete", "AFTER DELETE", ["VALUES (OLD.\(id), \(place))"])
      if names != .first { statements.append(bound) }
      return statements
    }

    /// Makes the trigger that forgets the oldest notes, now and then.
    private var bound: String {
      let (end, name) = ("NEW.riffle_sequence - \(TableSQL.mostNotes)", TableSQL.literal(source.table))
      return """
        CREATE TRIGGER \(TableSQL.quoted(names.trigger("bound", source.table))) AFTER INSERT ON \(changes) FOR EACH ROW \
        WHEN NEW.riffle_sequence % \(TableSQL.notesInPiece) = 0 BEGIN \
        UPDATE \(names.lists) SET trimmed = max(trimmed, \(end)) WHERE name = \(name); \
        DELETE FROM \(changes) WHERE riffle_sequence <= \(end); END
        """
    }

    /// What is kept of the triggers, to know whether the table needs others.
    var triggerText: String {
      // As version 1 had it.
      let changes = TableSQL.makeChanges(source.table, names)
        .replacing("TABLE", with: "TABLE IF NOT EXISTS", maxReplacements: 1)
      return ([changes] + triggers).joined(separator: ";\n")
    }

    /// Notes what the store itself writes, without triggers. Arguments: what ``NoteKind`` says.
    var note: String { "INSERT INTO \(changes) (riffle_id, riffle_kind, riffle_last) VALUES (?, ?, ?)" }

    /// Takes away the triggers.
    static func unhook(_ table: String, _ names: ListNames) -> [String] {
      triggerKinds.map { "DROP TRIGGER IF EXISTS \(quoted(names.trigger($0, table)))" }
    }

    /// Takes away the triggers and the table of changes.
    static func unfollow(_ table: String, _ names: ListNames) -> [String] {
      unhook(table, names) + ["DROP TABLE IF EXISTS \(quoted(names.changes(table)))"]
    }

    /// Whether the triggers are there, each as it was made.
    /// - Throws: `DatabaseError`.
    func areTriggersThere(_ db: Database) throws -> Bool {
      let own = TableSQL.triggerKinds.map { TableSQL.literal(names.trigger($0, source.table)) }
      let found = try String.fetchSet(
        db,
        sql: "SELECT sql FROM main.sqlite_master WHERE type = 'trigger' AND name IN (\(own.joined(separator: ", ")))")
      return found == Set(triggers)
    }

    /// What no two rows may have the same of, but for the id.
    private var keys: [[(column: String, collation: String)]] {
      guard let number = shape.rowNumber, !shape.idIsRowNumber else { return shape.otherKeys }
      return shape.otherKeys + [[(number, "BINARY")]]
    }

    /// Notes the rows that `INSERT OR REPLACE` or `UPDATE OR REPLACE` would delete, for which SQLite runs no trigger for
    /// deletions unless recursive triggers are on (SQLite, ON CONFLICT). Where nothing is replaced, what is noted is read
    /// once in vain.
    private func replaced(by keys: [[(column: String, collation: String)]]) -> [String] {
      keys.map { key in
        let same = key.map { "\($0.column) = NEW.\($0.column) COLLATE \(TableSQL.quoted($0.collation))" }
        return "SELECT \(id), \(TableSQL.place) FROM \(table) WHERE " + same.joined(separator: " AND ")
      }
    }

    // MARK: - Reading

    /// What of a row the index has, in this order: id, title, search text, reading, weight, whether it is searchable, then
    /// whether it is in each scope, by name.
    private var columns: String {
      var columns = ["\(table).\(id)", text(source.title), text(source.searchText), text(source.reading)]
      columns.append("min(max(CAST(ifnull((\(source.weight ?? "0")), 0) AS INTEGER), 0), 65535)")
      columns.append("ifnull((\(source.isSearchable ?? "1")), 1) <> 0")
      for (_, condition) in source.scopes.sorted(by: { $0.key < $1.key }) {
        columns.append("ifnull((\(condition)), 0) <> 0")
      }
      return columns.joined(separator: ", ")
    }

    /// Makes nothing, but fails for an expression that reads other rows than one of the table: SQLite allows that in no check.
    /// - Parameter expression: one of the source.
    func check(_ expression: String) -> String {
      "CREATE TEMP TABLE \(table) (\(shape.columns.map(TableSQL.quoted).joined(separator: ", ")), CHECK ((\(expression))))"
    }

    private func text(_ expression: String?) -> String {
      expression.map { "CAST(ifnull((\($0)), '') AS TEXT)" } ?? "''"
    }

    /// The order of the list: what no two rows have the same of.
    private func order(of table: String) -> [String] {
      source.order.map { "\(table).\(TableSQL.quoted($0))" } + shape.arrival.map { "\(table).\($0)" }
    }

    private func row(_ columns: [String]) -> String {
      columns.count == 1 ? columns[0] : "(" + columns.joined(separator: ", ") + ")"
    }

    private func descending(_ columns: [String]) -> String { columns.map { "\($0) DESC" }.joined(separator: ", ") }

    /// All rows in list order.
    var allRows: String { "SELECT \(columns) FROM \(table) ORDER BY \(order(of: table).joined(separator: ", "))" }

    /// The rows from a number to another one, in the order of their numbers; `nil` if the list has another order, or rows have
    /// no numbers. Arguments: the two.
    var appendedRows: String? {
      guard source.order.isEmpty, let number = shape.rowNumber else { return nil }
      return "SELECT \(columns) FROM \(table) WHERE \(table).\(number) BETWEEN ?1 AND ?2 ORDER BY \(table).\(number)"
    }

    /// The ids of the rows from a number to another one; `nil` if rows have no numbers. Arguments: the two.
    var idsOfRows: String? {
      shape.rowNumber.map {
        "SELECT \(table).\(id) FROM \(table) WHERE \(table).\($0) BETWEEN ?1 AND ?2 ORDER BY \(table).\($0)"
      }
    }

    /// The number of the row with an id. Argument: the id.
    var numberOfRow: String? {
      shape.rowNumber.map { "SELECT \(table).\($0), \(table).\(id) FROM \(table) WHERE \(table).\(id) = ?" }
    }

    /// The row with an id. Argument: the id, twice, because the collation of the column may have others equal it.
    var rowWithID: String {
      "SELECT \(columns) FROM \(table) WHERE \(table).\(id) = ?1 AND \(table).\(id) IS ?2 COLLATE BINARY"
    }

    /// The id of the row that stands before one of the list's table.
    ///
    /// Of a comparison of whole rows SQLite (3.40) looks only the first column up in an index. So it is asked for the last row
    /// that is the same but for the last column of the order, then for one that is the same but for the last two, and so on.
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

    /// The rows that have come or moved, in list order, each with whether it stands behind a row, and if it does not, the id of
    /// the row before it.
    ///
    /// Arguments: the id of the row that is the last one of the list as it is known, or `NULL`; then after which change and up
    /// to which; then the least kind of a note that counts.
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

    /// What has been written to: ids, kinds and last numbers. Arguments: after which change and up to which.
    var notes: String {
      """
      SELECT riffle_id, riffle_kind, riffle_last FROM \(changes) WHERE riffle_sequence > ? AND riffle_sequence <= ?
      ORDER BY riffle_sequence
      """
    }

    /// The same with their numbers, up to the last one. Argument: after which change.
    var notesAfter: String {
      """
      SELECT riffle_id, riffle_kind, riffle_last, riffle_sequence FROM \(changes) WHERE riffle_sequence > ?
      ORDER BY riffle_sequence
      """
    }

    var lastSequence: String { "SELECT max(riffle_sequence) FROM \(changes)" }

    /// Argument: up to which change nobody needs them.
    var trim: String { "DELETE FROM \(changes) WHERE riffle_sequence <= ? AND riffle_sequence < (\(lastSequence))" }

    /// What people see of a row: what ``columns`` are, then section, position and payload.
    private var wholeColumns: String {
      "\(columns), \(text(source.section)), ifnull((\(source.position ?? "0")), 0), \(source.payload.map { "(\($0))" } ?? "NULL")"
    }

    /// All of the row with an id. Argument: the id.
    var wholeRow: String { "SELECT \(wholeColumns) FROM \(table) WHERE \(table).\(id) = ?" }

    /// All of all rows, in list order.
    var allWholeRows: String {
      "SELECT \(wholeColumns) FROM \(table) ORDER BY \(order(of: table).joined(separator: ", "))"
    }

    /// The greatest id that is a number: SQLite has all numbers before texts.
    var greatestNumber: String {
      "SELECT \(id) FROM \(table) WHERE typeof(\(id)) = 'integer' AND \(id) < '' ORDER BY \(id) DESC LIMIT 1"
    }

    var count: String { "SELECT count(*) FROM \(table)" }
    /// How many rows have an id that is neither a whole number nor a text.
    var countWithoutID: String {
      "SELECT count(*) FROM \(table) WHERE typeof(\(table).\(id)) NOT IN ('integer', 'text')"
    }
  }
#endif
