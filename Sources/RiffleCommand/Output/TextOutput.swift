import Riffle
import RiffleInput

/// Prints records as they came, byte for byte, on a terminal with the matched letters in colour and
/// the terms that a record lacks.
struct TextOutput: RecordOutput {
  let record: Record
  let terminator: UInt8
  let isColored: Bool

  func write(_ hit: LineHit, explanation: Explanation?, to writer: ByteWriter) throws(CommandError) {
    let range = record.range
    if isColored {
      var position = range.lowerBound
      for place in record.places(ofTitleRanges: hit.utf8Highlights(in: .title)) {
        try writer.write(record.source[position..<place.lowerBound])
        try writer.write("\u{1B}[1;31m")
        try writer.write(record.source[place])
        try writer.write("\u{1B}[0m")
        position = place.upperBound
      }
      try writer.write(record.source[position..<range.upperBound])
      if let note = Self.note(on: hit) { try writer.write("\u{1B}[2m  (\(note))\u{1B}[0m") }
    } else {
      try writer.write(record.source[range])
    }
    if let explanation {
      for line in Self.lines(of: explanation) { try writer.write("\n  \(line)") }
    }
    try writer.write(terminator)
  }

  /// What a hit does not have in common with the query.
  private static func note(on hit: LineHit) -> String? {
    let missing = hit.missingTerms
    if !missing.isEmpty { return "without \(missing.joined(separator: ", "))" }
    return hit.layout.map { "as typed on a \($0.rawValue) keyboard" }
  }

  private static func lines(of explanation: Explanation) -> [String] {
    let lines = [(explanation.cost, "cost in all")] + explanation.reasons.map { ($0.cost, $0.text) }
    return lines.map { cost, text in
      let number = cost.inThousandths
      return String(repeating: " ", count: max(0, 6 - number.utf8.count)) + "\(number)  \(text)"
    }
  }
}
