import Riffle

/// An output of hits in their original form, byte for byte; on a terminal, with matches in colour and missing terms.
struct TextOutput: HitOutput {
  let terminator: UInt8
  let isColored: Bool

  var copiesRecords: Bool { isColored }

  func write(_ hit: some PrintedHit, explanation: Explanation?, to writer: ByteWriter) throws(CommandError) {
    try hit.withBytes(isMarked: isColored) { bytes, marked throws(CommandError) in
      var position = 0
      for place in marked {
        try writer.write(UnsafeBufferPointer(rebasing: bytes[position..<place.lowerBound]))
        try writer.write("\u{1B}[1;31m")
        try writer.write(UnsafeBufferPointer(rebasing: bytes[place]))
        try writer.write("\u{1B}[0m")
        position = place.upperBound
      }
      try writer.write(UnsafeBufferPointer(rebasing: bytes[position...]))
    }
    if isColored, let note = Self.note(on: hit) { try writer.write("\u{1B}[2m  (\(note))\u{1B}[0m") }
    if let explanation {
      for line in Self.lines(of: explanation) { try writer.write("\n  \(line)") }
    }
    try writer.write(terminator)
  }

  /// Returns the difference between a hit and the query.
  private static func note(on hit: some PrintedHit) -> String? {
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
