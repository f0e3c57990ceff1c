/// The reason why a change set cannot be applied to a snapshot: it was made for another one.
public enum ChangeSetError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The snapshot has another number of sections.
  case sectionCount(expected: Int, found: Int)
  /// The snapshot has another number of rows.
  case rowCount(expected: Int, found: Int)
  /// Another section is at the place of one that changes; `nil` if none is.
  case otherSection(at: Int, expected: SectionID, found: SectionID?)
  /// Another row is at the place of one that changes; `nil` if none is. Where no row is expected, its section is deleted although
  /// no change names the row.
  case otherRow(at: RowPath, expected: RowID?, found: RowID?)
  /// A row arrives at a place that its section does not have.
  case noPlace(for: RowID, at: RowPath, count: Int)

  public var description: String {
    switch self {
    case .sectionCount(let expected, let found):
      "the changes were made for \(expected) sections, but the snapshot has \(found)"
    case .rowCount(let expected, let found):
      "the changes were made for \(expected) rows, but the snapshot has \(found)"
    case .otherSection(let position, let expected, let found):
      "section \(position) should be “\(expected)”, but \(found.map { "is “\($0)”" } ?? "there is none")"
    case .otherRow(let path, let expected, let found):
      "row \(path.row) of section \(path.section) should \(expected.map { "be “\($0)”" } ?? "not exist"), but "
        + (found.map { "is “\($0)”" } ?? "there is none")
    case .noPlace(let id, let path, let count):
      "row “\(id)” cannot come to place \(path.row) of section \(path.section), which has \(count) rows"
    }
  }
}
