#if Store
  import Foundation
  import GRDB
  import Riffle
#endif

/// The table of a list that a store has created.
enum ItemsTable {
  static let name = "items"

  static func source(_ settings: StoreSettings) -> TableSource {
    TableSource(
      table: name, id: "id", title: "title", searchText: "search_text", reading: "reading", weight: "weight",
      isSearchable: "searchable", order: settings.arrangement == .sections ? ["section", "position"] : [],
      scopes: settings.scopes, section: "section", position: "position", payload: "payload")
  }

  #if Store
    /// `number` is the order of arrival.
    static let schema = """
      CREATE TABLE items (
        number INTEGER PRIMARY KEY,
        id NOT NULL UNIQUE CHECK (typeof(id) IN ('integer', 'text')),
        title TEXT NOT NULL,
        search_text TEXT NOT NULL DEFAULT '',
        reading TEXT NOT NULL DEFAULT '',
        weight INTEGER NOT NULL DEFAULT 0 CHECK (weight BETWEEN 0 AND 65535),
        searchable INTEGER NOT NULL DEFAULT 1 CHECK (searchable IN (0, 1)),
        section TEXT NOT NULL DEFAULT '',
        position REAL NOT NULL DEFAULT 0,
        payload
      )
      """

    static let sectionsIndex = "CREATE INDEX IF NOT EXISTS items_by_section ON items (section, position)"

    private static let columns = "id, title, search_text, reading, weight, searchable, section, position, payload"
    private static let values = "(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
    // `OR FAIL`: each statement writes one row, and on failure the caller rolls back the whole batch. So SQLite need not keep the
    // data to undo the single statement.
    private static let insert = "INSERT OR FAIL INTO items (\(columns)) VALUES \(values)"
    private static let upsert =
      insert + " ON CONFLICT (id) DO UPDATE SET "
      + columns.components(separatedBy: ", ").dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    /// Does not write rows that are unchanged.
    private static let upsertIfOther: String = {
      let names = columns.components(separatedBy: ", ").dropFirst()
      func of(_ table: String) -> String { "(" + names.map { "\(table).\($0)" }.joined(separator: ", ") + ")" }
      return "\(upsert) WHERE \(of("items")) IS NOT \(of("excluded"))"
    }()
    private static let patch = """
      UPDATE OR FAIL items SET title = ifnull(?2, title), search_text = ifnull(?3, search_text), reading = ifnull(?4, reading), \
      weight = ifnull(?5, weight), searchable = ifnull(?6, searchable), section = ifnull(?7, section), \
      position = ifnull(?8, position), payload = CASE WHEN ?10 THEN ?9 ELSE payload END WHERE id = ?1
      """

    /// Creates the table, and the index that its arrangement needs.
    /// - Parameter isThere: whether a store has created it before.
    /// - Throws: ``StoreError/notAStore(path:reason:)``, `DatabaseError`.
    static func make(_ db: Database, _ definition: StoreDefinition, isThere: Bool, _ path: String) throws {
      try checkName(db, isThere: isThere, path)
      if !isThere { try db.execute(sql: schema) }
      if definition.arrangement == .sections { try db.execute(sql: sectionsIndex) }
    }

    /// - Throws: ``StoreError/notAStore(path:reason:)`` if there is a table of that name that no store has created,
    ///   `DatabaseError`.
    static func checkName(_ db: Database, isThere: Bool, _ path: String) throws {
      guard try !isThere && db.hasTable(name) else { return }
      throw StoreError.notAStore(
        path: path, reason: "it has a table “\(name)” that no store has made: follow it instead")
    }

