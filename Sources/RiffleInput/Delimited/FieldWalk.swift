/// An iteration over the fields of one record.
struct FieldWalk {
  struct Field {
    let cell: Cell
    let isLast: Bool
  }

  /// A fault and its place.
  struct Problem: Error {
    let offset: Int
    let problem: String
  }

  private let source: GrowingBuffer
  private let end: Int
  private let delimiter: UInt8
  private let hasQuotes: Bool
  private let terminator: UInt8

  /// The start of the next field; after the last one, the place of its terminator.
  private(set) var position: Int
  /// Whether the iteration reached the end within quotes, or right after one.
  private(set) var isOpen = false

  init(_ source: GrowingBuffer, _ range: Range<Int>, delimiter: UInt8, hasQuotes: Bool, terminator: UInt8) {
    self.source = source
    self.delimiter = delimiter
    self.hasQuotes = hasQuotes
    self.terminator = terminator
    position = range.lowerBound
    end = range.upperBound
  }

  mutating func next() throws(Problem) -> Field {
    let isQuoted = hasQuotes && position < end && source.bytes[position] == Quoting.quote
    return isQuoted ? try readQuoted() : readPlain()
  }

  private mutating func readPlain() -> Field {
    let bytes = source.bytes
    let start = position
    while position < end && bytes[position] != delimiter && bytes[position] != terminator { position += 1 }
    let isLast = position == end || bytes[position] == terminator
    let range = start..<position
    if !isLast { position += 1 }
    return Field(cell: Cell(isLast ? source.withoutReturn(range) : range), isLast: isLast)
  }

  private mutating func readQuoted() throws(Problem) -> Field {
    let bytes = source.bytes
    let opening = position
    var hasDoubled = false
    position += 1
    while true {
      guard let quote = source.firstIndex(of: Quoting.quote, in: position..<end) else {
        isOpen = true
        throw Problem(
          offset: opening,
          problem: "the quote that opens here is never closed: close it, or choose --input tsv or lines")
      }
      position = quote + 1
      guard position < end && bytes[position] == Quoting.quote else { break }
      hasDoubled = true
      position += 1
    }
    let cell = Cell(opening + 1..<position - 1, in: hasDoubled ? .quoted : .source)
    if position < end && bytes[position] == delimiter {
      position += 1
      return Field(cell: cell, isLast: false)
    }
    let closing = position
    if position < end && bytes[position] == UInt8(ascii: "\r") { position += 1 }
    guard position == end || bytes[position] == terminator else {
      throw Problem(
        offset: closing,
        problem: "text follows a closing quote: double a quote that belongs to the text, or choose --input lines")
    }
    return Field(cell: cell, isLast: true)
  }
}
