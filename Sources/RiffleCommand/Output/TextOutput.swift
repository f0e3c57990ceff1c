import Riffle

/// Prints records as they came, byte for byte, on a terminal with the matched letters in colour.
struct TextOutput: RecordOutput {
  let table: RecordTable
  let terminator: UInt8
  let isColored: Bool

  func write(_ match: some Match, explanation: Explanation?, to writer: ByteWriter) throws(CommandError) {
    let record = table.record(match.row)
    if isColored {
      var position = record.lowerBound
      for range in table.places(ofTitleRanges: match.utf8Highlights(in: .title), in: match.row) {
        try writer.write(table.source[position..<range.lowerBound])
        try writer.write("\u{1B}[1;31m")
        try writer.write(table.source[range])
        try writer.write("\u{1B}[0m")
        position = range.upperBound
      }
      try writer.write(table.source[position..<record.upperBound])
    } else {
      try writer.write(table.source[record])
    }
    if let explanation {
      for line in Self.lines(of: explanation) { try writer.write("\n  \(line)") }
    }
    try writer.write(terminator)
  }

  private static func lines(of explanation: Explanation) -> [String] {
    let lines = [(explanation.cost, "cost in all")] + explanation.reasons.map { ($0.cost, $0.text) }
    return lines.map { cost, text in
      let number = cost.inThousandths
      return String(repeating: " ", count: max(0, 6 - number.utf8.count)) + "\(number)  \(text)"
    }
  }
}
