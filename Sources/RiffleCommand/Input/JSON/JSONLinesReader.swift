/// Reads JSON Lines: each line is a record.
struct JSONLinesReader {
  let terminator: UInt8
  private let columns: [(role: Role, name: String)]
  private let paths: [KeyPath]

  /// - Parameter choice: key paths; without a title it is `title`.
  init(terminator: UInt8, choice: ColumnChoice) {
    self.terminator = terminator
    var choice = choice
    choice[.title] = choice[.title] ?? "title"
    columns = choice.all
    paths = columns.map { KeyPath($0.name) }
  }

  /// Reads one input; blank lines are no records.
  func read(_ range: Range<Int>, into table: RecordTable) throws(CommandError) {
    var start = range.lowerBound
    if table.source[range].starts(with: [0xEF, 0xBB, 0xBF]) { start += 3 }
    while start < range.upperBound {
      let end = table.source.firstIndex(of: terminator, in: start..<range.upperBound) ?? range.upperBound
      if !table.source[start..<end].allSatisfy(Self.isBlank) {
        table.append(start..<end, columns: try cells(of: start..<end, in: table))
      }
      start = end + 1
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\t")
      || byte == UInt8(ascii: "\n")
  }

  private func cells(of line: Range<Int>, in table: RecordTable) throws(CommandError) -> RecordCells {
    let values: [JSONScanner.Value?]
    do {
      values = try JSONScanner.find(paths, in: table.source.bytes, range: line)
    } catch {
      let problem = error.isTooDeep ? "nested deeper than \(JSONScanner.deepest) levels" : "not JSON"
      throw .malformed(
        table.location(ofByte: line.lowerBound),
        problem: "\(problem) at byte \(error.offset - line.lowerBound + 1): "
          + "correct the line, or choose another --input")
    }
    var cells = RecordCells()
    for (column, value) in zip(columns, values) {
      if let value, value.kind != .null {
        guard let cell = try cell(of: value, in: table) else { throw notText(column, line, table) }
        cells[column.role] = cell
      } else if column.role.isRequired {
        throw .column(
          source: table.location(ofByte: line.lowerBound).description,
          problem: "the record has no \(column.name): choose the key with \(column.role.option), or another --input")
      }
    }
    return cells
  }

  /// The text of a value: a string, a number, a truth value, or an array of such things with spaces
  /// between them; `nil` if it is no such thing.
  private func cell(of value: JSONScanner.Value, in table: RecordTable) throws(CommandError) -> Cell? {
    switch value.kind {
    case .string(let isEscaped): return Cell(value.range, in: isEscaped ? .escaped : .source)
    case .number, .boolean, .null: return Cell(value.range)
    case .object: return nil
    case .array:
      guard let elements = try? JSONScanner.elements(of: value, in: table.source.bytes) else { return nil }
      var texts: [String] = []
      for element in elements where element.kind != .null {
        if element.kind == .array { return nil }
        guard let cell = try cell(of: element, in: table) else { return nil }
        texts.append(table.text(cell))
      }
      return try table.keep(texts.joined(separator: " "))
    }
  }

  private func notText(_ column: (role: Role, name: String), _ line: Range<Int>, _ table: RecordTable) -> CommandError {
    .column(
      source: table.location(ofByte: line.lowerBound).description,
      problem: "\(column.name) is no text: choose one within it with \(column.role.option), as in a.b or a.0")
  }
}
