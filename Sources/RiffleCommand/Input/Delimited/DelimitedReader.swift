/// Reads tables with a delimiter between the columns: CSV as in RFC 4180, and TSV, which has no quotes.
struct DelimitedReader {
  let delimiter: UInt8
  /// Whether a field may stand in quotes, and then hold delimiters, line ends and (doubled) quotes.
  let hasQuotes: Bool
  let terminator: UInt8
  let hasHeader: Bool
  let choice: ColumnChoice

  /// Reads one input; blank lines are no records.
  func read(_ range: Range<Int>, name: String, into table: RecordTable) throws(CommandError) {
    var scan = Scan(range: skippingByteOrderMark(range, table), table: table, reader: self)
    var columns: [Column] = []
    var isFirst = true
    while try scan.next() {
      if isFirst {
        isFirst = false
        let header = hasHeader ? scan.fields.map(table.text) : nil
        columns = try Column.find(choice, header: header, source: name)
        if hasHeader { continue }
      }
      var cells = RecordCells()
      for column in columns {
        if column.index < scan.fields.count {
          cells[column.role] = scan.fields[column.index]
        } else if column.role.isRequired {
          throw missing(column, of: scan, in: table)
        }
      }
      table.append(scan.record, columns: cells)
    }
  }

  private func missing(_ column: Column, of scan: Scan, in table: RecordTable) -> CommandError {
    let count = scan.fields.count == 1 ? "1 column" : "\(scan.fields.count) columns"
    return .column(
      source: table.location(ofByte: scan.record.lowerBound).description,
      problem: "the record has \(count), but \(column.role.option) is column \(column.index + 1): "
        + "correct the record, choose another column, or another --input")
  }

  private func skippingByteOrderMark(_ range: Range<Int>, _ table: RecordTable) -> Range<Int> {
    let hasMark = table.source[range].starts(with: [0xEF, 0xBB, 0xBF])
    return range.lowerBound + (hasMark ? 3 : 0)..<range.upperBound
  }
}

/// A walk over the records of one table.
private struct Scan {
  private let table: RecordTable
  private let reader: DelimitedReader
  private var position: Int
  private let end: Int

  /// The record last read, without its terminator.
  private(set) var record = 0..<0
  private(set) var fields: [Cell] = []

  init(range: Range<Int>, table: RecordTable, reader: DelimitedReader) {
    self.table = table
    self.reader = reader
    position = range.lowerBound
    end = range.upperBound
  }

  /// Reads the next record; `false` at the end.
  mutating func next() throws(CommandError) -> Bool {
    let bytes = table.source.bytes
    while position < end {
      fields.removeAll(keepingCapacity: true)
      let start = position
      var isLast = false
      while !isLast {
        let isQuoted = reader.hasQuotes && position < end && bytes[position] == Quoting.quote
        isLast = isQuoted ? try readQuoted(bytes) : readPlain(bytes)
      }
      record = start..<position
      position += 1
      let isBlank = fields.count == 1 && table.withoutReturn(record).isEmpty
      if !isBlank { return true }
    }
    return false
  }

  /// Reads a field that ends at the next delimiter or terminator; returns whether it is the record's last.
  /// Leaves `position` behind the delimiter, or at the terminator.
  private mutating func readPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = position
    while position < end && bytes[position] != reader.delimiter && bytes[position] != reader.terminator {
      position += 1
    }
    let isLast = position == end || bytes[position] == reader.terminator
    fields.append(Cell(isLast ? table.withoutReturn(start..<position) : start..<position))
    if !isLast { position += 1 }
    return isLast
  }

  private mutating func readQuoted(_ bytes: UnsafeBufferPointer<UInt8>) throws(CommandError) -> Bool {
    let opening = position
    var hasDoubled = false
    position += 1
    while true {
      guard let quote = table.source.firstIndex(of: Quoting.quote, in: position..<end) else {
        throw .malformed(
          table.location(ofByte: opening),
          problem: "the quote that opens here is never closed: close it, or choose --input tsv or lines")
      }
      position = quote + 1
      guard position < end && bytes[position] == Quoting.quote else { break }
      hasDoubled = true
      position += 1
    }
    fields.append(Cell(opening + 1..<position - 1, in: hasDoubled ? .quoted : .source))
    if position < end && bytes[position] == reader.delimiter {
      position += 1
      return false
    }
    let closing = position
    if position < end && bytes[position] == UInt8(ascii: "\r") { position += 1 }
    guard position == end || bytes[position] == reader.terminator else {
      throw .malformed(
        table.location(ofByte: closing),
        problem: "text follows a closing quote: double a quote that belongs to the text, or choose --input lines")
    }
    return true
  }
}
