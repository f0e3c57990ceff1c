import Riffle

#if Store
  import Foundation
  import GRDB
#endif

/// The table of a list that a store has created.
enum ItemsTable {
  static let name = "items"

  static func source(_ settings: StoreSettings) -> TableSource {
    TableSource(
      table: name, id: "id", title: "title", searchText: "search_text", reading: "reading", weight: "weight",
      isSearchable: "searchable", order: settings.arrangement == .sections ? ["section", "position"] : [],
      scopes: settings.scopes, section: "section", position: "position", payload: "payload",
      fields: settings.fields.map { TableField($0, column(of: $0)) })
  }

  /// Returns the quoted column with the values of a field.
  static func column(of field: FieldDefinition) -> String {
    "\"" + columnName(of: field).replacing("\"", with: "\"\"") + "\""
  }

  private static func columnName(of field: FieldDefinition) -> String { "field_" + field.name }

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

    /// Creates the table, the columns of its fields, and the index that its arrangement needs.
    /// - Parameter kept: the present definition; `nil` if no store has created the table before.
    /// - Throws: ``StoreError/notAStore(path:reason:)``, `DatabaseError`.
    static func make(_ db: Database, _ definition: StoreDefinition, kept: StoreDefinition?, _ path: String) throws {
      try checkName(db, isThere: kept != nil, path)
      if kept == nil { try db.execute(sql: schema) }
      let known = Set(kept?.source.fields.map(\.definition.name) ?? [])
      for field in definition.source.fields.map(\.definition) where !known.contains(field.name) {
        try makeColumn(of: field, db)
      }
      if definition.arrangement == .sections { try db.execute(sql: sectionsIndex) }
    }

    /// Adds the column of a field, or clears the one of a removed field with this name.
    /// - Throws: `DatabaseError`.
    private static func makeColumn(of field: FieldDefinition, _ db: Database) throws {
      let isThere = try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM pragma_table_info(?) WHERE name = ? COLLATE NOCASE)",
        arguments: [name, columnName(of: field)])
      let column = column(of: field)
      try db.execute(
        sql: isThere == true
          ? "UPDATE items SET \(column) = NULL WHERE \(column) IS NOT NULL" : "ALTER TABLE items ADD COLUMN \(column)")
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
    ///   - table: the statements.
    ///   - notes: records the changes.
    /// - Returns: the ids of items to change or delete that the table did not have.
    /// - Throws: ``StoreError/idInUse(id:)``, ``StoreError/itemChanged(id:)``, the errors of ``ItemWriter``, `DatabaseError`.
    static func apply(
      _ batch: StoreBatch, _ table: OwnTable, _ notes: inout OwnNotes, _ db: Database
    ) throws -> [ItemID] {
      var unknown: [ItemID] = []
      let (sql, writer) = (table.sql, table.writer)
      // Prepared once: a batch may have many changes.
      let (insert, upsert) = (try RowStatement(db, writer.insert), try RowStatement(db, writer.upsert))
      for change in batch.changes {
        switch change {
        case .upsert(let item):
          try writer.bind(item, upsert)
          if let number = try upsert.insert() {
            try notes.didInsert(number, item, db)
          } else {
            try notes.didReplace(item, db)
          }
        case .insert(let item):
          do {
            try writer.bind(item, insert)
            if let number = try insert.insert() { try notes.didInsert(number, item, db) }
          } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            throw StoreError.idInUse(id: item.id)
          }
        case .patch(let id, let patch):
          if try writer.write(id, patch, db) == 0 {
            unknown.append(id)
          } else {
            try notes.didPatch(id, patch, db)
          }
        case .deleteIf(let ids, let condition): try delete(ids, condition, sql, &notes, db)
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
        case .replaceAll(let items): try replaceAll(items, writer, &notes, db)
        }
      }
      try notes.finish(db)
      return unknown
    }

    private static let itemsAtOnce = 500

    private static func delete(
      _ ids: [ItemID], _ condition: StoreBatch.ItemCondition, _ sql: TableSQL, _ notes: inout OwnNotes, _ db: Database
    ) throws {
      var reader = ItemReader(sql)
      let statement = try RowStatement(db, "DELETE FROM items WHERE id = ?")
      for start in stride(from: 0, to: ids.count, by: itemsAtOnce) {
        let items = try ids[start..<min(ids.count, start + itemsAtOnce)].compactMap { try reader.wholeItem($0, db) }
        for (item, isMet) in zip(items, try condition(items)) where isMet {
          try statement.bind(1, item.id)
          try statement.run()
          try notes.didDelete(item.id, db)
        }
      }
    }

    private static func replaceAll(
      _ items: StoreBatch.ItemReading, _ writer: ItemWriter, _ notes: inout OwnNotes, _ db: Database
    ) throws {
      // On disk if there are many.
      try db.execute(sql: "CREATE TEMP TABLE IF NOT EXISTS riffle_named (id PRIMARY KEY) WITHOUT ROWID")
      try db.execute(sql: "DELETE FROM temp.riffle_named")
      defer { try? db.execute(sql: "DELETE FROM temp.riffle_named") }
      let upsert = try RowStatement(db, writer.upsertIfOther)
      let name = try RowStatement(db, "INSERT OR IGNORE INTO temp.riffle_named VALUES (?)")
      try items { item in
        try name.bind(1, item.id)
        try name.run()
        try writer.bind(item, upsert)
        let written = try upsert.insertOrUpdate()
        if let number = written.inserted {
          try notes.didInsert(number, item, db)
        } else if written.count > 0 {
          try notes.didReplace(item, db)
        }
      }
      let gone = try RowStatement(
        db, "DELETE FROM items WHERE id NOT IN (SELECT id FROM temp.riffle_named) RETURNING id")
      defer { gone.reset() }
      while try gone.step() {
        if let id = gone.id(0) { try notes.didDelete(id, db) }
      }
    }
  #endif
}
