/// A row of a list with its payload, the value that it represents.
///
///     Row(id: "42", title: "Ada Lovelace", payload: contact) { row in
///       row.searchText = contact.nickname
///       row.actions[.primary] = Action("call")
///     }
///
/// Rows of different payloads are in one list as ``AnyRow``, which returns them: ``AnyRow/payload(as:)``. A payload that is not
/// `Equatable` counts as changed whenever the row is set.
@dynamicMemberLookup
public struct Row<Payload: Sendable>: Sendable, Identifiable {
  public var traits: RowTraits
  public var payload: Payload
  /// Whether two payloads are equal; `nil` if they cannot be compared.
  let areEqual: (@Sendable (Payload, Payload) -> Bool)?

  init(_ traits: RowTraits, payload: Payload, areEqual: (@Sendable (Payload, Payload) -> Bool)?) {
    self.traits = traits
    self.payload = payload
    self.areEqual = areEqual
  }

  public init(_ traits: RowTraits, payload: Payload) { self.init(traits, payload: payload, areEqual: nil) }

  public init(
    id: RowID, title: String, kind: RowKind = .standard, payload: Payload,
    configure: (inout RowTraits) -> Void = { _ in }
  ) {
    self.init(RowTraits(id: id, title: title, kind: kind, configure), payload: payload)
  }

  public var id: RowID { traits.id }

  public subscript<Value>(dynamicMember path: WritableKeyPath<RowTraits, Value>) -> Value {
    get { traits[keyPath: path] }
    set { traits[keyPath: path] = newValue }
  }
}

extension Row where Payload: Equatable {
  public init(_ traits: RowTraits, payload: Payload) { self.init(traits, payload: payload, areEqual: { $0 == $1 }) }

  public init(
    id: RowID, title: String, kind: RowKind = .standard, payload: Payload,
    configure: (inout RowTraits) -> Void = { _ in }
  ) {
    self.init(RowTraits(id: id, title: title, kind: kind, configure), payload: payload)
  }
}

extension Row: Equatable where Payload: Equatable {
  public static func == (a: Self, b: Self) -> Bool { a.traits == b.traits && a.payload == b.payload }
}

extension RowTraits {
  fileprivate init(id: RowID, title: String, kind: RowKind, _ configure: (inout RowTraits) -> Void) {
    self.init(id: id, title: title)
    self.kind = kind
    configure(&self)
  }
}

/// A second name of ``Row``, for files that also import a module with a type of that name, such as GRDB.
public typealias ListRow<Payload: Sendable> = Row<Payload>

/// An empty payload, for rows that represent no value.
public struct NoPayload: Sendable, Hashable {
  public init() {}
}

extension Row where Payload == NoPayload {
  public init(id: RowID, title: String, kind: RowKind = .standard, configure: (inout RowTraits) -> Void = { _ in }) {
    self.init(id: id, title: title, kind: kind, payload: NoPayload(), configure: configure)
  }
}
