import Glibc

/// One record: its bytes in their original form, and the place of each selected column in them.
///
/// It is reused for record after record, by one thread.
package final class Record {
  /// The buffer that contains the record.
  package let source: GrowingBuffer
  private let decoded = GrowingBuffer()
  private let columns: Set<Role>
  private var cells = RecordCells()
  /// The values of fields, in the order of the columns. One with several values has as many cells.
  private var values: [(field: Int, cell: Cell)] = []
  /// The fields whose columns the record has, as bits.
  private var heldFields: UInt64 = 0

  // Private, so that all accesses are visible to the compiler, and need no check.
  private var place = (range: 0..<0, line: 0)

  /// The range of the record in ``source``, without its terminator.
  package var range: Range<Int> { place.range }
  /// The number of lines of all inputs before it.
  package var line: Int { place.line }
  /// The record in its original form, without its terminator.
  package var bytes: UnsafeBufferPointer<UInt8> { source[place.range] }

  /// - Parameter choice: the columns of the list.
  package init(in source: GrowingBuffer, _ choice: ColumnChoice) {
    self.source = source
    columns = Set(choice.all.map(\.role)).union([.title])
  }

  // MARK: Filling

  /// Begins a record, whose title is all of it until a cell is set.
  package func begin(_ range: Range<Int>, line: Int) {
    place = (range, line)
    cells = RecordCells()
    values.removeAll(keepingCapacity: true)
    heldFields = 0
    decoded.truncate(0)
  }

  /// Stores the place of a column. An empty value of a field is missing.
  func set(_ use: ColumnUse, _ cell: Cell) {
    switch use {
    case .role(let role): cells[role] = cell
    case .field(let field):
      holdField(field)
      if !cell.range.isEmpty { addValue(cell, ofField: field) }
    }
  }

  func holdField(_ field: Int) { heldFields |= 1 << UInt64(field) }
  func addValue(_ cell: Cell, ofField field: Int) { values.append((field, cell)) }

  /// Stores a text that is not literally in the input.
  func keep(_ text: String) throws(InputError) -> Cell {
    try keep(Array(text.utf8))
  }

  private func keep(_ bytes: [UInt8]) throws(InputError) -> Cell {
    let start = decoded.count
    guard bytes.withUnsafeBytes({ decoded.append($0) }) else {
      throw .system(name: "a record of \(range.count) bytes", reason: systemMessage(ENOMEM))
    }
    return Cell(start..<decoded.count, in: .decoded)
  }

  // MARK: Reading

  /// Returns whether records of the list have such a column.
  package func has(_ role: Role) -> Bool { columns.contains(role) }

  /// Returns whether this record has the column.
  package func holds(_ role: Role) -> Bool { cells[role] != nil }

  /// Returns whether this record has the column of a field, with or without a value.
  package func holdsField(_ field: Int) -> Bool { heldFields >> UInt64(field) & 1 == 1 }

  /// Calls `body` with the values of a field; none if it is missing.
  /// - Complexity: O(values of all fields).
  package func forEachText(ofField field: Int, _ body: (String) -> Void) {
    for value in values where value.field == field { body(text(value.cell)) }
  }

  /// Returns whether its text is quoted, which makes it a string in JSON.
  package func isQuoted(_ role: Role) -> Bool {
    guard let cell = cells[role], cell.storage != .decoded, cell.start > 0 else { return false }
    return source.bytes[cell.start - 1] == Quoting.quote
  }

  func cell(_ role: Role) -> Cell { cells[role] ?? (role == .title ? Cell(source.withoutReturn(range)) : .empty) }

  /// Returns the text of a column, with ill-formed UTF-8 replaced.
  package func text(_ role: Role) -> String { text(cell(role)) }

  func text(_ cell: Cell) -> String {
    switch cell.storage {
    case .source: String(decoding: source[cell.range], as: UTF8.self)
    case .decoded: String(decoding: decoded[cell.range], as: UTF8.self)
    case .escaped: JSONString.decode(source[cell.range])
    case .quoted: String(decoding: Quoting.unquote(source[cell.range]), as: UTF8.self)
    }
  }

  /// Calls `body` with the searched texts, unchanged except for quotes and escapes.
  package func withTexts(
    _ body: (_ title: Span<UInt8>, _ reading: Span<UInt8>, _ searchText: Span<UInt8>) -> Void
  ) throws(InputError) {
    let title = try plain(cell(.title))
    let reading = try plain(cell(.reading))
    let searchText = try plain(cell(.searchText))
    // Read only now, because decoded texts move while more are added.
    body(bytes(title).span, bytes(reading).span, bytes(searchText).span)
  }

  private func bytes(_ cell: Cell) -> UnsafeBufferPointer<UInt8> {
    cell.storage == .decoded ? decoded[cell.range] : source[cell.range]
  }

  /// Returns a cell whose bytes are its text.
  private func plain(_ cell: Cell) throws(InputError) -> Cell {
    switch cell.storage {
    case .source, .decoded: cell
    case .escaped: try keep(JSONString.decode(source[cell.range]))
    case .quoted: try keep(Quoting.unquote(source[cell.range]))
    }
  }

  /// Returns the weight; 0 if there is none.
  /// - Throws: an error if there is one that cannot be read.
  package func weight(of input: OpenInput) throws(InputError) -> UInt16 {
    guard holds(.weight) else { return 0 }
    let text = text(.weight)
    if text.isEmpty { return 0 }
    if let weight = UInt16(text) { return weight }
    throw .column(
      source: input.location(ofLine: line).description,
      problem: "the weight \(text) is no whole number from 0 to 65535")
  }
}

/// The cells of one record by role.
struct RecordCells {
  private var cells = InlineArray<10, Cell?>(repeating: nil)

  subscript(role: Role) -> Cell? {
    get { cells[role.rawValue] }
    set { cells[role.rawValue] = newValue }
  }
}

extension GrowingBuffer {
  /// Returns a line without the carriage return at the end of a DOS line.
  func withoutReturn(_ range: Range<Int>) -> Range<Int> {
    guard let last = self[range].last, last == UInt8(ascii: "\r") else { return range }
    return range.lowerBound..<range.upperBound - 1
  }
}
