public import Riffle

/// The reason why a store operation failed. The content of the store is unchanged.
public enum StoreError: Error, Sendable, Hashable {
  /// An error of SQLite, with its extended result code.
  case database(path: String, code: Int32, message: String)
  /// The file is no database, or one of a later version of Riffle.
  case notAStore(path: String, reason: String)
  /// There is no such file, and the store must not be created.
  case missing(path: String)
  /// Another file has taken the place of the database since the store was opened, or the file is gone. Nothing is read from, or
  /// written to, either of them: close the store and open it again.
  case replaced(path: String)
  case cannotFollow(table: String, reason: String)
  /// Since a change of the schema, writes to the table have not been recorded. A store that writes repairs this by itself, if it
  /// can; a store that reads waits for one that writes.
  case notFollowed(table: String, reason: String)
  /// Another process has the store open for writing.
  case otherWriter(path: String)
  /// The store was opened for reading only.
  case readOnly(path: String)
  /// The list belongs to a table that other programs write with SQL.
  case followsTable(table: String)
  /// The batch inserts an item with an id that the list already has.
  case idInUse(id: ItemID)
  /// The batch expects an item to be as it is not any more.
  case itemChanged(id: ItemID)
  /// An item has a value for a field that the list does not have.
  case unknownField(String, known: [String])
  /// An item has a value that its field does not hold.
  case wrongValue(field: String, kind: FieldKind, value: FieldValue)
  /// An item has several values in a field of one.
  case severalValues(field: String)
  /// A field cannot be declared.
  case cannotHaveField(String, reason: String)
  /// The folder of the index cannot be made or locked.
  case indexFolder(reason: String)
  /// The list cannot be indexed.
  case index(IndexError)
  /// Some changes after this one are no longer recorded.
  case changesGone(after: Int64)
  /// The store has been closed.
  case closed(path: String)
}

extension StoreError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .database(let path, let code, let message): "\(path): \(message) (SQLite \(code))"
    case .notAStore(let path, let reason): "\(path) is no store: \(reason)"
    case .missing(let path): "\(path): there is no such file; create it first"
    case .replaced(let path):
      "\(path) is another file than the one that was opened, or is gone: open it again, and stop those who write before you replace it"
    case .cannotFollow(let table, let reason): "the table “\(table)” cannot be followed: \(reason)"
    case .notFollowed(let table, let reason):
      "the table “\(table)” is not followed any more: \(reason); open the list for writing, and it is read anew"
    case .otherWriter(let path): "\(path) is open for writing in another process: end that, or open it for reading"
    case .readOnly(let path): "\(path) is open for reading only"
    case .followsTable(let table): "the list is the table “\(table)”: change it with SQL"
    case .idInUse(let id): "the item \(id) is in the list already: upsert it"
    case .itemChanged(let id): "the item \(id) is not as it was expected any more: read it again"
    case .unknownField(let name, let known):
      known.isEmpty
        ? "there is no field “\(name)”, because the list has none: declare it first"
        : "there is no field “\(name)”: the list has \(known.map { "“\($0)”" }.joined(separator: ", "))"
    case .wrongValue(let field, let kind, let value):
      FilterError.wrongType(field: field, kind: kind, value: value).description
    case .severalValues(let field): "the field “\(field)” has one value: give one, or declare it for several"
    case .cannotHaveField(let name, let reason): "the list cannot have the field “\(name)”: \(reason)"
    case .indexFolder(let reason): reason
    case .index(let error): "\(error)"
    case .changesGone(let sequence):
      "what was changed after \(sequence) is not all noted any more, or is too much: read the whole list"
    case .closed(let path): "\(path) has been closed"
    }
  }
}
