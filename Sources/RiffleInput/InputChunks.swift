import Riffle

/// The records of all inputs, chunk by chunk: each thread takes the next one when it has finished the last.
///
/// The thread that takes a chunk reads it into its own memory, so that the bytes are still in the cache when they are searched.
/// No input is kept.
package final class InputChunks: Sendable {
  /// The content of a buffer: whole records.
  package struct Chunk: Sendable {
    package let input: OpenInput
    /// The place where the first record may begin, behind a heading.
    package var start: RecordPlace
    /// The numbers of lines of all inputs before the buffer, and up to its end.
    package let lines: Range<Int>
  }

  private struct State {
    var waiting: ArraySlice<InputDescription.Input>
    var stream: ByteStream?
    /// All inputs that have been opened; the last one is being read.
    var opened: [OpenInput] = []
    /// Whether nothing of the input has been read, and whether its columns have been found.
    var isAtStart = true
    var hasColumns = true
    /// Whether it is known if fields of the input may be quoted.
    var knowsQuotes = true
    /// The beginning of a record whose end has not been read yet.
    var carried: [UInt8] = []
    var lineCount = 0
    var byteCount = 0
    var hasFailed = false
    /// The decoders of the input's bytes; the first is known after two bytes.
    var decoder: UTF16Decoder?
    var knowsEncoding = true
    var json: JSONRecords?
    var escapes = EscapeScanner()
    /// Inputs that could not be read, with the reasons.
    var unreadable: [InputError] = []
    /// The last chunks, if only these are requested; `nil` until everything has been read.
    var last: LastChunks?
  }

  private let state: Lock<State>
  private let description: InputDescription
  private let chunkSize: Int

  /// - Parameter chunkSize: the least size of a chunk in bytes, except for the last one of each input.
  package init(_ description: InputDescription, chunkSize: Int) throws(InputError) {
    state = Lock(State(waiting: try description.inputs()[...]))
    self.description = description
    self.chunkSize = max(1, chunkSize)
  }

  /// The numbers of lines and bytes read.
  package var counts: (lines: Int, bytes: Int) { state.withLock { ($0.lineCount, $0.byteCount) } }

  /// The inputs that have been opened, in order.
  package var inputs: [OpenInput] { state.withLock { $0.opened } }

  /// The reasons why some inputs were omitted, if the description allows that.
  package var unreadable: [InputError] { state.withLock { $0.unreadable } }

  /// The numbers of lines, and records in them, that were read but are not among the last ones requested.
  package var dropped: (lines: Int, records: Int) { state.withLock { $0.last?.dropped ?? (0, 0) } }

  /// Ends reading: there are no more chunks.
  package func stop() { state.withLock { $0.hasFailed = true } }

  /// Replaces the content of `buffer` by the next records; `nil` if there are no more.
  /// - Throws: an error if an input cannot be read, to one of the callers; the others then get no more records.
  package func next(into buffer: GrowingBuffer) throws(InputError) -> Chunk? {
    try state.withLock { state throws(InputError) -> Chunk? in
      if state.hasFailed { return nil }
      do throws(InputError) {
        guard let tail = description.tail else { return try read(into: buffer, &state) }
        if state.last == nil {
          var last = LastChunks(tail)
          let record = Record(in: GrowingBuffer(), description.columns)
          while let chunk = try read(into: record.source, &state) { try last.append(chunk, record) }
          try last.finish(record)
          state.last = last
        }
        return try state.last?.next(into: buffer)
      } catch {
        state.hasFailed = true
        throw error
      }
    }
  }

  private func read(into buffer: GrowingBuffer, _ state: inout State) throws(InputError) -> Chunk? {
    while try fill(buffer, &state) {
      if let chunk = try chunk(of: buffer, &state) { return chunk }
    }
    return nil
  }

  /// Reads some records; returns `false` if there is nothing left.
  private func fill(_ buffer: GrowingBuffer, _ state: inout State) throws(InputError) -> Bool {
    while true {
      while state.stream == nil, !state.waiting.isEmpty {
        try passingOver(&state) { (state) throws(InputError) in try open(&state) }
      }
      guard let stream = state.stream else { return false }
      buffer.truncate(0)
      try stream.reserve(chunkSize + state.carried.count, in: buffer)
      let isAdded = state.carried.withUnsafeBytes { buffer.append($0) }
      assert(isAdded, "there is room")
      state.carried.removeAll(keepingCapacity: true)
      var searched = 0
      while try read(stream, into: buffer, &state) {
        guard buffer.count >= max(chunkSize, ByteOrderMark.utf8.count) else { continue }
        if searched == 0, state.isAtStart { searched = start(of: buffer) }
        recognizeQuotes(in: buffer, &state)
        guard let input = state.opened.last else { return false }
        var end = input.endOfRecords(in: buffer, from: &searched)
        if end == nil { end = try endOfLongRecord(in: buffer, from: searched, input, state) }
        if let end {
          state.carried.append(contentsOf: buffer[end..<buffer.count])
          buffer.truncate(end)
          return true
        }
      }
      state.stream = nil
      if description.interruption?.isRaised == true {
        // The last record is incomplete.
        state.hasFailed = true
        return false
      }
      recognizeQuotes(in: buffer, &state, isWhole: true)
      if buffer.count > 0 { return true }
    }
  }

  /// Calls `body` with an input; if it cannot be read, omits it if the description allows that.
  private func passingOver(
    _ state: inout State, _ body: (inout State) throws(InputError) -> Void
  ) throws(InputError) {
    do throws(InputError) {
      try body(&state)
    } catch {
      guard description.passesOverUnreadable, case .system = error else { throw error }
      state.unreadable.append(error)
      state.stream = nil
    }
  }

  /// Appends available bytes to a buffer, as UTF-8 and by lines; returns `false` at the end.
  private func read(_ stream: ByteStream, into buffer: GrowingBuffer, _ state: inout State) throws(InputError) -> Bool {
    let start = buffer.count
    var isMore = false
    try passingOver(&state) { (state) throws(InputError) in
      isMore = try stream.read(into: buffer)
      // Two bytes identify the encoding.
      while isMore, !state.knowsEncoding, buffer.count - start < 2 { isMore = try stream.read(into: buffer) }
    }
    if !state.knowsEncoding {
      state.knowsEncoding = true
      state.decoder = UTF16Decoder(mark: buffer[start..<buffer.count])
    }
    if state.decoder == nil, state.json == nil, !description.leavesOutEscapes { return isMore }
    var bytes = Array(buffer[start..<buffer.count])
    if state.decoder != nil { bytes = state.decoder?.decode(bytes) ?? [] }
    if !isMore { bytes += state.decoder?.finish() ?? [] }
    if description.leavesOutEscapes { bytes = state.escapes.text(of: bytes, terminator: description.terminator) }
    if state.json != nil { bytes = state.json?.pass(bytes) ?? [] }
    buffer.truncate(start)
    try stream.reserve(max(1, bytes.count), in: buffer)
    _ = bytes.withUnsafeBytes { buffer.append($0) }
    return isMore
  }

  /// Ends a record that is too long because a quote is never closed: its first line is then read by itself.
  /// - Returns: the end of that line; `nil` if the record may still continue.
  /// - Throws: an error if the line alone is too long.
  private func endOfLongRecord(
    in buffer: GrowingBuffer, from start: Int, _ input: OpenInput, _ state: State
  ) throws(InputError) -> Int? {
    let isOpen = if case .delimited(let format) = input.format { format.hasQuotes } else { false }
    let start = isOpen ? start : 0
    guard buffer.count - start > description.longestRecord else { return nil }
    if isOpen, let end = buffer.firstIndex(of: input.terminator, in: start..<start + description.longestRecord) {
      return end + 1
    }
    let line = state.lineCount + LineSearch.countLines(of: buffer[0..<start].span, endingWith: input.terminator)
    throw .malformed(
      input.location(ofLine: line),
      problem:
        "the record is longer than \(description.longestRecord) bytes: is this the right file, and the right --input?")
  }

  /// Determines whether fields of a TSV may be quoted, as soon as its first line is available.
  private func recognizeQuotes(in buffer: GrowingBuffer, _ state: inout State, isWhole: Bool = false) {
    guard !state.knowsQuotes, let input = state.opened.last else { return }
    let start = start(of: buffer)
    guard isWhole || buffer.firstIndex(of: input.terminator, in: start..<buffer.count) != nil else { return }
    state.knowsQuotes = true
    guard case .delimited(var format) = input.format, !format.hasQuotes, start < buffer.count,
      buffer.bytes[start] == Quoting.quote
    else { return }
    format.hasQuotes = true
    if description.header == .recognized {
      var place = RecordPlace(offset: start, line: 0)
      let names = try? format.readHeader(Record(in: buffer, description.columns), &place, of: input)
      guard let names, description.columns.recognizes(names) else { return }
    }
    state.opened[state.opened.count - 1].format = .delimited(format)
  }

  private func open(_ state: inout State) throws(InputError) {
    guard let input = state.waiting.popFirst() else { return }
    state.stream = try input.source.open(until: description.interruption)
    state.isAtStart = true
    state.decoder = nil
    state.escapes = EscapeScanner()
    state.knowsEncoding = false
    state.json = input.format == .json ? JSONRecords(terminator: description.terminator) : nil
    state.hasColumns = false
    state.knowsQuotes = description.header == .absent
    state.opened.append(
      OpenInput(
        name: input.source.name, firstLine: state.lineCount, terminator: description.terminator,
        format: description.recordFormat(of: input), isStrict: description.isStrict))
  }

  /// Counts lines and bytes, and finds the columns; `nil` if the buffer has only an incomplete heading.
  private func chunk(of buffer: GrowingBuffer, _ state: inout State) throws(InputError) -> Chunk? {
    guard var input = state.opened.last else { return nil }
    let first = state.lineCount
    var place = RecordPlace(offset: state.isAtStart ? start(of: buffer) : 0, line: first)
    state.lineCount += LineSearch.countLines(
      of: buffer[place.offset..<buffer.count].span, endingWith: description.terminator)
    state.byteCount += buffer.count
    state.isAtStart = false
    if !state.hasColumns, case .delimited(let format) = input.format {
      let record = Record(in: buffer, description.columns)
      let columns = try findColumns(format, record, &place, input)
      if let columns { input.format = .delimited(format.with(columns)) }
      state.hasColumns = columns != nil
      state.opened[state.opened.count - 1] = input
    }
    return Chunk(input: input, start: place, lines: first..<state.lineCount)
  }

  /// Returns the columns of a table; `nil` if its header is not available yet.
  private func findColumns(
    _ format: DelimitedFormat, _ record: Record, _ place: inout RecordPlace, _ input: OpenInput
  ) throws(InputError) -> [Column]? {
    var header: [String]?
    switch description.header {
    case .absent: break
    case .present:
      header = try format.readHeader(record, &place, of: input)
      // Only blank lines so far.
      if header == nil { return nil }
    case .recognized:
      var next = place
      do throws(InputError) {
        guard let names = try format.readHeader(record, &next, of: input) else { return nil }
        if description.columns.recognizes(names) { (header, place) = (names, next) }
      } catch {
        // The fault of the record is reported when it is read.
      }
    }
    return try Column.find(description.columns, header: header, source: input.name)
  }

  /// Returns the start of the first record of an input: behind a byte order mark.
  private func start(of buffer: GrowingBuffer) -> Int {
    buffer.bytes.starts(with: ByteOrderMark.utf8) ? ByteOrderMark.utf8.count : 0
  }
}
