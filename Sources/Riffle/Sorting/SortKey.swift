/// A field to sort by, ascending or descending.
///
///     let answer = try snapshot.sorted(by: [.descending("population"), .ascending("name")])
///
/// Of several values, the least one counts in ascending order, the greatest one in descending order.
public struct SortKey: Sendable, Hashable, Codable {
  /// The place of items that lack the field.
  public enum MissingPlace: String, Sendable, Hashable, Codable { case first, last }

  /// The name of the field.
  public var field: String
  public var isDescending: Bool
  public var missing: MissingPlace

  public init(_ field: String, isDescending: Bool = false, missing: MissingPlace = .last) {
    (self.field, self.isDescending, self.missing) = (field, isDescending, missing)
  }

  /// The least value first.
  public static func ascending(_ field: String, missing: MissingPlace = .last) -> Self {
    Self(field, missing: missing)
  }

  /// The greatest value first.
  public static func descending(_ field: String, missing: MissingPlace = .last) -> Self {
    Self(field, isDescending: true, missing: missing)
  }

  /// The greatest number of keys.
  public static let maximumCount = 8

  /// - Throws: ``FilterError/tooLarge(what:limit:)``.
  package static func check(_ keys: [SortKey]) throws(FilterError) {
    guard keys.count <= maximumCount else { throw .tooLarge(what: "sort keys", limit: maximumCount) }
  }
}

/// The order of hits that are equal by all sort keys.
public enum SortTies: Sendable, Hashable {
  /// The order of the list.
  case list
  /// The best match first, as ``HitOrder/relevance``.
  case relevance
}

extension SortKey: CustomStringConvertible {
  /// Parses `population`, `population:asc`, `-population` or `population:desc`. Any other text is the name of a field.
  public init(_ text: String) {
    var name = text[...]
    var isDescending = false
    if name.utf8.first == UInt8(ascii: "-") {
      name = name.dropFirst()
      isDescending = true
    } else if name.hasSuffix(":desc") {
      name = name.dropLast(5)
      isDescending = true
    } else if name.hasSuffix(":asc") {
      name = name.dropLast(4)
    }
    self.init(String(name), isDescending: isDescending)
  }

  public var description: String {
    // The name alone is the order of matches; see ``FieldOrder``.
    field == FieldOrder.relevance && !isDescending ? "\(field):asc" : (isDescending ? "-" : "") + field
  }
}
