/// The chunks with the last `limit` records of all inputs. No others stay in memory.
struct LastChunks: Sendable {
  private struct Kept: Sendable {
    var chunk: InputChunks.Chunk
    let bytes: [UInt8]
    let recordCount: Int
  }

  private let limit: Int
  private var kept: [Kept] = []
  /// The first of them that is still kept; those before have been taken or dropped.
  private var first = 0
  private var recordCount = 0
  private(set) var dropped = (lines: 0, records: 0)

  /// - Parameter limit: at least 1.
  init(_ limit: Int) { self.limit = limit }

  /// Adds a chunk, whose bytes are in the record's source.
  /// - Throws: the fault of one of its records, if the input is strict.
  mutating func append(_ chunk: InputChunks.Chunk, _ record: Record) throws(InputError) {
    var count = chunk.lines.count
    if case .lines = chunk.input.format {
    } else {
      count = 0
      var place = chunk.start
      var leftOut = LeftOutRecords()
      while try chunk.input.next(record, &place, leavingOut: &leftOut) != nil { count += 1 }
    }
    kept.append(Kept(chunk: chunk, bytes: Array(record.source.bytes), recordCount: count))
    recordCount += count
    while first < kept.count, recordCount - kept[first].recordCount >= limit {
      recordCount -= kept[first].recordCount
      dropped.records += kept[first].recordCount
      dropped.lines = kept[first].chunk.lines.upperBound
      first += 1
    }
    if first > kept.count / 2 {
      kept.removeFirst(first)
      first = 0
    }
  }

  /// Drops excess records of the first chunk.
  mutating func finish(_ record: Record) throws(InputError) {
    guard first < kept.count, recordCount > limit else { return }
    var chunk = kept[first].chunk
    record.source.truncate(0)
    guard kept[first].bytes.withUnsafeBytes({ record.source.append($0) }) else {
      throw .system(name: chunk.input.name, reason: "there is no memory for the last records")
    }
    var place = chunk.start
    var leftOut = LeftOutRecords()
    for _ in limit..<recordCount {
      _ = try chunk.input.next(record, &place, leavingOut: &leftOut)
      dropped.records += 1
    }
    dropped.lines = place.line
    chunk.start = place
    kept[first].chunk = InputChunks.Chunk(
      input: chunk.input, start: place, lines: place.line..<chunk.lines.upperBound)
  }

  /// Returns the next chunk.
  mutating func next(into buffer: GrowingBuffer) throws(InputError) -> InputChunks.Chunk? {
    guard first < kept.count else { return nil }
    defer { first += 1 }
    buffer.truncate(0)
    guard kept[first].bytes.withUnsafeBytes({ buffer.append($0) }) else {
      throw .system(name: kept[first].chunk.input.name, reason: "there is no memory for the last records")
    }
    return kept[first].chunk
  }
}
