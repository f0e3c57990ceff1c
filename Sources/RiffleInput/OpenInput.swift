/// An input that is being read, with its record format.
package struct OpenInput: Sendable {
  package enum Format: Sendable {
    /// Each line is a record, and all of it is the title.
    case lines
    case delimited(DelimitedFormat)
    case json(JSONLinesFormat)
  }

  /// The name in messages.
  package let name: String
  /// The number of lines of all inputs before it.
  package let firstLine: Int
  /// The terminator of lines.
  let terminator: UInt8
  package var format: Format
  /// Whether a record that cannot be read is an error; see ``next(_:_:leavingOut:)``.
  var isStrict = false

  /// - Parameter line: counted over all inputs, from 0.
  package func location(ofLine line: Int) -> Location { Location(name: name, line: line - firstLine + 1) }

  /// Reads the next record at or after a place where one may begin, and moves the place behind it. Blank lines of tables are
  /// skipped.
  ///
  /// - Returns: `false` if there is none before the end.
  package func read(_ record: Record, _ place: inout RecordPlace) throws(InputError) -> Bool {
    switch format {
    case .lines: place.next(terminator, in: record.source, record)
    case .delimited(let format): try format.read(record, &place, of: self)
    case .json(let format): try format.read(record, &place, of: self)
    }
  }

  /// Whether fields may be quoted.
  package var hasQuotes: Bool {
    switch format {
    case .lines: false
    case .delimited(let format): format.hasQuotes
    case .json: true
    }
  }

  /// Whether quoted values are texts even if they look like numbers. In CSV, quotes do not decide that.
  package var quotesAreTexts: Bool {
    switch format {
    case .lines: false
    case .delimited(let format): format.hasQuotes && format.delimiter != UInt8(ascii: ",")
    case .json: true
    }
  }

  /// Returns the number of columns of a record that has been read; 1 if the format has none.
  package func columnCount(of record: Record) -> Int {
    guard case .delimited(let format) = format else { return 1 }
    return (try? format.columnCount(of: record, of: self)) ?? 1
  }

  /// Returns the end of the last complete record of a buffer; `nil` if there is none.
  /// - Parameter start: the place to begin at; moved to the place to continue from when there is more.
  func endOfRecords(in buffer: GrowingBuffer, from start: inout Int) -> Int? {
    if case .delimited(let format) = format, format.hasQuotes {
      return format.endOfRecords(in: buffer, from: &start, terminator)
    }
    defer { start = buffer.count }
    return buffer.lastIndex(of: terminator, from: start).map { $0 + 1 }
  }
}

/// A place between the records of a buffer.
package struct RecordPlace: Sendable {
  package var offset: Int
  /// The number of lines of all inputs before it.
  package var line: Int

  package init(offset: Int, line: Int) {
    self.offset = offset
    self.line = line
  }

  /// Returns the end of the line that begins here; the next one begins behind its terminator.
  func endOfLine(_ terminator: UInt8, in buffer: GrowingBuffer) -> Int {
    buffer.firstIndex(of: terminator, in: offset..<buffer.count) ?? buffer.count
  }

  /// Makes the line that begins here a record; returns `false` at the end.
  fileprivate mutating func next(_ terminator: UInt8, in buffer: GrowingBuffer, _ record: Record) -> Bool {
    guard offset < buffer.count else { return false }
    let end = endOfLine(terminator, in: buffer)
    record.begin(offset..<end, line: line)
    offset = end + 1
    line += 1
    return true
  }
}
