#if Store
  package import GRDB
  import GRDBSQLite
  package import Riffle

  // Unsafe memory: `statement` belongs to a `Statement` of GRDB, which this value retains. Column data of SQLite is copied before
  // the statement makes its next step. SQLite checks the numbers of columns and arguments.

  /// A statement whose arguments and columns are complete texts; those of GRDB end at a NUL.
  ///
  /// Only one thread may use it at a time, inside an access to the database.
  package struct RowStatement {
    private let owner: Statement
    private let statement: OpaquePointer
    private let sql: String

    /// - Throws: `DatabaseError`.
    package init(_ db: Database, _ sql: String) throws {
      owner = try db.cachedStatement(sql: sql)
      statement = owner.sqliteStatement
      self.sql = sql
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }

    private func check(_ code: CInt) throws {
      guard code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE else {
        let message = sqlite3_errmsg(sqlite3_db_handle(statement)).map { String(cString: $0) }
        sqlite3_reset(statement)
        throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
      }
    }

    // MARK: - Arguments, from 1

    package func bind(_ index: Int, integer number: Int64) throws {
      try check(sqlite3_bind_int64(statement, CInt(index), number))
    }
    package func bind(_ index: Int, number: Double) throws {
      try check(sqlite3_bind_double(statement, CInt(index), number))
    }
    package func bindNull(_ index: Int) throws { try check(sqlite3_bind_null(statement, CInt(index))) }

    package func bind(_ index: Int, _ text: String) throws {
      var text = text
      try check(
        text.withUTF8 { bytes in
          // Not a null pointer: SQLite interprets that as NULL.
          bytes.withMemoryRebound(to: CChar.self) { bytes in
            sqlite3_bind_text(
              statement, CInt(index), bytes.baseAddress ?? RowStatement.nothing, CInt(bytes.count), RowStatement.copies)
          }
        })
    }

    package func bind(_ index: Int, _ bytes: [UInt8]) throws {
      try check(
        bytes.withUnsafeBytes { bytes in
          bytes.isEmpty
            ? sqlite3_bind_zeroblob(statement, CInt(index), 0)
            : sqlite3_bind_blob(statement, CInt(index), bytes.baseAddress, CInt(bytes.count), RowStatement.copies)
        })
    }

    package func bind(_ index: Int, _ id: ItemID) throws {
      switch id {
      case .integer(let number): try bind(index, integer: number)
      case .text(let text): try bind(index, text)
      }
    }

    /// SQLITE_TRANSIENT.
    private static let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    nonisolated(unsafe) private static let nothing: UnsafePointer<CChar> = {
      let pointer = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
      pointer.initialize(to: 0)
      return UnsafePointer(pointer)
    }()

    // MARK: - Rows

    /// - Returns: whether there is a row.
    /// - Throws: `DatabaseError`.
    package func step() throws -> Bool {
      let code = sqlite3_step(statement)
      try check(code)
      return code == SQLITE_ROW
    }

    /// Makes it ready to run again, with the same arguments.
    package func reset() { sqlite3_reset(statement) }

    /// Runs a statement that returns no rows.
    /// - Returns: the number of rows changed.
    /// - Throws: `DatabaseError`.
    @discardableResult
    package func run() throws -> Int {
      while try step() {}
      let count = Int(sqlite3_changes(sqlite3_db_handle(statement)))
      reset()
      return count
    }

    /// Runs a statement that inserts a row, or changes the existing one.
    /// - Returns: the number of the new row; `nil` if it existed.
    /// - Throws: `DatabaseError`.
    func insert() throws -> Int64? { try insertOrUpdate().inserted }

    /// Runs a statement that inserts a row, changes the existing one, or leaves it unchanged.
    /// - Returns: the number of the new row, and the number of rows written.
    /// - Throws: `DatabaseError`.
    func insertOrUpdate() throws -> (inserted: Int64?, count: Int) {
      let connection = sqlite3_db_handle(statement)
      // SQLite gives no row this number.
      sqlite3_set_last_insert_rowid(connection, .min)
      let count = try run()
      let number = sqlite3_last_insert_rowid(connection)
      return (number == .min ? nil : number, count)
    }

    // MARK: - Columns of the row, from 0

    package func integer(_ index: Int) -> Int64 { sqlite3_column_int64(statement, CInt(index)) }
    func number(_ index: Int) -> Double { sqlite3_column_double(statement, CInt(index)) }
    package func isNull(_ index: Int) -> Bool { type(index) == SQLITE_NULL }
    /// The type of a column, as a constant of SQLite.
    func type(_ index: Int) -> CInt { sqlite3_column_type(statement, CInt(index)) }

    /// Returns the text of a column, with ill-formed UTF-8 repaired.
    package func text(_ index: Int) -> String {
      guard let start = sqlite3_column_text(statement, CInt(index)) else { return "" }
      let count = Int(sqlite3_column_bytes(statement, CInt(index)))
      return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func bytes(_ index: Int) -> [UInt8] {
      guard let start = sqlite3_column_blob(statement, CInt(index)) else { return [] }
      return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, CInt(index)))))
    }

    /// - Returns: `nil` if it is neither an integer nor a text.
    func id(_ index: Int) -> ItemID? {
      switch sqlite3_column_type(statement, CInt(index)) {
      case SQLITE_INTEGER: .integer(integer(index))
      case SQLITE_TEXT: .text(text(index))
      default: nil
      }
    }

    /// - Returns: `nil` if it is `NULL`.
    func payload(_ index: Int) -> StorePayload? {
      switch sqlite3_column_type(statement, CInt(index)) {
      case SQLITE_NULL: nil
      case SQLITE_BLOB: .bytes(bytes(index))
      default: .json(text(index))
      }
    }
  }
#endif
