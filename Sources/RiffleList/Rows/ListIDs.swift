/// The identity of a row within its list, however the row or the list changes.
public struct RowID: ListID {
  public let name: String
  public init(_ name: String) { self.name = name }
}

/// The identity of a section within its list, however the section or the list changes.
public struct SectionID: ListID {
  public let name: String
  public init(_ name: String) { self.name = name }
}

extension SectionID {
  /// Returns the section of a letter of an alphabet, by the index of its label in ``AlphabetBuckets/labels``.
  public static func letter(_ bucket: Int) -> SectionID { SectionID("letter/\(bucket)") }

  /// Returns the section of a key that rows are grouped by: see ``ListArrangement/grouped(by:descending:title:rows:)``.
  public static func group(_ name: String) -> SectionID { SectionID("group/\(name)") }

  /// The description of the key; `nil` if this is not the section of a key.
  var groupName: String? { name.hasPrefix("group/") ? String(name.dropFirst(6)) : nil }

  /// The index of the letter; `nil` if this is not the section of a letter.
  var letter: Int? {
    guard name.hasPrefix("letter/"), let bucket = Int(name.dropFirst(7)), name == "letter/\(bucket)" else { return nil }
    return bucket
  }
}

/// The identity of a group within its list, independent of the ids of sections.
///
/// If a group is requested by a name that none has, it means the own group of the section of that name: `rows(of: "north")`.
public struct GroupID: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
  /// The name that the program gives to the group; for a section's own group, the name of the section.
  public let name: String
  /// The number of a group among its section's own groups, from 1; 0 for a group that the program has named.
  let number: Int

  public init(_ name: String) { (self.name, number) = (name, 0) }
  public init(stringLiteral value: String) { self.init(value) }

  private init(_ name: String, number: Int) { (self.name, self.number) = (name, number) }

  /// Returns the section's first own group, for rows that are in no named group. Others follow where named groups stand between.
  public static func section(_ id: SectionID) -> GroupID { own(id, 1) }

  static func own(_ section: SectionID, _ number: Int) -> GroupID { GroupID(section.name, number: number) }

  var isOwn: Bool { number > 0 }
  var isEmpty: Bool { name.isEmpty }

  public var description: String { number < 2 ? name : "\(name)/\(number)" }
}

/// A name that the program chooses: not empty, and unique in a list among names of its type.
///
/// In JSON it is a string, and a dictionary with such keys is an object.
public protocol ListID: Sendable, Hashable, Comparable, Codable, CodingKeyRepresentable,
  ExpressibleByStringInterpolation, CustomStringConvertible
{
  var name: String { get }
  init(_ name: String)
}

extension ListID {
  public init(stringLiteral value: String) { self.init(value) }

  public init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(String.self)) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }

  public var codingKey: any CodingKey { PartName(stringValue: name) }

  public init?<Key: CodingKey>(codingKey: Key) { self.init(codingKey.stringValue) }

  public static func < (a: Self, b: Self) -> Bool { a.name < b.name }

  public var description: String { name }
  var isEmpty: Bool { name.isEmpty }
}
