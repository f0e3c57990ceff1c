/// A list of titles with hidden text, stored as in its file.
struct ItemList: Sendable {
  private struct Row {
    var title: Int
    var titleLength: UInt32
    /// The text follows the title after a tab.
    var searchTextLength: UInt32
  }

  private let bytes: [UInt8]
  private var rows: [Row] = []
  /// The size of titles and hidden texts together.
  private(set) var textBytes = 0
  private(set) var hasSearchText = false

  var count: Int { rows.count }

  /// - Parameter rowLimit: the most rows to read.
  init(path: String, rowLimit: Int? = nil) throws(BenchError) {
    try self.init(bytes: try readFile(path), path: path, rowLimit: rowLimit)
  }

  init(bytes: [UInt8], path: String, rowLimit: Int? = nil) throws(BenchError) {
    self.bytes = bytes
    // Without smaller arrays, which an index could reuse unnoticed by the memory measurement.
    rows.reserveCapacity(bytes.count { $0 == UInt8(ascii: "\n") } + 1)
    for row in TSVRows(bytes) {
      if rows.count == rowLimit { break }
      guard (2...3).contains(row.columnCount) else {
        throw .badRow(
          path: path, line: row.line,
          reason: "an item has 2 or 3 columns (id, title, search text), not \(row.columnCount)")
      }
      let searchText = row.columnCount == 3 ? row[2] : row[1].upperBound..<row[1].upperBound
      guard let titleLength = UInt32(exactly: row[1].count), let searchTextLength = UInt32(exactly: searchText.count)
      else {
        throw .badRow(path: path, line: row.line, reason: "a column is longer than 4 GiB: is this a TSV file?")
      }
      rows.append(Row(title: row[1].lowerBound, titleLength: titleLength, searchTextLength: searchTextLength))
      textBytes += row[1].count + searchText.count
      if !searchText.isEmpty { hasSearchText = true }
    }
  }

  /// Returns the title's UTF-8, as in the file.
  func titleBytes(_ row: Int) -> ArraySlice<UInt8> {
    let row = rows[row]
    return bytes[row.title..<row.title + Int(row.titleLength)]
  }

  func title(_ row: Int) -> String {
    String(decoding: titleBytes(row), as: UTF8.self)
  }

  func searchText(_ row: Int) -> String {
    let row = rows[row]
    guard row.searchTextLength > 0 else { return "" }
    let start = row.title + Int(row.titleLength) + 1
    return String(decoding: bytes[start..<start + Int(row.searchTextLength)], as: UTF8.self)
  }

  func haveSameTitle(_ a: Int, _ b: Int) -> Bool {
    titleBytes(a) == titleBytes(b)
  }
}
