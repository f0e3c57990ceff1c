#if Cluster
  import GRDB
  import Riffle
  import RiffleStore

  /// What makes a table of PostgreSQL a list that nodes can follow: a definition, and a publication for each part of it.
  public struct PostgresSetup: Sendable, Hashable {
    /// The name of the list.
    public var list: String
    public var definition: ListDefinition
    /// Whether a table of Riffle's own shape is made if there is none.
    public var makesTable = false
    /// Whether the ids of a table that is made are texts; otherwise they are whole numbers.
    public var hasTextIDs = false
    /// In how many shards the list can be followed, beside as a whole.
    public var shardCounts: [Int] = []
    /// The role that nodes log in as; it is made if there is none. `nil` grants nothing.
    public var role: String?

    public init(list: String, _ definition: ListDefinition) { (self.list, self.definition) = (list, definition) }

    /// Whether a list may be called so: names of publications and slots are made of it.
    public static func isName(_ name: String) -> Bool {
      (1...32).contains(name.utf8.count)
        && name.utf8.allSatisfy {
          UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
            || UInt8(ascii: "_") == $0
        }
    }

    // MARK: - Statements

    /// The statements that set the list up in a database as it is now. They run in one transaction.
    /// - Throws: ``ClusterError``.
    public func statements(_ info: ConnectionInfo) throws(ClusterError) -> [String] {
      try statements(try PostgresConnection(info))
    }

    /// Sets the list up.
    /// - Throws: ``ClusterError``; nothing has been changed then.
    public func run(_ info: ConnectionInfo) throws(ClusterError) {
      let connection = try PostgresConnection(info)
      try connection.rows("BEGIN")
      for statement in try statements(connection) { try connection.rows(statement) }
      try connection.rows("COMMIT")
    }

    private func statements(_ connection: PostgresConnection) throws(ClusterError) -> [String] {
      guard PostgresSetup.isName(list) else {
        throw .definition(list: list, reason: "its name may have 1 to 32 small letters, digits and “_”")
      }
      let (table, isThere, added) = try table(connection)
      let key = try table.checkKey(definition.source.id)
      let columns = try columns(of: table)
      var statements = [
        "CREATE SCHEMA IF NOT EXISTS riffle",
        "CREATE TABLE IF NOT EXISTS riffle.lists (name text PRIMARY KEY, definition text NOT NULL)",
      ]
      if !isThere { statements.append(makeTable) }
      statements += added.map { "ALTER TABLE \(definition.table) ADD COLUMN \($0)" }
      let names = columns.map { PostgresName.quoted($0) }.joined(separator: ", ")
      for shard in try [nil] + shards {
        let publication = PostgresName.publication(list, shard)
        let name = PostgresName.quoted(publication)
        let condition = shard.map { " WHERE \($0.condition(key: definition.source.id, key))" } ?? ""
        let known = try connection.rows(
          "SELECT 1 FROM pg_publication WHERE pubname = \(PostgresName.literal(publication))")
        statements.append(
          known.isEmpty
            ? "CREATE PUBLICATION \(name) FOR TABLE \(definition.table) (\(names))\(condition)"
            : "ALTER PUBLICATION \(name) SET TABLE \(definition.table) (\(names))\(condition)")
      }
      let text = PostgresName.literal(try definition.json)
      statements.append(
        """
        INSERT INTO riffle.lists (name, definition) VALUES (\(PostgresName.literal(list)), \(text)) \
        ON CONFLICT (name) DO UPDATE SET definition = excluded.definition
        """)
      return statements + (try grants(connection))
    }

    private var shards: [Shard?] {
      get throws(ClusterError) {
        var shards: [Shard?] = []
        for count in shardCounts { for number in 0..<count { shards.append(try Shard(number, of: count)) } }
        return shards
      }
    }

    private func grants(_ connection: PostgresConnection) throws(ClusterError) -> [String] {
      guard let role else { return [] }
      let name = PostgresName.quoted(role)
      let known = try connection.rows(
        "SELECT rolreplication OR rolsuper FROM pg_roles WHERE rolname = \(PostgresName.literal(role))")
      var statements: [String] = []
      if known.isEmpty {
        statements.append("CREATE ROLE \(name) LOGIN REPLICATION")
      } else if known[0] != ["t"] {
        statements.append("ALTER ROLE \(name) REPLICATION")
      }
      return statements + [
        "GRANT USAGE ON SCHEMA riffle, \(PostgresName.quoted(definition.schema)) TO \(name)",
        "GRANT SELECT ON riffle.lists, \(definition.table) TO \(name)",
      ]
    }

    // MARK: - The table

    /// Returns the table as it will be.
    /// - Returns: also the declarations of columns that a table of Riffle's own shape lacks.
    private func table(
      _ connection: PostgresConnection
    ) throws(ClusterError) -> (PublishedTable, isThere: Bool, added: [String]) {
      do throws(ClusterError) {
        let found = try PublishedTable(schema: definition.schema, table: definition.source.table, connection)
        if !makesTable { return (found, true, []) }
        let (columns, declarations) = try added(to: found)
        return (found.adding(columns), true, declarations)
      } catch {
        guard makesTable, case .unknownTable = error else { throw error }
        // Names of fields may be too long.
        _ = try added(to: PublishedTable(own: definition, hasTextIDs: hasTextIDs))
        return (PublishedTable(own: definition, hasTextIDs: hasTextIDs), false, [])
      }
    }

    /// Returns the columns of fields that a table lacks.
    /// - Throws: ``ClusterError/definition(list:reason:)`` if a column is of another type than its field.
    private func added(
      to table: PublishedTable
    ) throws(ClusterError) -> (columns: [PublishedTable.Column], declarations: [String]) {
      var (columns, declarations): ([PublishedTable.Column], [String]) = ([], [])
      for field in definition.source.fields.map(\.definition) {
        let (name, type) = (FieldDefinition.ownColumn(field.name), field.ownType)
        guard name.utf8.count <= PostgresSetup.longestColumn else {
          throw .definition(
            list: list,
            reason: "the name of the field “\(field.name)” has more than \(PostgresSetup.longestColumn - 6) bytes")
        }
        if let known = table[name] {
          if known.type == type.oid { continue }
          throw .definition(
            list: list,
            reason:
              "the column “\(name)” of its table is not \(type.name), as the field is: drop or rename the column first")
        }
        columns.append(PublishedTable.Column(name: name, type: type.oid, isRequired: false))
        declarations.append("\(PostgresName.quoted(name)) \(type.name)")
      }
      return (columns, declarations)
    }

    /// The most bytes of the name of a column; PostgreSQL cuts longer names.
    private static let longestColumn = 63

    /// Makes a table of Riffle's own shape. `number` is the order in which rows have come.
    private var makeTable: String {
      """
      CREATE TABLE \(definition.table) (
        number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
        id \(hasTextIDs ? "text" : "bigint") PRIMARY KEY,
        title text NOT NULL,
        search_text text NOT NULL DEFAULT '',
        reading text NOT NULL DEFAULT '',
        weight integer NOT NULL DEFAULT 0 CHECK (weight BETWEEN 0 AND 65535),
        searchable boolean NOT NULL DEFAULT true,
        section text NOT NULL DEFAULT '',
        position double precision NOT NULL DEFAULT 0,
        payload text\(definition.source.fields.map { field in
          ",\n  " + PostgresName.quoted(FieldDefinition.ownColumn(field.definition.name)) + " " + field.definition.ownType.name
        }.joined())
      )
      """
    }

    /// The columns that the list is made of: no others are sent to nodes.
    /// - Throws: ``ClusterError/definition(list:reason:)`` if an expression cannot be evaluated,
    ///   ``ClusterError/unknownColumn(table:column:)``.
    private func columns(of table: PublishedTable) throws(ClusterError) -> [String] {
      let mirror = try MirrorTable(table, definition)
      let source = definition.source
      let needed = Set([source.id] + source.order + [definition.arrival].compactMap { $0 })
      do {
        return try DatabaseQueue().write { db in
          try db.execute(sql: mirror.schema)
          let list = source.expressions.map { "(\($0))" }.joined(separator: ", ")
          let region = try db.makeStatement(sql: "SELECT \(list) FROM \(TableSQL.quoted(mirror.name))")
            .databaseRegion
          return mirror.columns.filter { column in
            needed.contains(column)
              || region.isModified(byEventsOfKind: .update(tableName: mirror.name, columnNames: [column]))
          }
        }
      } catch {
        let reason = (error as? DatabaseError)?.message ?? "\(error)"
        throw .definition(list: list, reason: "an expression cannot be evaluated: \(reason)")
      }
    }
  }

  extension PublishedTable {
    /// The table that is made for a list.
    fileprivate init(own definition: ListDefinition, hasTextIDs: Bool) {
      let columns: [(String, UInt32, Bool)] = [
        ("number", 20, true), ("id", hasTextIDs ? 25 : 20, true), ("title", 25, true), ("search_text", 25, true),
        ("reading", 25, true), ("weight", 23, true), ("searchable", 16, true), ("section", 25, true),
        ("position", 701, true), ("payload", 25, false),
      ]
      self.init(
        id: 0, schema: definition.schema, name: definition.source.table,
        columns: columns.map { Column(name: $0.0, type: $0.1, isRequired: $0.2) }
          + definition.source.fields.map(\.definition).map { field in
            Column(name: FieldDefinition.ownColumn(field.name), type: field.ownType.oid, isRequired: false)
          }, filter: nil, identity: ["id"])
    }

    fileprivate func adding(_ added: [Column]) -> PublishedTable {
      PublishedTable(
        id: id, schema: schema, name: name, columns: columns + added, filter: filter, identity: identity)
    }
  }
#endif
