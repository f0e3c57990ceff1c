/// The visible part of a list at one moment, as plain values: the input of change sets, and the value that they are applied to.
///
/// In JSON: `{"sections": [{"traits": {"id", "header"…}, "rows": [{"id", "title"…}]}]}`, without payloads and search text. A
/// decoded row has ``NoPayload``.
public struct ListSnapshot: Sendable, Equatable, Codable {
  public var sections: [SectionSnapshot]

  public init(sections: [SectionSnapshot] = []) { self.sections = sections }
}

/// A section with the rows that show.
public struct SectionSnapshot: Sendable, Equatable, Identifiable, Codable {
  public var traits: SectionTraits
  public var rows: [AnyRow]
  public var id: SectionID { traits.id }

  public init(_ traits: SectionTraits, rows: [AnyRow] = []) {
    self.traits = traits
    self.rows = rows
  }
}

/// The place of a row: the section's position in the list and the row's in the section, both from 0.
public struct RowPath: Sendable, Hashable, Comparable, Codable {
  public var section: Int
  public var row: Int

  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  public static func < (a: RowPath, b: RowPath) -> Bool { (a.section, a.row) < (b.section, b.row) }
}
