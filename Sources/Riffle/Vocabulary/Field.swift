/// A part of an item that a query can match.
public enum Field: UInt8, Sendable, Hashable, CaseIterable {
  /// What people see.
  case title
  /// How the title is pronounced or sorted, where it does not say so itself.
  case reading
  /// More words to find the item by, never shown.
  case searchText

  /// What people call the field.
  package var name: String {
    switch self {
    case .title: "title"
    case .reading: "reading"
    case .searchText: "search text"
    }
  }
}
