import Riffle

/// A list whose index another list continues: the same list with other fields.
struct FormerList: Codable, Sendable, Hashable {
  /// The id of the list that its index files name.
  let list: FileID
  /// The names of the fields whose values in these files are those of the present list.
  let fields: [String]
  /// The change from which on items have the present fields.
  let sequence: Int64
}

extension StoreDefinition {
  /// All parts of the index except the fields that its order does not depend on.
  private var besidesFields: StoreDefinition {
    var definition = ofIndex
    definition.source.fields.removeAll { !OrderFields.contains($0.definition.name) }
    return definition
  }

  /// Returns the names of the fields that another definition has, too; `nil` if the definitions differ in more than fields.
  func fields(sharedWith other: StoreDefinition) -> [String]? {
    guard besidesFields == other.besidesFields else { return nil }
    let others = Set(other.source.fields)
    return source.fields.filter { others.contains($0) }.map(\.definition.name)
  }
}

#if Store
  import GRDB

  extension ListRecord {
    /// Returns the lists whose index a list of another definition can continue; none if it needs another index.
    ///
    /// There are several if fields have been changed before, and the index has not followed yet: the manifest that the database
    /// has last may not be on the disk.
    /// - Throws: `DatabaseError`.
    func formers(of definition: StoreDefinition, _ db: Database) throws -> [FormerList] {
      guard let shared = self.definition.fields(sharedWith: definition) else { return [] }
      let sequence = try lastSequence(db) + 1
      let lists = [(list.id, shared)] + (self.definition.formers ?? []).map { ($0.list, $0.fields) }
      return try lists.filter { try hasManifest(of: $0.0, db) }.map { id, fields in
        FormerList(list: id, fields: fields.filter(shared.contains), sequence: sequence)
      }
    }

    /// Replaces the definition by one of other fields. The record of changes stays, so the index can continue; triggers are
    /// recreated, because they depend on the columns that fields read.
    /// - Returns: the new record.
    /// - Throws: ``StoreError/cannotFollow(table:reason:)``, ``StoreError/cannotHaveField(_:reason:)``, `DatabaseError`.
    func continued(_ definition: StoreDefinition, _ formers: [FormerList], _ db: Database) throws -> ListRecord {
      let sql = try ListRecord.check(definition, db)
      for statement in TableSQL.unhook(name, names) + sql.triggers { try db.execute(sql: statement) }
      // So a reader of items detects that it has none with the present fields.
      try db.execute(
        sql: "INSERT INTO \(sql.changes) (riffle_sequence, riffle_kind) VALUES (?, ?)",
        arguments: [formers.first?.sequence, TableSQL.NoteKind.content.rawValue])
      var definition = definition
      definition.formers = formers
      try db.execute(
        sql: "UPDATE \(names.lists) SET id = ?, definition = ?, triggers = ?, table_sql = ? WHERE name = ?",
        arguments: [FileID().description, definition.json, sql.triggerText, sql.shape.sql, name])
      return try ListRecord(db, table: name, path: path) ?? self
    }
  }
#endif
