/// Tables with a delimiter between the columns: CSV as in RFC 4180, and TSV, which has no quotes.
package struct DelimitedFormat: Sendable {
  let delimiter: UInt8
  /// Whether a field may be quoted, and then contain delimiters, line ends and (doubled) quotes.
  var hasQuotes: Bool
  /// The selected columns from left to right.
  private(set) var columns: [Column] = []

  init(_ format: InputFormat) {
    delimiter = UInt8(ascii: format == .csv ? "," : "\t")
    hasQuotes = format == .csv
  }

  /// Returns the same format with columns.
  func with(_ columns: [Column]) -> DelimitedFormat {
    var format = self
    format.columns = columns.sorted { $0.index < $1.index }
    return format
  }

  /// Reads the next record, skipping blank lines. If it cannot be read, the place still advances behind it; if a quote is never
  /// closed, behind its first line.
  func read(_ record: Record, _ place: inout RecordPlace, of input: OpenInput) throws(InputError) -> Bool {
    let source = record.source
    while place.offset < source.count {
      let start = place.offset
      let end = place.endOfLine(input.terminator, in: source)
      if hasQuotes, source.firstIndex(of: Quoting.quote, in: start..<end) != nil {
        try readQuoted(record, &place, of: input)
        return true
      }
      place.offset = end + 1
      let line = source.withoutReturn(start..<end)
      if !line.isEmpty {
        record.begin(start..<end, line: place.line)
        place.line += 1
        try readPlain(line, record, of: input)
        return true
      }
      place.line += 1
    }
    return false
  }

  /// Reads all fields of the next record, which is the header.
  func readHeader(_ record: Record, _ place: inout RecordPlace, of input: OpenInput) throws(InputError) -> [String]? {
    let format = with([])
    guard try format.read(record, &place, of: input) else { return nil }
    return try format.fields(of: record.range, in: record.source, of: input, record.line).map(record.text)
  }

  func columnCount(of record: Record, of input: OpenInput) throws(InputError) -> Int {
    try fields(of: record.range, in: record.source, of: input, record.line).count
  }

  /// Reads a line without quotes.
  private func readPlain(_ line: Range<Int>, _ record: Record, of input: OpenInput) throws(InputError) {
    let source = record.source
    var field = 0
    var start = line.lowerBound
    var end = columns.isEmpty ? line.upperBound : source.firstIndex(of: delimiter, in: line) ?? line.upperBound
    for column in columns {
      while field < column.index, end < line.upperBound {
        start = end + 1
        end = source.firstIndex(of: delimiter, in: start..<line.upperBound) ?? line.upperBound
        field += 1
      }
      if field == column.index {
        record.set(column.use, Cell(start..<end))
      } else if column.use.isRequired {
        throw missing(column, fieldCount: field + 1, record, of: input)
      }
    }
  }

  private func readQuoted(_ record: Record, _ place: inout RecordPlace, of input: OpenInput) throws(InputError) {
    let (start, line) = (place.offset, place.line)
    var end = start
    defer {
      place.line += 1 + record.source[start..<end].count { $0 == input.terminator }
      place.offset = end + 1
    }
    let fields: [Cell]
    do throws(InputError) {
      fields = try self.fields(of: start..<record.source.count, in: record.source, of: input, line, &end)
    } catch {
      record.begin(start..<end, line: line)
      throw error
    }
    record.begin(start..<end, line: line)
    for column in columns {
      if column.index < fields.count {
        record.set(column.use, fields[column.index])
      } else if column.use.isRequired {
        throw missing(column, fieldCount: fields.count, record, of: input)
      }
    }
  }

  private func missing(
    _ column: Column, fieldCount: Int, _ record: Record, of input: OpenInput
  ) -> InputError {
    let count = fieldCount == 1 ? "1 column" : "\(fieldCount) columns"
    return .column(
      source: input.location(ofLine: record.line).description,
      problem: "the record has \(count), but \(column.option) is column \(column.index + 1): "
        + "correct the record, choose another column, or another --input")
  }

  private func fields(
    of range: Range<Int>, in source: GrowingBuffer, of input: OpenInput, _ line: Int
  ) throws(InputError) -> [Cell] {
    var end = range.lowerBound
    return try fields(of: range, in: source, of: input, line, &end)
  }

  /// Returns the fields of the record at the start of a range. The record ends before `end` or at the end of the range.
  /// - Throws: an error; `end` is then the assumed end of the record.
  private func fields(
    of range: Range<Int>, in source: GrowingBuffer, of input: OpenInput, _ line: Int, _ end: inout Int
  ) throws(InputError) -> [Cell] {
    var walk = FieldWalk(source, range, delimiter: delimiter, hasQuotes: hasQuotes, terminator: input.terminator)
    var fields: [Cell] = []
    while true {
      let field: FieldWalk.Field
      do {
        field = try walk.next()
      } catch {
        let place = source[range.lowerBound..<error.offset].count { $0 == input.terminator }
        let last = walk.isOpen ? range.lowerBound : walk.position
        end = source.firstIndex(of: input.terminator, in: last..<range.upperBound) ?? range.upperBound
        throw .malformed(input.location(ofLine: line + place), problem: error.problem)
      }
      fields.append(field.cell)
      if field.isLast { break }
    }
    end = walk.position
    return fields
  }

  /// Returns the end of the last complete record.
  /// - Parameter start: the start of a record; moved to the start of the incomplete one.
  func endOfRecords(in buffer: GrowingBuffer, from start: inout Int, _ terminator: UInt8) -> Int? {
    if buffer.firstIndex(of: Quoting.quote, in: start..<buffer.count) == nil {
      guard let last = buffer.lastIndex(of: terminator, from: start) else { return nil }
      start = last + 1
      return start
    }
    var last: Int?
    while let end = endOfRecord(in: buffer, from: start, terminator) {
      start = end
      last = end
    }
    return last
  }

  /// Returns the end of the record at `start`, including its terminator; `nil` if it has not arrived yet.
  private func endOfRecord(in buffer: GrowingBuffer, from start: Int, _ terminator: UInt8) -> Int? {
    guard let end = buffer.firstIndex(of: terminator, in: start..<buffer.count) else { return nil }
    if buffer.firstIndex(of: Quoting.quote, in: start..<end) == nil { return end + 1 }
    var walk = FieldWalk(
      buffer, start..<buffer.count, delimiter: delimiter, hasQuotes: true, terminator: terminator)
    while true {
      guard let field = try? walk.next() else {
        // The reader rejects it. What follows does not matter, unless data still to come closes the quote.
        return walk.isOpen ? nil : buffer.firstIndex(of: terminator, in: walk.position..<buffer.count).map { $0 + 1 }
      }
      if field.isLast { return walk.position < buffer.count ? walk.position + 1 : nil }
    }
  }
}
