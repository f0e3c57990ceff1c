/// Tells a row apart from all others of its list, however often either changes.
public struct RowID: ListID {
  public let name: String
  public init(_ name: String) { self.name = name }
}

/// Tells a section apart from all others of its list.
public struct SectionID: ListID {
  public let name: String
  public init(_ name: String) { self.name = name }
}

extension SectionID {
  /// The section of a letter of an alphabet, by the place of its label among ``AlphabetBuckets/labels``.
  public static func letter(_ bucket: Int) -> SectionID { SectionID("letter/\(bucket)") }

  /// The section of a key that rows are grouped by: see ``ListArrangement/grouped(by:descending:title:rows:)``.
  public static func group(_ name: String) -> SectionID { SectionID("group/\(name)") }

  /// The description of the key, if it is the section of one.
  var groupName: String? { name.hasPrefix("group/") ? String(name.dropFirst(6)) : nil }

  /// Which letter's it is, if it is one's.
  var letter: Int? {
    guard name.hasPrefix("letter/"), let bucket = Int(name.dropFirst(7)), name == "letter/\(bucket)" else { return nil }
    return bucket
  }
}

/// Tells a group apart from all others of its list, whatever their sections are called.
///
/// Where a group is asked for by a name that none has, the rows are meant that a section of that name has outside of groups:
/// `rows(of: "north")`.
public struct GroupID: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
  /// What the program calls the group; for one of a section's own, what it calls the section.
  public let name: String
  /// Which of its section's own groups it is, from 1; 0 for one that the program has named.
  let number: Int

  public init(_ name: String) { (self.name, number) = (name, 0) }
  public init(stringLiteral value: String) { self.init(value) }

  private init(_ name: String, number: Int) { (self.name, self.number) = (name, number) }

  /// The first group of those rows of a section that are in no group of a name. Others follow where groups stand between.
  public static func section(_ id: SectionID) -> GroupID { own(id, 1) }

  static func own(_ section: SectionID, _ number: Int) -> GroupID { GroupID(section.name, number: number) }

  var isOwn: Bool { number > 0 }
  var isEmpty: Bool { name.isEmpty }

  public var description: String { number < 2 ? name : "\(name)/\(number)" }
}

/// A name that the program chooses. It is not empty, and unique in a list among names of its type.
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
