#if Store
  import GRDB
  import Riffle

  /// The first column of a table's order, if it holds the section.
  ///
  /// The first rows of sections are found in an index of the database that begins with the column, one step for each section. So
  /// rows are not counted.
  struct SectionColumn: Sendable {
    private let first, next, counted, name: String
    /// Whether the database has such an index.
    private let isIndexed: Bool

    /// - Returns: `nil` if the rows are not ordered by their section.
    /// - Throws: `DatabaseError`.
    init?(_ db: Database, _ sql: TableSQL) throws {
      let (source, table) = (sql.source, sql.table)
      guard let order = source.order.first, let section = source.section,
        [order.lowercased(), TableSQL.quoted(order).lowercased()].contains(section.lowercased())
      else { return nil }
      let (column, id) = (TableSQL.quoted(order), TableSQL.quoted(source.id))
      let text = "CAST(\(table).\(column) AS TEXT)"
      let columns = source.order.map { TableSQL.quoted($0) } + sql.shape.arrival
      let end =
        "typeof(\(table).\(id)) IN ('integer', 'text') ORDER BY \(columns.map { "\(table).\($0)" }.joined(separator: ", ")) LIMIT 1"
      first = "SELECT \(text), \(table).\(id) FROM \(table) WHERE \(end)"
      next = """
        SELECT \(text), \(table).\(id) FROM \(table) WHERE \(table).\(column) > \
        (SELECT riffle_other.\(column) FROM \(table) AS riffle_other WHERE riffle_other.\(id) = ?) AND \(end)
        """
      counted = """
        SELECT min(\(text)), count(*) FROM \(table) WHERE typeof(\(table).\(id)) IN ('integer', 'text') \
        GROUP BY \(table).\(column) ORDER BY \(table).\(column)
        """
      name = "SELECT \(text) FROM \(table) WHERE \(table).\(id) = ?"
      isIndexed =
        try Bool.fetchOne(
          db,
          sql: """
            SELECT EXISTS (SELECT 1 FROM pragma_index_list(?) AS list, pragma_index_xinfo(list.name) AS part
            WHERE NOT list.partial AND part.seqno = 0 AND part.name = ? COLLATE NOCASE AND NOT part."desc")
            """,
          arguments: [source.table, order]) ?? false
    }

    /// The number of rows that take as long to count as finding one section.
    private static let rowsInStep = 50

    /// Returns the sections of a list, in its order, with their row counts.
    /// - Parameter items: the list in the state of the current transaction.
    /// - Complexity: O(log *n*) for each section; O(*n*) if there are very many, or there is no index.
    /// - Throws: `DatabaseError`.
    func sections(of items: Snapshot<Item<ItemID>, ItemID>, _ db: Database) throws -> [StoreSections.Section] {
      var starts: [(name: String, position: Int)] = []
      var isCounted = !isIndexed
      var id: ItemID?
      while !isCounted {
        let row = try RowStatement(db, id == nil ? first : next)
        defer { row.reset() }
        if let id { try row.bind(1, id) }
        guard try row.step(), let found = row.id(1) else { break }
        id = found
        // A list that is still being read does not have it yet.
        guard let position = items.position(of: found) else { break }
        starts.append((row.text(0), position))
        isCounted = starts.count > 64 + items.count / SectionColumn.rowsInStep
      }
      if isCounted {
        starts = []
        var position = 0
        let row = try RowStatement(db, counted)
        defer { row.reset() }
        while position < items.count, try row.step() {
          starts.append((row.text(0), position))
          position += Int(row.integer(1))
        }
      }
      return SectionColumn.sections(starts, count: items.count)
    }

    private static func sections(_ starts: [(name: String, position: Int)], count: Int) -> [StoreSections.Section] {
      if count == 0 { return [] }
      // This fails if the database is ahead of a list that is being read, or if numbers and texts of a column have the same form.
      let ascend = zip(starts, starts.dropFirst()).allSatisfy { $0.position < $1.position }
      let areApart = Set(starts.map { Array($0.name.utf8) }).count == starts.count
      guard ascend, areApart, starts.first?.position == 0, (starts.last?.position ?? 0) < count else {
        return [StoreSections.Section("", rowCount: count)]
      }
      return starts.indices.map { index in
        let end = index + 1 < starts.count ? starts[index + 1].position : count
        return StoreSections.Section(starts[index].name, rowCount: end - starts[index].position)
      }
    }

    /// Returns the section of each of some items.
    /// - Throws: `DatabaseError`.
    func names(of ids: [ItemID], _ db: Database) throws -> [String] {
      let row = try RowStatement(db, name)
      defer { row.reset() }
      return try ids.compactMap { id in
        row.reset()
        try row.bind(1, id)
        return try row.step() ? row.text(0) : nil
      }
    }
  }
#endif