    /// Makes the changes of a batch, in the current transaction.
    /// - Parameters:
    ///   - sql: the statements to read items with.
    ///   - notes: records the changes.
    /// - Returns: the ids of items to change or delete that the table did not have.
    /// - Throws: ``StoreError/idInUse(id:)``, ``StoreError/itemChanged(id:)``, `DatabaseError`.
    static func apply(
      _ batch: StoreBatch, _ sql: TableSQL, _ notes: OwnNotes, _ db: Database
    ) throws -> [ItemID] {
      var notes = notes
      var unknown: [ItemID] = []
      // Prepared once: a batch may have many changes.
      let (insert, upsert) = (try RowStatement(db, insert), try RowStatement(db, upsert))
      for change in batch.changes {
        switch change {
        case .upsert(let item):
          try bind(item, upsert)
          if let number = try upsert.insert() {
            try notes.didInsert(number, db)
          } else {
            try notes.didReplace(item.id, db)
          }
        case .insert(let item):
          do {
            try bind(item, insert)
            if let number = try insert.insert() { try notes.didInsert(number, db) }
          } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            throw StoreError.idInUse(id: item.id)
          }
        case .patch(let id, let patch):
          if try write(id, patch, db) == 0 {
            unknown.append(id)
          } else {
            try notes.didPatch(id, patch, db)
          }
        case .delete(let id):
          let statement = try RowStatement(db, "DELETE FROM items WHERE id = ?")
          try statement.bind(1, id)
          if try statement.run() == 0 { unknown.append(id) } else { try notes.didDelete(id, db) }
        case .expect(let id, let expected):
          var reader = ItemReader(sql)
          var item = try reader.wholeItem(id, db)
          // Their conditions may change their result from one moment to the next.
          if let expected { item?.scopes = expected.scopes }
          if item != expected { throw StoreError.itemChanged(id: id) }
        case .replaceAll(let items): try replaceAll(items, &notes, db)
        }
      }
      try notes.finish(db)
      return unknown
    }

    private static func replaceAll(
      _ items: StoreBatch.ItemReading, _ notes: inout OwnNotes, _ db: Database
    ) throws {
      // On disk if there are many.
      try db.execute(sql: "CREATE TEMP TABLE IF NOT EXISTS riffle_named (id PRIMARY KEY) WITHOUT ROWID")
      try db.execute(sql: "DELETE FROM temp.riffle_named")
      defer { try? db.execute(sql: "DELETE FROM temp.riffle_named") }
      let upsert = try RowStatement(db, upsertIfOther)
      let name = try RowStatement(db, "INSERT OR IGNORE INTO temp.riffle_named VALUES (?)")
      try items { item in
        try name.bind(1, item.id)
        try name.run()
        try bind(item, upsert)
        let written = try upsert.insertOrUpdate()
        if let number = written.inserted {
          try notes.didInsert(number, db)
        } else if written.count > 0 {
          try notes.didReplace(item.id, db)
        }
      }
      let gone = try RowStatement(
        db, "DELETE FROM items WHERE id NOT IN (SELECT id FROM temp.riffle_named) RETURNING id")
      defer { gone.reset() }
      while try gone.step() {
        if let id = gone.id(0) { try notes.didDelete(id, db) }
      }
    }

    private static func bind(_ item: StoreItem, _ statement: RowStatement) throws {
      try statement.bind(1, item.id)
      try statement.bind(2, item.title)
      try statement.bind(3, item.searchText)
      try statement.bind(4, item.reading)
      try statement.bind(5, integer: Int64(item.weight))
      try statement.bind(6, integer: item.isSearchable ? 1 : 0)
      try statement.bind(7, item.section)
      try statement.bind(8, number: item.position)
      try bind(item.payload, 9, statement)
    }

    /// - Returns: the number of rows written.
    private static func write(_ id: ItemID, _ change: StorePatch, _ db: Database) throws -> Int {
      let statement = try RowStatement(db, patch)
      try statement.bind(1, id)
      for (index, text) in [(2, change.title), (3, change.searchText), (4, change.reading), (7, change.section)] {
        if let text { try statement.bind(index, text) }
      }
      if let weight = change.weight { try statement.bind(5, integer: Int64(weight)) }
      if let isSearchable = change.isSearchable { try statement.bind(6, integer: isSearchable ? 1 : 0) }
      if let position = change.position { try statement.bind(8, number: position) }
      try statement.bind(10, integer: change.payload == nil ? 0 : 1)
      try bind(change.payload ?? nil, 9, statement)
      return try statement.run()
    }

    private static func bind(_ payload: StorePayload?, _ index: Int, _ statement: RowStatement) throws {
      switch payload {
      case nil: try statement.bindNull(index)
      case .json(let text)?: try statement.bind(index, text)
      case .bytes(let bytes)?: try statement.bind(index, bytes)
      }
    }
  #endif
}
