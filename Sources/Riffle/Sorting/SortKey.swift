/// What decides the order of an answer: a field, up or down.
///
///     let answer = try snapshot.sorted(by: [.descending("population"), .ascending("name")])
///
/// Of a field with several values the least decides going up, the greatest going down.
public struct SortKey: Sendable, Hashable, Codable {
  /// Where items that lack the field go.
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

  /// An order is made of no more keys.
  public static let maximumCount = 8
}

extension SortKey: CustomStringConvertible {
  /// Reads `population`, `population:asc`, `-population` or `population:desc`.
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

  public var description: String { (isDescending ? "-" : "") + field }
}
