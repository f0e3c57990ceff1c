import Glibc

/// One record: its bytes as they came, and where in them each chosen column lies.
///
/// It is filled anew for record after record, by one thread.
package final class Record {
  /// What the record is a part of.
  package let source: GrowingBuffer
  private let decoded = GrowingBuffer()
  private let columns: Set<Role>
  private var cells = RecordCells()

  // Private, so that the compiler sees all who use it, and need not have each use checked.
  private var place = (range: 0..<0, line: 0)

  /// Where the record lies in ``source``, without what ends it.
  package var range: Range<Int> { place.range }
  /// How many lines of all inputs are before it.
  package var line: Int { place.line }
  /// The record as it came, without what ends it.
  package var bytes: UnsafeBufferPointer<UInt8> { source[place.range] }

  /// - Parameter choice: the columns that the list has.
  package init(in source: GrowingBuffer, _ choice: ColumnChoice) {
    self.source = source
    columns = Set(choice.all.map(\.role)).union([.title])
  }

  // MARK: Filling

  /// Begins a record, which is its own title until a cell says otherwise.
  package func begin(_ range: Range<Int>, line: Int) {
    place = (range, line)
    cells = RecordCells()
    decoded.truncate(0)
  }

  func set(_ role: Role, _ cell: Cell) { cells[role] = cell }

  /// Keeps a text that does not stand in the input letter by letter.
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

  /// Whether records of the list have such a column.
  package func has(_ role: Role) -> Bool { columns.contains(role) }

  /// Whether this one has it.
  package func holds(_ role: Role) -> Bool { cells[role] != nil }

  /// Whether its text stands in quotes, which makes a string of it in JSON.
  package func isQuoted(_ role: Role) -> Bool {
    guard let cell = cells[role], cell.storage != .decoded, cell.start > 0 else { return false }
    return source.bytes[cell.start - 1] == Quoting.quote
  }

  func cell(_ role: Role) -> Cell { cells[role] ?? (role == .title ? Cell(source.withoutReturn(range)) : .empty) }

  /// The text of a column, ill-formed UTF-8 replaced.
  package func text(_ role: Role) -> String { text(cell(role)) }

  func text(_ cell: Cell) -> String {
    switch cell.storage {
    case .source: String(decoding: source[cell.range], as: UTF8.self)
    case .decoded: String(decoding: decoded[cell.range], as: UTF8.self)
    case .escaped: JSONString.decode(source[cell.range])
    case .quoted: String(decoding: Quoting.unquote(source[cell.range]), as: UTF8.self)
    }
  }

  /// Lets `body` read the texts that are searched, as they came but for quotes and escapes.
  package func withTexts(
    _ body: (_ title: Span<UInt8>, _ reading: Span<UInt8>, _ searchText: Span<UInt8>) -> Void
  ) throws(InputError) {
    let title = try plain(cell(.title))
    let reading = try plain(cell(.reading))
    let searchText = try plain(cell(.searchText))
    // Taken only now: what is decoded moves while more is added.
    body(bytes(title).span, bytes(reading).span, bytes(searchText).span)
  }

  private func bytes(_ cell: Cell) -> UnsafeBufferPointer<UInt8> {
    cell.storage == .decoded ? decoded[cell.range] : source[cell.range]
  }

  /// A cell whose bytes are its text.
  private func plain(_ cell: Cell) throws(InputError) -> Cell {
    switch cell.storage {
    case .source, .decoded: cell
    case .escaped: try keep(JSONString.decode(source[cell.range]))
    case .quoted: try keep(Quoting.unquote(source[cell.range]))
    }
  }

  /// The weight; 0 where there is none.
  /// - Throws: if there is one that cannot be read.
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
  /// A line without the carriage return that a DOS line ends with.
  func withoutReturn(_ range: Range<Int>) -> Range<Int> {
    guard let last = self[range].last, last == UInt8(ascii: "\r") else { return range }
    return range.lowerBound..<range.upperBound - 1
  }
}
