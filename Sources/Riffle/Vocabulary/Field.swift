/// A part of an item that a query can match.
public enum Field: UInt8, Sendable, Hashable, CaseIterable {
  /// The text that is shown.
  case title
  /// The pronunciation or sort form of the title, where it differs.
  case reading
  /// Additional words to find the item by, never shown.
  case searchText

  /// The name of the field in texts for users.
  package var name: String {
    switch self {
    case .title: "title"
    case .reading: "reading"
    case .searchText: "search text"
    }
  }
}
