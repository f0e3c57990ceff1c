import Riffle

/// The records of all inputs, chunk by chunk: each thread takes the next one when it has done with the last.
///
/// Whoever takes a chunk reads it, into memory of their own, so that the bytes are still in the cache when
/// they are searched. Nothing of the input is kept.
package final class InputChunks: Sendable {
  /// What a buffer holds: whole records.
  package struct Chunk: Sendable {
    package let input: OpenInput
    /// Where the first record may begin: what is before it is a heading.
    package var start: RecordPlace
    /// How many lines of all inputs are before the buffer, and up to its end.
    package let lines: Range<Int>
  }

  private struct State {
    var waiting: ArraySlice<InputDescription.Input>
    var stream: ByteStream?
    /// All inputs that have been opened; the last one is being read.
    var opened: [OpenInput] = []
    /// Whether nothing has been read of the input, and whether its columns have been found.
    var isAtStart = true
    var hasColumns = true
    /// The beginning of a record whose end has not been read yet.
    var carried: [UInt8] = []
    var lineCount = 0
    var byteCount = 0
    var hasFailed = false
  }

  private let state: Lock<State>
  private let description: InputDescription
  private let chunkSize: Int

  /// - Parameter chunkSize: how many bytes a chunk has at least, but for the last one of each input.
  package init(_ description: InputDescription, chunkSize: Int) throws(InputError) {
    state = Lock(State(waiting: try description.inputs()[...]))
    self.description = description
    self.chunkSize = max(1, chunkSize)
  }

  /// How many lines and bytes have been read.
  package var counts: (lines: Int, bytes: Int) { state.withLock { ($0.lineCount, $0.byteCount) } }

  /// The inputs that have been opened, in their order.
  package var inputs: [OpenInput] { state.withLock { $0.opened } }

  /// Ends the reading: there are no more chunks.
  package func stop() { state.withLock { $0.hasFailed = true } }

  /// Replaces what `buffer` holds by the next records; `nil` if there are no more.
  /// - Throws: if an input cannot be read, to one of those who ask; then there are no more for the others.
  package func next(into buffer: ByteBuffer) throws(InputError) -> Chunk? {
    try state.withLock { state throws(InputError) -> Chunk? in
      if state.hasFailed { return nil }
      do throws(InputError) {
        while try fill(buffer, &state) {
          if let chunk = try chunk(of: buffer, &state) { return chunk }
        }
        return nil
      } catch {
        state.hasFailed = true
        throw error
      }
    }
  }

  /// Reads some records; `false` if there is nothing left.
  private func fill(_ buffer: ByteBuffer, _ state: inout State) throws(InputError) -> Bool {
    while true {
      if state.stream == nil { try open(&state) }
      guard let stream = state.stream, let input = state.opened.last else { return false }
      buffer.truncate(0)
      try stream.reserve(chunkSize + state.carried.count, in: buffer)
      let isAdded = state.carried.withUnsafeBytes { buffer.append($0) }
      assert(isAdded, "there is room")
      state.carried.removeAll(keepingCapacity: true)
      var searched = 0
      while try stream.read(into: buffer) {
        guard buffer.count >= max(chunkSize, ByteOrderMark.utf8.count) else { continue }
        if searched == 0, state.isAtStart { searched = start(of: buffer, input) }
        if let end = input.endOfRecords(in: buffer, from: &searched) {
          state.carried.append(contentsOf: buffer[end..<buffer.count])
          buffer.truncate(end)
          return true
        }
      }
      state.stream = nil
      if buffer.count > 0 { return true }
    }
  }

  private func open(_ state: inout State) throws(InputError) {
    guard let input = state.waiting.popFirst() else { return }
    state.stream = try input.source.open()
    state.isAtStart = true
    state.hasColumns = false
    state.opened.append(
      OpenInput(
        name: input.source.name, firstLine: state.lineCount, terminator: description.terminator,
        format: description.recordFormat(of: input)))
  }

  /// Counts what has been read, and finds the columns; `nil` if it is nothing but a heading that goes on.
  private func chunk(of buffer: ByteBuffer, _ state: inout State) throws(InputError) -> Chunk? {
    guard var input = state.opened.last else { return nil }
    let first = state.lineCount
    state.lineCount += LineSearch.countLines(of: buffer.bytes.span, endingWith: description.terminator)
    state.byteCount += buffer.count
    var place = RecordPlace(offset: state.isAtStart ? start(of: buffer, input) : 0, line: first)
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

  /// The columns of a table; `nil` if its header has not come yet.
  private func findColumns(
    _ format: DelimitedFormat, _ record: Record, _ place: inout RecordPlace, _ input: OpenInput
  ) throws(InputError) -> [Column]? {
    var header: [String]?
    if description.hasHeader {
      header = try format.readHeader(record, &place, of: input)
      if header == nil {
        // Nothing but blank lines so far.
        return nil
      }
    }
    return try Column.find(description.columns, header: header, source: input.name)
  }

  /// Where the first record of an input begins: behind a byte order mark, which in lines is a part of the first.
  private func start(of buffer: ByteBuffer, _ input: OpenInput) -> Int {
    if case .lines = input.format { return 0 }
    return buffer.bytes.starts(with: ByteOrderMark.utf8) ? ByteOrderMark.utf8.count : 0
  }
}

private enum ByteOrderMark {
  static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]
}
