internal import Foundation
package import Riffle

/// The lists that are committed in Corpora/samples.
package enum Sample: String, CaseIterable, Sendable {
  case cities, wordnet
  case unicodeNames = "unicode-names"

  package func items() throws -> [Item<Int>] {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let url = root.appending(path: "Corpora/samples/\(rawValue).tsv")
    let text = try String(contentsOf: url, encoding: .utf8)
    return text.split(separator: "\n").enumerated().map { row, line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Item(
        id: row, title: columns.count > 1 ? columns[1] : "", searchText: columns.count > 2 ? columns[2] : "")
    }
  }
}
