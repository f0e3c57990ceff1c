/// Formats milliseconds for a cell, with at least three digits.
func milliseconds(_ microseconds: Double?) -> String {
  guard let microseconds else { return "–" }
  let value = microseconds / 1000
  return value.rounded(digits: value < 1 ? 3 : value < 10 ? 2 : 1)
}

/// A table in Markdown, with padded cells, so that it is also readable as plain text.
struct MarkdownTable {
  private var rows: [[String]]
  private let textColumns: Int

  /// - Parameter textColumns: the number of columns that are left-aligned; the others are right-aligned.
  init(header: [String], textColumns: Int) {
    rows = [header.map(MarkdownTable.escaped)]
    self.textColumns = textColumns
  }

  mutating func add(_ cells: [String]) { rows.append(cells.map(MarkdownTable.escaped)) }

  var text: String {
    let columnCount = rows.map(\.count).max() ?? 0
    let widths = (0..<columnCount).map { column in
      max(3, rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0)
    }
    func line(_ cells: [String]) -> String {
      "| " + cells.joined(separator: " | ") + " |\n"
    }
    var lines = rows.map { row in
      line(
        widths.enumerated().map { column, width in
          let cell = column < row.count ? row[column] : ""
          let padding = String(repeating: " ", count: width - cell.count)
          return column < textColumns ? cell + padding : padding + cell
        })
    }
    let rule = widths.enumerated().map { column, width in
      String(repeating: "-", count: width - 1) + (column < textColumns ? "-" : ":")
    }
    lines.insert(line(rule), at: 1)
    return lines.joined()
  }

  private static func escaped(_ cell: String) -> String {
    cell.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
      .split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " ")
  }
}
