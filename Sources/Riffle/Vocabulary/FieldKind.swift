/// The type of a field's values.
public enum FieldKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// A text that is compared as a whole and not searched: a country, a tag, a state.
  case keyword
  /// A signed integer of 64 bits.
  case integer
  /// A floating-point number of 64 bits. NaN counts as missing, and -0 as 0.
  case real
  /// A time; see ``Timestamp``.
  case time
  /// True or false.
  case boolean
}

/// The name and type of a field.
public struct FieldDefinition: Sendable, Hashable, Codable {
  public let name: String
  public let kind: FieldKind
  /// Whether keywords are compared as words of a query: without case and, by the options of the index, without accents.
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

  private enum CodingKeys: String, CodingKey { case name, kind, isFolded, hasSeveralValues }

  /// Reads a definition; the keys `isFolded` and `hasSeveralValues` may be missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(String.self, forKey: .name), try container.decode(FieldKind.self, forKey: .kind),
      isFolded: try container.decodeIfPresent(Bool.self, forKey: .isFolded) ?? false,
      hasSeveralValues: try container.decodeIfPresent(Bool.self, forKey: .hasSeveralValues) ?? false)
  }
}
