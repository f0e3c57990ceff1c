/// A row of a list, with what it stands for.
///
///     Row(id: "42", title: "Ada Lovelace", payload: contact) { row in
///       row.searchText = contact.nickname
///       row.actions[.primary] = Action("call")
///     }
///
/// Rows of different payloads stand in one list as ``AnyRow``, and come out of it as what they were:
/// ``AnyRow/as(_:)``.
@dynamicMemberLookup
public struct Row<Payload: Sendable & Equatable>: Sendable, Equatable, Identifiable {
  public var traits: RowTraits
  public var payload: Payload

  public init(_ traits: RowTraits, payload: Payload) {
    self.traits = traits
    self.payload = payload
  }

  public init(
    id: RowID, title: String, kind: RowKind = .standard, payload: Payload,
    configure: (inout RowTraits) -> Void = { _ in }
  ) {
    traits = RowTraits(id: id, title: title)
    traits.kind = kind
    self.payload = payload
    configure(&traits)
  }

  public var id: RowID { traits.id }

  public subscript<Value>(dynamicMember path: WritableKeyPath<RowTraits, Value>) -> Value {
    get { traits[keyPath: path] }
    set { traits[keyPath: path] = newValue }
  }
}

/// Stands for nothing: the payload of rows that are no more than what they show.
public struct NoPayload: Sendable, Hashable {
  public init() {}
}

extension Row where Payload == NoPayload {
  public init(id: RowID, title: String, kind: RowKind = .standard, configure: (inout RowTraits) -> Void = { _ in }) {
    self.init(id: id, title: title, kind: kind, payload: NoPayload(), configure: configure)
  }
}
