/// A row with a payload of any type, the element of lists. Copies share their storage.
@dynamicMemberLookup
public struct AnyRow: Sendable, Identifiable {
  private let content: RowContent

  public init<Payload>(_ row: Row<Payload>) { content = TypedRowContent(row) }

  public var id: RowID { content.traits.id }

  public var traits: RowTraits { content.traits }

  public subscript<Value>(dynamicMember path: KeyPath<RowTraits, Value>) -> Value { content.traits[keyPath: path] }

  /// Returns the payload; `nil` if it is of another type.
  public func payload<Payload: Sendable>(as type: Payload.Type) -> Payload? {
    (content as? TypedRowContent<Payload>)?.payload
  }

  /// Returns the same payload with other traits.
  public func with(_ change: (inout RowTraits) -> Void) -> AnyRow {
    var traits = content.traits
    change(&traits)
    return AnyRow(content: content.with(traits))
  }

  private init(content: RowContent) { self.content = content }

  /// Returns whether both are copies of one row, and therefore equal.
  func isCopy(of other: AnyRow) -> Bool { content === other.content }
}

extension AnyRow: CustomStringConvertible {
  public var description: String { "\(id) (\(traits.title))\(traits.isHidden ? ", hidden" : "")" }
}

extension AnyRow: Equatable {
  /// Rows are equal if they are copies of one row, or have equal traits and equal payloads of one type. Payloads that are not
  /// `Equatable` are not equal.
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

/// A row's storage with its payload: immutable, with `Sendable` contents only.
private final class TypedRowContent<Payload: Sendable>: RowContent, @unchecked Sendable {
  let payload: Payload
  private let areEqual: (@Sendable (Payload, Payload) -> Bool)?

  init(_ row: Row<Payload>) {
    payload = row.payload
    areEqual = row.areEqual
    super.init(row.traits)
  }

  override func hasEqualPayload(_ other: RowContent) -> Bool {
    // Comparing optional closures would take longer than all else.
    guard let areEqual, let other = other as? TypedRowContent<Payload> else { return false }
    return areEqual(other.payload, payload)
  }

  override func with(_ traits: RowTraits) -> RowContent {
    TypedRowContent(Row(traits, payload: payload, areEqual: areEqual))
  }
}
