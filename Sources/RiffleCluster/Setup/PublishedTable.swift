#if Cluster
  /// A table of PostgreSQL as a publication publishes it, or as it is.
  struct PublishedTable: Sendable, Hashable {
    struct Column: Sendable, Hashable {
      let name: String
      /// The OID of its type; of a domain, that of the type below it.
      let type: UInt32
      let isRequired: Bool
    }

    let id: UInt32
    let schema, name: String
    /// In the order of the table.
    let columns: [Column]
    /// The condition that rows meet; `nil` for all rows.
    let filter: String?
    /// The columns by which changes name rows.
    let identity: [String]

    subscript(column: String) -> Column? { columns.first { $0.name == column } }

    init(
      id: UInt32, schema: String, name: String, columns: [Column], filter: String?, identity: [String]
    ) {
      (self.id, self.schema, self.name, self.columns) = (id, schema, name, columns)
      (self.filter, self.identity) = (filter, identity)
    }

    /// Reads what a publication publishes.
    /// - Throws: ``ClusterError/publication(name:reason:)`` if it is not one table.
    init(publication name: String, _ connection: PostgresConnection) throws(ClusterError) {
      let publication = PostgresName.literal(name)
      let isThere = try connection.rows("SELECT 1 FROM pg_publication WHERE pubname = \(publication)")
      guard !isThere.isEmpty else { throw .publication(name: name, reason: "the database has none of that name") }
      let tables = try connection.rows(
        """
        SELECT c.oid, published.schemaname, published.tablename, published.rowfilter
        FROM pg_publication_tables AS published
        JOIN pg_namespace AS n ON n.nspname = published.schemaname
        JOIN pg_class AS c ON c.relnamespace = n.oid AND c.relname = published.tablename
        WHERE published.pubname = \(publication)
        """)
      guard tables.count == 1 else {
        throw .publication(name: name, reason: "it publishes \(tables.count) tables, and a list is one table")
      }
      let all = try PublishedTable.columns(tables[0][0], connection)
      let published = try connection.rows(
        "SELECT unnest(attnames) FROM pg_publication_tables WHERE pubname = \(publication)"
      ).compactMap { $0.first ?? nil }
      try self.init(tables[0], all.filter { published.contains($0.name) }, filter: tables[0][3], connection)
    }

    /// Reads what a table is.
    /// - Throws: ``ClusterError/unknownTable(name:)``.
    init(schema: String, table: String, _ connection: PostgresConnection) throws(ClusterError) {
      let tables = try connection.rows(
        """
        SELECT c.oid, n.nspname, c.relname FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
        WHERE n.nspname = \(PostgresName.literal(schema)) AND c.relname = \(PostgresName.literal(table))
        AND c.relkind = 'r'
        """)
      guard let found = tables.first else { throw .unknownTable(name: "\(schema).\(table)") }
      try self.init(found, try PublishedTable.columns(found[0], connection), filter: nil, connection)
    }

    private init(
      _ row: [String?], _ columns: [Column], filter: String?, _ connection: PostgresConnection
    ) throws(ClusterError) {
      guard let text = row[0], let id = UInt32(text), let schema = row[1], let name = row[2] else {
        throw .malformed(reason: "a table has no name")
      }
      (self.id, self.schema, self.name, self.columns, self.filter) = (id, schema, name, columns, filter)
      identity = try connection.rows(
        """
        SELECT a.attname FROM pg_class AS c JOIN pg_index AS i ON i.indrelid = c.oid
        JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
        WHERE c.oid = \(id) AND i.indisvalid AND i.indimmediate
        AND CASE c.relreplident WHEN 'i' THEN i.indisreplident WHEN 'n' THEN false ELSE i.indisprimary END
        """
      ).compactMap { $0.first ?? nil }
    }

    private static func columns(
      _ table: String?, _ connection: PostgresConnection
    ) throws(ClusterError) -> [Column] {
      try connection.rows(
        """
        SELECT a.attname, CASE t.typtype WHEN 'd' THEN t.typbasetype ELSE t.oid END, a.attnotnull
        FROM pg_attribute AS a JOIN pg_type AS t ON t.oid = a.atttypid
        WHERE a.attrelid = \(table ?? "0") AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
        """
      ).compactMap { row in
        guard let name = row[0], let type = row[1].flatMap({ UInt32($0) }) else { return nil }
        return Column(name: name, type: type, isRequired: row[2] == "t")
      }
    }

    /// Checks that the id of the list identifies rows.
    /// - Returns: the type of the id.
    /// - Throws: ``ClusterError/noPrimaryKey(table:reason:)``, ``ClusterError/unknownColumn(table:column:)``.
    @discardableResult
    func checkKey(_ id: String) throws(ClusterError) -> KeyType {
      guard let column = self[id] else { throw .unknownColumn(table: name, column: id) }
      if identity.isEmpty {
        throw .noPrimaryKey(
          table: name, reason: "it has no primary key: run ALTER TABLE \(name) ADD PRIMARY KEY (\(id)) first")
      }
      guard identity == [id] else {
        throw .noPrimaryKey(
          table: name,
          reason: """
            its rows are told apart by \(identity.joined(separator: ", ")), not by “\(id)” alone: choose another id, or a unique \
            index with ALTER TABLE … REPLICA IDENTITY USING INDEX
            """)
      }
      guard let type = KeyType(type: column.type) else {
        throw .noPrimaryKey(
          table: name, reason: "its column “\(id)” is no whole number, text or uuid, as the id of an item must be")
      }
      return type
    }
  }
#endif
