#if Store
  import GRDB
  import Riffle

  /// A reader of some fields of a table's rows, by id.
  ///
  /// Ids that come in the order of the rows' numbers are read by a scan of the table, others are looked up.
  struct FieldValueReader {
    private let fields: [FieldDefinition]
    private let lookup: RowStatement
    /// The rows from a number on; `nil` if rows have none.
    private let scan: RowStatement?
    /// The id of the row at which the scan stands.
    private var next: ItemID?
    /// The number of the row that was looked up last.
    private var last: Int64?

    /// - Parameters:
    ///   - fields: some of the fields of the list.
    ///   - db: in a read transaction, as long as this is used.
    /// - Throws: `DatabaseError`.
    init(_ sql: TableSQL, _ fields: [FieldDefinition], _ db: Database) throws {
      self.fields = fields
      let statements = sql.values(of: Set(fields.map(\.name)))
      lookup = try RowStatement(db, statements.ofRow)
      scan = try statements.fromNumber.map { try RowStatement(db, $0) }
    }

    /// Ends the statements.
    func reset() {
      lookup.reset()
      scan?.reset()
    }

    /// Returns the values of a row in each field; none of any if there is no row with the id.
    /// - Throws: `DatabaseError`.
    mutating func values(_ id: ItemID) throws -> [[FieldValue]] {
      if let scan, next == id {
        let values = values(scan)
        try advance(scan)
        return values
      }
      lookup.reset()
      try lookup.bind(1, id)
      try lookup.bind(2, id)
      guard try lookup.step() else { return fields.map { _ in [] } }
      let values = values(lookup)
      if let scan {
        let number = lookup.integer(0)
        // Rows that follow each other now are likely to go on so.
        if let last, number > last, number - last <= FieldValueReader.mostNumbersPassed, number < .max {
          scan.reset()
          try scan.bind(1, integer: number + 1)
          try advance(scan)
        }
        last = number
      }
      return values
    }

    /// The most numbers of deleted rows between two that are taken for neighbours.
    private static let mostNumbersPassed: Int64 = 8

    private mutating func advance(_ scan: RowStatement) throws {
      next = nil
      while next == nil, try scan.step() { next = scan.id(1) }
    }

    private func values(_ row: RowStatement) -> [[FieldValue]] {
      fields.enumerated().map { row.values(2 + $0, $1) }
    }
  }
#endif
