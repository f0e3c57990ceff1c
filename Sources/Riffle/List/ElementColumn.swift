/// The elements of a segment: an array of them, or a reader that makes each on demand.
enum ElementColumn<Element: Sendable>: Sendable {
  case array([Element])
  case made(count: Int, @Sendable (_ row: Int) -> Element)

  var count: Int {
    switch self {
    case .array(let elements): elements.count
    case .made(let count, _): count
    }
  }

  subscript(row: Int) -> Element {
    switch self {
    case .array(let elements): elements[row]
    case .made(_, let make): make(row)
    }
  }

  /// Appends the elements of rows that lie side by side.
  func append(_ rows: Range<Int>, to other: inout [Element]) {
    switch self {
    case .array(let elements): other.append(contentsOf: elements[rows])
    case .made(_, let make): for row in rows { other.append(make(row)) }
    }
  }

  /// The elements from a row on, as many as lie side by side in memory.
  /// - Complexity: O(1).
  func stretch(from row: Int) -> ArraySlice<Element> {
    switch self {
    case .array(let elements): elements.dropFirst(row)
    case .made(let count, let make): row < count ? [make(row)] : []
    }
  }
}

extension ElementColumn: ColumnPart {
  func list(in columns: inout ColumnList) {
    if case .array(let elements) = self { columns.add("elements", inMemory: elements) }
  }
}
