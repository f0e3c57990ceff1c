#if Cluster
  import GRDB
  import Riffle
  import RiffleStore

  /// A table of SQLite with the rows of a published table, which a store follows as it follows any other.
  ///
  /// Rows are numbered by data alone, so that equal rows stand in the same order on every node: by the arrival column, else by the
  /// id.
  struct MirrorTable: Sendable, Hashable {
    /// How a column keeps what PostgreSQL prints.
    enum Kind: Sendable, Hashable {
      case integer, boolean, real, numeric, bytes, text

      /// - Parameter type: the OID of a type of PostgreSQL.
      init(type: UInt32) {
        switch type {
        case 20, 21, 23, 26: self = .integer
        case 16: self = .boolean
        case 700, 701: self = .real
        case 1700: self = .numeric
        case 17: self = .bytes
        default: self = .text
        }
      }

      /// The kind of field that keeps the order of the values; `nil` if none does.
      var fieldKind: FieldKind? {
        switch self {
        case .integer, .boolean: .integer
        case .real: .real
        case .text: .keyword
        case .numeric, .bytes: nil
        }
      }

      var declaration: String {
        switch self {
        case .integer, .boolean: "INTEGER"
        case .real: "REAL"
        case .numeric: "NUMERIC"
        case .bytes: "BLOB"
        case .text: "TEXT"
        }
      }
    }

    let name: String
    let columns: [String]
    let kinds: [Kind]
    /// Where the id stands among the columns.
    let id: Int
    private let declarations: [String]
    private let options: String
    private let index: String?

    /// - Throws: ``ClusterError`` if the table lacks what the list is made of.
    init(_ table: PublishedTable, _ definition: ListDefinition) throws(ClusterError) {
      let source = definition.source
      let keyType = try table.checkKey(source.id)
      for column in source.order + [definition.arrival].compactMap({ $0 }) where table[column] == nil {
        throw .unknownColumn(table: table.name, column: column)
      }
      name = source.table
      columns = table.columns.map(\.name)
      kinds = table.columns.map { Kind(type: $0.type) }
      id = table.columns.firstIndex { $0.name == source.id } ?? 0
      if let arrival = definition.arrival, let column = table[arrival] {
        guard Kind(type: column.type) == .integer, column.isRequired else {
          throw .definition(
            list: source.table,
            reason: "its column “\(arrival)”, the order of arrival, is no whole number that is never NULL")
        }
      }
      let number = definition.arrival ?? (keyType == .integer ? source.id : nil)
      declarations = zip(table.columns, kinds).map { column, kind in
        let name = TableSQL.quoted(column.name)
        if column.name == number { return "\(name) INTEGER PRIMARY KEY" }
        let isKey = column.name == source.id
        let end =
          isKey ? (number == nil ? " NOT NULL PRIMARY KEY" : " NOT NULL UNIQUE") : column.isRequired ? " NOT NULL" : ""
        return "\(name) \(kind.declaration)\(end)"
      }
      options = number == nil ? " WITHOUT ROWID" : ""
      let order = source.order.map { TableSQL.quoted($0) }
      index =
        order.isEmpty
        ? nil
        : "CREATE INDEX \(TableSQL.quoted(name + "_order")) ON \(TableSQL.quoted(name)) (\(order.joined(separator: ", ")))"
    }

    /// Returns what a store of the table indexes. If rows of several copies must be comparable, that includes what the order
    /// depends on: for shards, and for an alphabet, in which equal texts would otherwise stand as they come.
    /// - Throws: ``ClusterError/definition(list:reason:)``.
    func source(_ definition: ListDefinition, isShard: Bool) throws(ClusterError) -> TableSource {
      var source = definition.source
      let isAlphabet = if case .alphabet = definition.arrangement { true } else { false }
      guard isShard || isAlphabet else { return source }
      var kinds: [FieldKind] = []
      for column in source.order {
        guard let index = columns.firstIndex(of: column), let kind = self.kinds[index].fieldKind else {
          throw .definition(
            list: source.table,
            reason:
              "its column “\(column)” is of a type that does not order shards: use whole numbers, double precision or text"
          )
        }
        kinds.append(kind)
      }
      source.addOrderFields(kinds, arrival: definition.arrival)
      return source
    }

    private var quotedName: String { TableSQL.quoted(name) }

    /// The statement that makes the table.
    var schema: String { "CREATE TABLE \(quotedName) (\(declarations.joined(separator: ", ")))\(options)" }

    /// What is made when the rows are there.
    func finish(_ db: Database) throws { if let index { try db.execute(sql: index) } }

    // MARK: - Changes

    private var insertSQL: String {
      let places = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
      return
        "INSERT OR ABORT INTO \(quotedName) (\(columns.map(TableSQL.quoted).joined(separator: ", "))) VALUES (\(places))"
    }

    /// A writer of many rows of one transaction.
    func inserting(_ db: Database) throws -> (RowValues) throws -> Void {
      let statement = try RowStatement(db, insertSQL)
      return { row in
        try bind(row, to: statement)
        try statement.run()
      }
    }

    /// Makes a change.
    /// - Throws: ``ClusterError/inconsistent(reason:)`` if the rows are not those that the change is of, `DatabaseError`.
    func apply(_ change: MirrorChange, _ db: Database) throws {
      do {
        switch change {
        case .insert(let row):
          let statement = try RowStatement(db, insertSQL)
          try bind(row, to: statement)
          try check(try statement.run(), "inserted")
        case .update(let key, let row): try update(key, row, db)
        case .delete(let key):
          let statement = try RowStatement(db, "DELETE FROM \(quotedName) WHERE \(TableSQL.quoted(columns[id])) = ?")
          try bind(key, kinds[id], 1, statement)
          try check(try statement.run(), "deleted")
        case .truncate: try db.execute(sql: "DELETE FROM \(quotedName)")
        }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        throw ClusterError.inconsistent(reason: error.message ?? "\(error)")
      }
    }

    private func update(_ key: ColumnValue?, _ row: RowValues, _ db: Database) throws {
      // Unless it is another one, the id need not be written. Values that are not sent stay as they are.
      let written = columns.indices.filter { row[$0] != .unchanged && ($0 != id || key != nil) }
      if written.isEmpty { return }
      let columns = columns
      let places = written.map { "\(TableSQL.quoted(columns[$0])) = ?\($0 + 1)" }.joined(separator: ", ")
      let place = columns.count + 1
      let statement = try RowStatement(
        db, "UPDATE OR ABORT \(quotedName) SET \(places) WHERE \(TableSQL.quoted(columns[id])) = ?\(place)")
      for index in written { try bind(row[index], kinds[index], index + 1, statement) }
      try bind(key ?? row[id], kinds[id], place, statement)
      try check(try statement.run(), "updated")
    }

    private func check(_ count: Int, _ what: String) throws {
      if count != 1 { throw ClusterError.inconsistent(reason: "\(count) rows were \(what) instead of one") }
    }

    private func bind(_ row: RowValues, to statement: RowStatement) throws {
      for index in columns.indices { try bind(row[index], kinds[index], index + 1, statement) }
    }

    private func bind(_ value: ColumnValue, _ kind: Kind, _ index: Int, _ statement: RowStatement) throws {
      switch value {
      case .null: try statement.bindNull(index)
      case .unchanged: throw ClusterError.inconsistent(reason: "a row came without the value of a column")
      case .text(let text):
        switch kind {
        case .integer: if let number = Int64(text) { return try statement.bind(index, integer: number) }
        case .boolean: return try statement.bind(index, integer: text == "t" ? 1 : 0)
        case .real: if let number = Double(text), !number.isNaN { return try statement.bind(index, number: number) }
        case .bytes: if let bytes = MirrorTable.bytes(text) { return try statement.bind(index, bytes) }
        case .numeric, .text: break
        }
        try statement.bind(index, text)
      }
    }

    /// Decodes the format `hex` of `bytea`.
    private static func bytes(_ text: String) -> [UInt8]? {
      guard text.hasPrefix("\\x"), text.utf8.count % 2 == 0 else { return nil }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(text.utf8.count / 2)
      var high: UInt8?
      for digit in text.utf8.dropFirst(2) {
        let value: UInt8
        switch digit {
        case 48...57: value = digit - 48
        case 97...102: value = digit - 87
        default: return nil
        }
        if let first = high {
          bytes.append(first << 4 | value)
          high = nil
        } else {
          high = value
        }
      }
      return bytes
    }
  }

  /// A change of a row, with its values in the order of the mirror's columns.
  enum MirrorChange: Sendable, Hashable {
    case insert(RowValues)
    /// - `key`: the id that the row had before, if it has another one now.
    case update(key: ColumnValue?, RowValues)
    case delete(key: ColumnValue)
    case truncate
  }
#endif
