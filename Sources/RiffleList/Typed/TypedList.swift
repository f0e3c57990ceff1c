/// A list of payloads of one type, with ids of one type, for programs without other rows.
///
///     let contacts = TypedList(list, id: \Contact.number, title: \.name) { contact, row in row.subtitle = contact.phone }
///     try contacts.transaction { edit in
///       try edit.insert([ada], at: .end(of: "friends"))
///       try edit.update(7) { $0.phone = "12 34" }
///     }
///     contacts[7]?.name
///     for contact in contacts.shown { … }
///
/// It is a view of the same list without casts, and stores nothing itself: any number of them cost nothing. Rows of other
/// payloads, such as load notices, are omitted.
public struct TypedList<ID: RowIdentifier, Payload: Sendable>: Sendable {
  public let model: ListModel
  /// Returns the row of a payload.
  let row: @Sendable (Payload) -> AnyRow

  /// - Parameters:
  ///   - configure: sets traits of a row in addition to its id and its title.
  public init(
    _ model: ListModel, id: @escaping @Sendable (Payload) -> ID, title: @escaping @Sendable (Payload) -> String,
    kind: RowKind = .standard, configure: @escaping @Sendable (Payload, inout RowTraits) -> Void = { _, _ in }
  ) {
    self.model = model
    row = { payload in
      AnyRow(
        Row(id: id(payload).rowID, title: title(payload), kind: kind, payload: payload) { configure(payload, &$0) })
    }
  }

  public init(
    _ model: ListModel, id: @escaping @Sendable (Payload) -> ID, title: @escaping @Sendable (Payload) -> String,
    kind: RowKind = .standard, configure: @escaping @Sendable (Payload, inout RowTraits) -> Void = { _, _ in }
  ) where Payload: Equatable {
    self.model = model
    row = { payload in
      AnyRow(
        Row(id: id(payload).rowID, title: title(payload), kind: kind, payload: payload) { configure(payload, &$0) })
    }
  }

  // MARK: - Reading

  /// The payload of a row, whether it shows or not; `nil` if there is none.
  public subscript(id: ID) -> Payload? { model.row(id.rowID)?.payload(as: Payload.self) }

  /// All payloads that show, in order.
  /// - Complexity: O(*n*).
  public var shown: [Payload] { payloads(of: model.view.rows()) }

  /// All payloads that are selected, in list order.
  public var selected: [Payload] { payloads(of: model.selectedRows) }

  /// Returns the payloads of rows, for example of a section of a view.
  public func payloads(of rows: some Sequence<AnyRow>) -> [Payload] { rows.compactMap { $0.payload(as: Payload.self) } }

  /// Returns the id of a row; `nil` if its payload is of another type.
  public func id(of row: AnyRow) -> ID? { row.payload(as: Payload.self) == nil ? nil : ID(row.id) }

  /// Returns the rows of payloads, for example for the contents of the list.
  public func rows(_ payloads: some Sequence<Payload>) -> [AnyRow] { payloads.map(row) }

  // MARK: - Editing

  /// Edits the list; see ``ListModel/transaction(_:)``.
  @discardableResult
  public func transaction(_ body: (TypedEditor<ID, Payload>) throws -> Void) throws -> ListUpdate {
    try model.transaction { try body(TypedEditor(editor: $0, row: row)) }
  }
}

/// Edits a ``TypedList`` in a transaction. For other edits, use its ``editor``.
public struct TypedEditor<ID: RowIdentifier, Payload: Sendable> {
  public let editor: ListEditor
  let row: @Sendable (Payload) -> AnyRow

  public subscript(id: ID) -> Payload? { editor.row(id.rowID)?.payload(as: Payload.self) }

  /// Adds new payloads, in their order.
  public func insert(_ payloads: [Payload], at place: ListEditor.RowPlace) throws(ListError) {
    try editor.insert(payloads.map(row), at: place)
  }

  /// Adds new payloads at their places in the list's arrangement.
  public func insert(_ payloads: [Payload]) throws(ListError) { try editor.insert(payloads.map(row)) }

  /// Replaces the payloads of a group: rows with known ids are kept and reordered, the others are removed or inserted.
  public func set(_ payloads: [Payload], of group: GroupID) throws(ListError) {
    try editor.setRows(payloads.map(row), of: group)
  }

  /// Changes a payload, and the traits of its row that follow from it. Other changes of the row, such as hiding it, stay.
  /// - Throws: ``ListError/unknownID(of:id:)`` if there is no such payload, ``ListError/changedID(from:to:)``.
  public func update(_ id: ID, _ change: (inout Payload) -> Void) throws(ListError) {
    guard let old = editor.row(id.rowID), var payload = old.payload(as: Payload.self) else {
      throw .unknownID(of: .row, id: id.rowID.description)
    }
    let usual = row(payload).traits
    change(&payload)
    let new = row(payload)
    guard new.id == old.id else { throw .changedID(from: old.id.description, to: new.id.description) }
    let traits = old.traits.changed(from: usual, to: new.traits)
    try editor.replace(new.with { $0 = traits })
  }

  /// Removes payloads, all or none.
  public func remove(_ ids: [ID]) throws(ListError) { try editor.remove(ids.map(\.rowID)) }

  /// Moves payloads, which then stand side by side.
  public func move(_ ids: [ID], to place: ListEditor.RowPlace) throws(ListError) {
    try editor.move(ids.map(\.rowID), to: place)
  }
}
