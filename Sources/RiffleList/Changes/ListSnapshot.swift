/// All that shows of a list at one moment, as plain values: what change sets are made of, and made for.
///
/// In JSON: `{"sections": [{"traits": {"id", "header"…}, "rows": [{"id", "title"…}]}]}`, without payloads and search text. A row
/// that is decoded has ``NoPayload``.
public struct ListSnapshot: Sendable, Equatable, Codable {
  public var sections: [SectionSnapshot]

  public init(sections: [SectionSnapshot] = []) { self.sections = sections }
}

/// A section as it shows: no row of it is hidden.
public struct SectionSnapshot: Sendable, Equatable, Identifiable, Codable {
  public var traits: SectionTraits
  public var rows: [AnyRow]
  public var id: SectionID { traits.id }

  public init(_ traits: SectionTraits, rows: [AnyRow] = []) {
    self.traits = traits
    self.rows = rows
  }
}

/// Where a row stands: the section's position in the list and the row's in the section, both from 0.
public struct RowPath: Sendable, Hashable, Comparable, Codable {
  public var section: Int
  public var row: Int

  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  public static func < (a: RowPath, b: RowPath) -> Bool { (a.section, a.row) < (b.section, b.row) }
}
