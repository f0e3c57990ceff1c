/// A row whatever its payload: what lists are made of. Copies share what they hold.
@dynamicMemberLookup
public struct AnyRow: Sendable, Identifiable {
  private let content: RowContent

  public init<Payload>(_ row: Row<Payload>) { content = TypedRowContent(row) }

  public var id: RowID { content.traits.id }

  public var traits: RowTraits { content.traits }

  public subscript<Value>(dynamicMember path: KeyPath<RowTraits, Value>) -> Value { content.traits[keyPath: path] }

  /// The payload; `nil` if it is of another type.
  public func payload<Payload: Sendable>(as type: Payload.Type) -> Payload? {
    (content as? TypedRowContent<Payload>)?.payload
  }

  /// The same payload with other traits.
  public func with(_ change: (inout RowTraits) -> Void) -> AnyRow {
    var traits = content.traits
    change(&traits)
    return AnyRow(content: content.with(traits))
  }

  private init(content: RowContent) { self.content = content }

  /// Whether both are copies of one row; then they are equal.
  func isCopy(of other: AnyRow) -> Bool { content === other.content }
}

extension AnyRow: CustomStringConvertible {
  public var description: String { "\(id) (\(traits.title))\(traits.isHidden ? ", hidden" : "")" }
}

extension AnyRow: Equatable {
  /// Copies of one row, or equal traits and equal payloads of one type; payloads that cannot be compared are not equal.
  public static func == (a: AnyRow, b: AnyRow) -> Bool {
    a.content === b.content || a.content.traits == b.content.traits && a.content.hasEqualPayload(b.content)
  }
}

private class RowContent: @unchecked Sendable {
  let traits: RowTraits
  init(_ traits: RowTraits) { self.traits = traits }
  func hasEqualPayload(_ other: RowContent) -> Bool { true }
  func with(_ traits: RowTraits) -> RowContent { RowContent(traits) }
}

/// Never changes, and holds nothing that is not Sendable.
private final class TypedRowContent<Payload: Sendable>: RowContent, @unchecked Sendable {
  let payload: Payload
  private let areEqual: (@Sendable (Payload, Payload) -> Bool)?

  init(_ row: Row<Payload>) {
    payload = row.payload
    areEqual = row.areEqual
    super.init(row.traits)
  }

  override func hasEqualPayload(_ other: RowContent) -> Bool {
    // To compare optional ones would take longer than all else.
    guard let areEqual, let other = other as? TypedRowContent<Payload> else { return false }
    return areEqual(other.payload, payload)
  }

  override func with(_ traits: RowTraits) -> RowContent {
    TypedRowContent(Row(traits, payload: payload, areEqual: areEqual))
  }
}
