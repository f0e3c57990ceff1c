import Riffle

/// Prints id, title, cost, position and the matched fields, with tabs between them.
struct TSVOutput: RecordOutput {
  let table: RecordTable
  let terminator: UInt8

  func write(_ match: some Match, explanation: Explanation?, to writer: ByteWriter) throws(CommandError) {
    let row = match.row
    var columns = [
      table.has(.id) ? table.text(.id, row) : "\(match.position + 1)",
      table.text(.title, row),
      match.cost.inThousandths,
      "\(match.position)",
      match.matchedFields.map(\.name).joined(separator: ","),
    ]
    if let explanation {
      columns.append(explanation.reasons.map { "\($0.cost.inThousandths) \($0.text)" }.joined(separator: "; "))
    }
    try writer.write(columns.map(Self.withoutSeparators).joined(separator: "\t"))
    try writer.write(terminator)
  }

  /// A value in TSV can hold neither tabs nor line ends: each becomes a space.
  private static func withoutSeparators(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 != 9 && $0 != 10 && $0 != 13 }
    if isPlain { return text }
    let bytes = text.utf8.map { $0 == 9 || $0 == 10 || $0 == 13 ? 32 : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
