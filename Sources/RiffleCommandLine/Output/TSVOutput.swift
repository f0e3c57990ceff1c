import Riffle

/// An output of id, title, cost, position and the matched fields, separated by tabs.
struct TSVOutput: HitOutput {
  let terminator: UInt8
  let copiesRecords = true

  func write(_ hit: some PrintedHit, explanation: Explanation?, to writer: ByteWriter) throws(CommandError) {
    var columns = [
      hit.id.description,
      hit.text(of: .title),
      hit.score.cost.inThousandths,
      "\(hit.position)",
      hit.matchedFields.map(\.name).joined(separator: ","),
    ]
    if let explanation {
      columns.append(explanation.reasons.map { "\($0.cost.inThousandths) \($0.text)" }.joined(separator: "; "))
    }
    try writer.write(columns.map(Self.withoutSeparators).joined(separator: "\t"))
    try writer.write(terminator)
  }

  /// Replaces tabs and line ends, which TSV values cannot contain, by spaces.
  static func withoutSeparators(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 != 9 && $0 != 10 && $0 != 13 }
    if isPlain { return text }
    let bytes = text.utf8.map { $0 == 9 || $0 == 10 || $0 == 13 ? 32 : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
