package import Riffle

/// The index of a list: keeps its rows in list order, and finds them.
struct RowIndex: Sendable {
  /// The scope of rows that are not hidden themselves.
  static let shown = "riffle.shown"

  let index: SearchIndex<AnyRow, RowID>
  /// The session of the list's search field, which reuses results of the last keystroke.
  let session: SearchSession<AnyRow, RowID>
  let settings: ListSettings

  /// - Throws: ``ListError/duplicateID(of:id:)``, ``ListError/tooLarge(what:limit:)``.
  init(_ rows: some Sequence<AnyRow>, _ settings: ListSettings) throws(ListError) {
    self.settings = settings
    var scopes = settings.scopes
    scopes[RowIndex.shown] = { !$0.traits.isHidden }
    do {
      index = try SearchIndex(rows, scopes: scopes, fields: settings.fields, options: settings.index)
    } catch {
      throw ListError(error)
    }
    session = index.session()
  }

  /// Creates an index for a list whose rows are kept elsewhere, and searches them there.
  init(_ index: SearchIndex<AnyRow, RowID>, _ settings: ListSettings) {
    self.index = index
    self.settings = settings
    session = index.session()
  }
}

extension SearchIndex<AnyRow, RowID> {
  /// - Throws: `IndexError`.
  package convenience init(
    _ rows: some Sequence<AnyRow>, scopes: [String: @Sendable (AnyRow) -> Bool], fields: [SearchField<AnyRow>] = [],
    options: IndexOptions
  ) throws(IndexError) {
    // Dynamic member lookup would resolve its path anew for every row.
    try self.init(
      rows, id: { $0.id }, title: { $0.traits.title }, searchText: { $0.traits.searchText },
      reading: { $0.traits.reading }, weight: { $0.traits.weight }, isSearchable: { $0.traits.isSearchable },
      scopes: scopes, fields: fields, options: options)
  }
}

extension ListError {
  init(_ error: IndexError) {
    switch error {
    case .duplicateID(let id, _, _), .idInUse(let id, _): self = .duplicateID(of: .row, id: id)
    case .unknownID(let id, _), .notInManualOrder(let id, _): self = .unknownID(of: .row, id: id)
    case .changedID(let from, let to, _): self = .changedID(from: from, to: to)
    case .positionOutOfRange(let position, let count, _):
      self = .outOfRange(index: position, count: count, in: "the list")
    case .tooLarge(let what, let limit): self = .tooLarge(what: what, limit: limit)
    case .duplicateField(let name): self = .duplicateID(of: .field, id: name)
    case .isBeingChanged: self = .isBeingEdited
    }
  }
}
