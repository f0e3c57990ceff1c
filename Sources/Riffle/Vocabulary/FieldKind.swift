/// What a field of items holds.
public enum FieldKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// Text that is compared as a whole, not searched: a country, a tag, a state.
  case keyword
  /// A whole number of 64 bits.
  case integer
  /// A floating-point number. One that is not a number (NaN) counts as missing, and -0 as 0.
  case real
  /// A moment; see ``Timestamp``.
  case time
  /// Yes or no.
  case boolean
}

/// The name and type of a field that items are filtered, counted and sorted by.
public struct FieldDefinition: Sendable, Hashable, Codable {
  public let name: String
  public let kind: FieldKind
  /// Whether keywords are compared as words of a query are: without case and, by the options of the index, without accents.
  public let isFolded: Bool
  /// Whether an item has any number of values.
  public let hasSeveralValues: Bool

  /// - Parameters:
  ///   - isFolded: for keywords only.
  ///   - hasSeveralValues: for keywords only.
  public init(_ name: String, _ kind: FieldKind, isFolded: Bool = false, hasSeveralValues: Bool = false) {
    self.name = name
    self.kind = kind
    self.isFolded = isFolded && kind == .keyword
    self.hasSeveralValues = hasSeveralValues && kind == .keyword
  }
}
