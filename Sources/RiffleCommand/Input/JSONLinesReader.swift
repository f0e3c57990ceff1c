import FoundationEssentials

/// Reads JSON Lines: each line is a record.
struct JSONLinesReader {
  let terminator: UInt8
  private let columns: [(role: Role, name: String)]
  private let paths: [KeyPath]
  private let decoder = JSONDecoder()

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
    let location = { table.location(ofByte: line.lowerBound) }
    let texts = try texts(of: Data(table.source[line]), isRepaired: false, at: location)
    var cells = RecordCells()
    for (column, text) in zip(columns, texts) {
      if let text {
        cells[column.role] = try table.keep(text)
      } else if column.role.isRequired {
        throw .column(
          source: location().description,
          problem: "the record has no \(column.name): choose the key with \(column.role.option), or another --input")
      }
    }
    return cells
  }

  private func texts(of line: Data, isRepaired: Bool, at location: () -> Location) throws(CommandError) -> [String?] {
    do {
      return try decoder.decode(JSONRecord.self, from: line, configuration: paths).texts
    } catch let error as JSONRecord.NotText {
      let column = columns[error.index]
      throw .column(
        source: location().description,
        problem: "\(column.name) is no text: choose one within it with \(column.role.option), as in a.b or a.0")
    } catch {
      if !isRepaired, let repaired = JSONRepair.repair(line) {
        return try texts(of: Data(repaired), isRepaired: true, at: location)
      }
      throw .malformed(location(), problem: "the line is not JSON: correct it, or choose another --input")
    }
  }
}
