/// The place of the text of one column of a record.
package struct Cell: Hashable {
  package enum Storage: Int {
    /// In the input, unchanged.
    case source
    /// In the input, within the quotes of a CSV field with doubled quotes, each of which represents one.
    case quoted
    /// In the input, within the quotes of a JSON string with escapes.
    case escaped
    /// Among the texts that had to be decoded in advance.
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

/// The role of a column.
package enum Role: Int, CaseIterable, Sendable {
  case title, searchText, reading, id, weight
  // For stored lists.
  case isSearchable, section, position, payload, payloadBase64

  /// The option that selects the column.
  package var option: String {
    switch self {
    case .title: "--title"
    case .searchText: "--search-text"
    case .reading: "--reading"
    case .id: "--id"
    case .weight: "--weight"
    case .isSearchable: "--searchable"
    case .section: "--section"
    case .position: "--position"
    case .payload: "--payload"
    case .payloadBase64: "--payload-base64"
    }
  }

  /// The name of the column in a table or a record, if none has been selected.
  package var standardName: String { String(option.dropFirst(2)).replacing("-", with: "_") }

  /// All forms of the name. In the names of a table's columns, case is ignored.
  var standardNames: [String] {
    var isNext = false
    let camel = standardName.compactMap { letter -> String? in
      defer { isNext = letter == "_" }
      return letter == "_" ? nil : isNext ? letter.uppercased() : String(letter)
    }
    return camel.count == standardName.count ? [standardName] : [standardName, camel.joined()]
  }

  func isCalled(_ name: String) -> Bool {
    let name = name.lowercased()
    return standardNames.contains { $0.lowercased() == name }
  }

  /// Whether a record without it is an error.
  var isRequired: Bool { self == .title || self == .id }
}
