internal import Foundation
package import Riffle

/// The lists that are committed in Corpora/samples.
package enum Sample: String, CaseIterable, Sendable {
  case cities, wordnet
  case unicodeNames = "unicode-names"

  package func items() throws -> [Item<Int>] {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try RiffleTestSupport.items(ofTable: root.appending(path: "Corpora/samples/\(rawValue).tsv").path)
  }
}

/// Rows of a table in TSV without a header, with the columns id, title and search text, numbered from 0.
/// - Parameter rowCount: the most rows to take, evenly from all of the table.
package func items(ofTable path: String, rowCount: Int = .max) throws -> [Item<Int>] {
  let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  let lines = bytes.split(separator: UInt8(ascii: "\n"))
  let count = min(rowCount, lines.count)
  return (0..<count).map { row in
    let columns = lines[row * lines.count / count].split(
      separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false
    )
    .map { String(decoding: $0, as: UTF8.self) }
    return Item(id: row, title: columns.count > 1 ? columns[1] : "", searchText: columns.count > 2 ? columns[2] : "")
  }
}
