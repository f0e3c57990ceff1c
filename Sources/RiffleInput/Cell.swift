/// Where the text of one column of a record lies.
package struct Cell: Hashable {
  package enum Storage: Int {
    /// In the input, as it came.
    case source
    /// In the input, within the quotes of a CSV field that has doubled ones, which stand for one.
    case quoted
    /// In the input, within the quotes of a JSON string that has escapes.
    case escaped
    /// Among the texts that had to be decoded beforehand.
    case decoded
  }

  let start: Int
  // The length and, in the two lowest bits, the storage: a list has one cell per record and column.
  private let packed: Int

  init(_ range: Range<Int>, in storage: Storage = .source) {
    start = range.lowerBound
    packed = range.count << 2 | storage.rawValue
  }

  static let empty = Cell(0..<0)

  var storage: Storage { Storage(rawValue: packed & 3) ?? .source }
  var range: Range<Int> { start..<start + packed >> 2 }
}

/// What a column is good for.
package enum Role: Int, CaseIterable, Sendable {
  case title, searchText, reading, id, weight

  /// The option that chooses the column.
  package var option: String {
    switch self {
    case .title: "--title"
    case .searchText: "--search-text"
    case .reading: "--reading"
    case .id: "--id"
    case .weight: "--weight"
    }
  }

  /// Whether a record without it is an error.
  var isRequired: Bool { self == .title || self == .id }
}
