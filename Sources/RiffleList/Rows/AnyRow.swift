/// A row whatever its payload: what lists are made of. Copies share what they hold.
@dynamicMemberLookup
public struct AnyRow: Sendable, Identifiable {
  private let content: RowContent

  public init<Payload>(_ row: Row<Payload>) { content = TypedRowContent(row) }

  public var id: RowID { content.traits.id }

  public var traits: RowTraits { content.traits }

  public subscript<Value>(dynamicMember path: KeyPath<RowTraits, Value>) -> Value { content.traits[keyPath: path] }

  /// The row with its payload; `nil` if that is of another type.
  public func `as`<Payload>(_ type: Payload.Type) -> Row<Payload>? {
    (content as? TypedRowContent<Payload>).map { Row($0.traits, payload: $0.payload) }
  }

  /// The payload; `nil` if it is of another type.
  public func payload<Payload: Sendable & Equatable>(as type: Payload.Type) -> Payload? {
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

extension AnyRow: Equatable {
  /// Equal traits, and equal payloads of one type.
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
private final class TypedRowContent<Payload: Sendable & Equatable>: RowContent, @unchecked Sendable {
  let payload: Payload

  init(_ row: Row<Payload>) {
    payload = row.payload
    super.init(row.traits)
  }

  override func hasEqualPayload(_ other: RowContent) -> Bool {
    // To compare optional ones would take longer than all else.
    guard let other = other as? TypedRowContent<Payload> else { return false }
    return other.payload == payload
  }

  override func with(_ traits: RowTraits) -> RowContent { TypedRowContent(Row(traits, payload: payload)) }
}
