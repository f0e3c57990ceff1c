import Riffle
import RiffleCommandLine
import RiffleInput

extension Search {
  /// The results of several searches of the inputs, which were read once.
  struct Found {
    let chunks: InputChunks
    var results: [LineResults]
    /// The columns that some record had.
    var roles: Set<Role>
    /// The fields whose columns some record had.
    var fields: Set<Int>
    var illFormedCount: Int
    /// The number of lines that are not items.
    var skippedCount: Int
    /// The number of records that do not meet the filter.
    var unfitCount: Int
    var leftOut: LeftOutRecords
  }

  /// Searches all inputs.
  func find(_ searches: [LineSearch]) throws(CommandError) -> Found {
    let chunks = try reading { () throws(InputError) in try InputChunks(description, chunkSize: chunkSize) }
    let works = works(in: chunks, searches)
    // Of several errors, the first in the list is reported, so that it is always the same.
    if let failure = works.compactMap(\.failure).min(by: { $0.line < $1.line }) { throw .input(failure.error) }
    let results = searches.indices.map { place in searches[place].results(of: works.map { $0.parts[place] }) }
    if let line = results.compactMap(\.unkeptLine).min() { throw .input(tooLong(line, chunks.inputs)) }
    guard chunks.counts.lines <= LineSearch.maximumLineCount else {
      throw .index(.tooLarge(what: "items", limit: LineSearch.maximumLineCount))
    }
    var leftOut = LeftOutRecords()
    for work in works { leftOut.add(work.leftOut) }
    return Found(
      chunks: chunks, results: results, roles: works.reduce(into: []) { $0.formUnion($1.roles) },
      fields: works.reduce(into: []) { $0.formUnion($1.fields) },
      illFormedCount: works.reduce(0) { $0 + $1.illFormedCount },
      skippedCount: works.reduce(0) { $0 + $1.skippedCount },
      unfitCount: works.reduce(0) { $0 + $1.unfitCount }, leftOut: leftOut)
  }

  /// The results of one thread.
  private struct Work: Sendable {
    /// For each search, the hits of this thread.
    var parts: [LineWorker.Part]
    var roles: Set<Role> = []
    var fields: Set<Int> = []
    var illFormedCount = 0
    var skippedCount = 0
    var unfitCount = 0
    var leftOut = LeftOutRecords()
    var failure: (line: Int, error: InputError)?
  }

  private func works(in chunks: InputChunks, _ searches: [LineSearch]) -> [Work] {
    let buffer = GrowingBuffer()
    // Workers allocate their memory before a long record may take the rest.
    let reader = makeReader(of: buffer, searches)
    var first: InputChunks.Chunk?
    do throws(InputError) {
      first = try chunks.next(into: buffer)
    } catch {
      return [Work(parts: reader.workers.map { $0.finish() }, failure: (0, error))]
    }
    // A single chunk is not worth another thread.
    let others = buffer.count < chunkSize / 2 ? 0 : threadCount - 1
    return onThreads(
      others: others, here: { work(on: chunks, reader, first, buffer) },
      elsewhere: {
        let buffer = GrowingBuffer()
        return work(on: chunks, makeReader(of: buffer, searches), nil, buffer)
      })
  }

  private func makeReader(of buffer: GrowingBuffer, _ searches: [LineSearch]) -> ChunkReader {
    ChunkReader(searches, Record(in: buffer, description.columns), description.columns, fields?.filter)
  }

  /// Searches the chunk in `buffer`, if there is one, then all remaining ones.
  private func work(
    on chunks: InputChunks, _ reader: ChunkReader, _ first: InputChunks.Chunk?, _ buffer: GrowingBuffer
  ) -> Work {
    var reader = reader
    var illFormedCount = 0
    var failure: (line: Int, error: InputError)?
    var next = first
    while failure == nil {
      do throws(InputError) {
        if next == nil { next = try chunks.next(into: buffer) }
      } catch {
        // Everything that has been read precedes it.
        failure = (.max, error)
      }
      guard let chunk = next else { break }
      do throws(InputError) {
        try reader.read(chunk)
      } catch {
        failure = (reader.record.line, error)
        chunks.stop()
      }
      if countsIllFormed { illFormedCount += UTF8Repair.count(in: buffer.bytes) }
      next = nil
    }
    return Work(
      parts: reader.workers.map { $0.finish() }, roles: reader.roles, fields: reader.fields,
      illFormedCount: illFormedCount, skippedCount: reader.skippedCount, unfitCount: reader.unfitCount,
      leftOut: reader.leftOut, failure: failure)
  }
}

/// A reader that searches the records of chunks, on one thread.
struct ChunkReader {
  private(set) var workers: [LineWorker]
  /// In the buffer with the chunk.
  let record: Record
  /// The columns that some record had.
  private(set) var roles: Set<Role> = []
  /// The fields whose columns some record had.
  private(set) var fields: Set<Int> = []
  private(set) var skippedCount = 0
  /// The number of records that do not meet the filter.
  private(set) var unfitCount = 0
  private(set) var leftOut = LeftOutRecords()
  private let columns: [Role]
  private let fieldCount: Int
  private let filter: RecordFilter?

  init(_ searches: [LineSearch], _ record: Record, _ columns: ColumnChoice, _ filter: RecordFilter?) {
    workers = searches.map { $0.worker() }
    self.record = record
    self.columns = columns.all.map(\.role)
    fieldCount = columns.fields.count
    self.filter = filter
  }

  mutating func read(_ chunk: InputChunks.Chunk) throws(InputError) {
    if case .lines = chunk.input.format {
      let bytes = record.source[chunk.start.offset..<record.source.count]
      for place in workers.indices { workers[place].read(bytes.span, firstLine: chunk.lines.lowerBound) }
      return
    }
    var missing = columns.filter { !roles.contains($0) }
    var missingFields = (0..<fieldCount).filter { !fields.contains($0) }
    var line = chunk.lines.lowerBound
    var place = chunk.start
    while let weight = try chunk.input.next(record, &place, leavingOut: &leftOut) {
      let number = record.line
      if !missingFields.isEmpty {
        fields.formUnion(missingFields.filter(record.holdsField))
        missingFields.removeAll(where: record.holdsField)
      }
      var meetsFilter = true
      if let filter {
        guard let meets = try filter.meets(record, of: chunk.input, leavingOut: &leftOut) else { continue }
        meetsFilter = meets
      }
      skip(line..<number)
      line = number + 1
      if !missing.isEmpty {
        roles.formUnion(missing.filter(record.holds))
        missing.removeAll(where: record.holds)
      }
      guard meetsFilter else {
        unfitCount += 1
        continue
      }
      try record.withTexts { title, reading, searchText in
        for place in workers.indices {
          workers[place].read(
            record.bytes.span, number: number, title: title, reading: reading, searchText: searchText, weight: weight)
        }
      }
    }
    skip(line..<max(line, chunk.lines.upperBound))
  }

  private mutating func skip(_ lines: Range<Int>) {
    skippedCount += lines.count
    for line in lines {
      for place in workers.indices { workers[place].skip(number: line) }
    }
  }
}
