import Glibc

/// All the records of all inputs: the bytes as they came, and where in them each record and each
/// chosen column lies.
///
/// One thread fills it; after that it is only read, by any thread.
final class RecordTable: @unchecked Sendable {
  /// The inputs, one after the other.
  let source = ByteBuffer()
  private let decoded = ByteBuffer()
  private var inputs: [(name: String, start: Int)] = []
  private var records: [Cell] = []
  // By role. No cells for the titles means that each record is its own title; for another role,
  // that there is no such column.
  private var cells: [[Cell]] = Array(repeating: [], count: Role.allCases.count)
  private var hasCells = false

  var count: Int { records.count }

  /// Tells which input the bytes from `start` come from.
  func beginInput(name: String, at start: Int) { inputs.append((name, start)) }

  // MARK: Adding

  /// Adds a record that is its own title.
  func append(_ range: Range<Int>) {
    if hasCells {
      append(range, columns: RecordCells())
    } else {
      records.append(Cell(range))
    }
  }

  /// Adds a record.
  /// - Parameter columns: the cells by role; `nil` stands for a column that is not there, or for the
  ///   whole record as the title.
  func append(_ range: Range<Int>, columns: RecordCells) {
    for role in Role.allCases {
      if let cell = columns[role] {
        for row in cells[role.rawValue].count..<records.count { cells[role.rawValue].append(absent(role, row)) }
        cells[role.rawValue].append(cell)
        hasCells = true
      } else if !cells[role.rawValue].isEmpty {
        cells[role.rawValue].append(role == .title ? Cell(withoutReturn(range)) : .empty)
      }
    }
    records.append(Cell(range))
  }

  /// Makes a line, which is its own title, the only record.
  func replaceAll(byLine line: UnsafeBufferPointer<UInt8>) throws(CommandError) {
    source.truncate(0)
    records.removeAll(keepingCapacity: true)
    guard source.append(UnsafeRawBufferPointer(line)) else {
      throw .system(name: inputs.last?.name ?? "", reason: systemMessage(ENOMEM))
    }
    append(0..<source.count)
  }

  /// Keeps a text that does not stand in the input letter by letter.
  func keep(_ text: String) throws(CommandError) -> Cell {
    let start = decoded.count
    var text = text
    guard text.withUTF8({ decoded.append(UnsafeRawBufferPointer($0)) }) else {
      throw .system(name: inputs.last?.name ?? "", reason: systemMessage(ENOMEM))
    }
    return Cell(start..<decoded.count, in: .decoded)
  }

  private func absent(_ role: Role, _ row: Int) -> Cell {
    role == .title ? Cell(withoutReturn(records[row].range)) : .empty
  }

  // MARK: Reading

  /// The record as it came, without what ends it.
  func record(_ row: Int) -> Range<Int> { records[row].range }

  func cell(_ role: Role, _ row: Int) -> Cell {
    cells[role.rawValue].isEmpty ? absent(role, row) : cells[role.rawValue][row]
  }

  func has(_ role: Role) -> Bool { role == .title || !cells[role.rawValue].isEmpty }

  func text(_ role: Role, _ row: Int) -> String { text(cell(role, row)) }

  /// The text of a cell, ill-formed UTF-8 replaced.
  func text(_ cell: Cell) -> String {
    switch cell.storage {
    case .source: String(decoding: source[cell.range], as: UTF8.self)
    case .decoded: String(decoding: decoded[cell.range], as: UTF8.self)
    case .escaped: JSONString.decode(source[cell.range])
    case .quoted: String(decoding: Quoting.unquote(source[cell.range]), as: UTF8.self)
    }
  }

  /// The input and the line where a record begins.
  func location(_ row: Int) -> Location { location(ofByte: records[row].start) }

  func location(ofByte offset: Int) -> Location {
    guard let input = inputs.last(where: { $0.start <= offset }) else { return Location(name: "", line: 1) }
    let line = source[input.start..<offset].count { $0 == UInt8(ascii: "\n") } + 1
    return Location(name: input.name, line: line)
  }

  /// A line without the carriage return that a DOS line ends with.
  func withoutReturn(_ range: Range<Int>) -> Range<Int> {
    guard let last = source[range].last, last == UInt8(ascii: "\r") else { return range }
    return range.lowerBound..<range.upperBound - 1
  }
}

/// The cells of one record by role.
struct RecordCells {
  private var cells = InlineArray<5, Cell?>(repeating: nil)

  subscript(role: Role) -> Cell? {
    get { cells[role.rawValue] }
    set { cells[role.rawValue] = newValue }
  }
}
