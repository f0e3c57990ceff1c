import Riffle
import RiffleCommandLine
import RiffleInput

/// A source of chunks that are searched one after the other, as they arrive.
struct ChunkSource {
  /// A chunk in a buffer.
  struct Given {
    let chunk: InputChunks.Chunk
    /// The offsets of its lines among all lines, and in its file.
    var lineOffset = 0
    var fileLineOffset = 0
  }

  /// Reads the next chunk when there is one.
  let next: (GrowingBuffer) throws(InputError) -> Given?
  /// Returns the inputs that could not be read.
  let unreadable: () -> [InputError]

  /// Creates a source that reads inputs one after the other.
  init(_ chunks: InputChunks) {
    next = { (buffer) throws(InputError) in try chunks.next(into: buffer).map { Given(chunk: $0) } }
    unreadable = { chunks.unreadable }
  }

  init(_ followed: FollowedInputs) {
    next = { (buffer) throws(InputError) in try followed.next(into: buffer) }
    unreadable = { followed.unreadable }
  }
}

extension Search {
  /// Prints each hit as soon as its record has arrived, in the order of arrival.
  ///
  /// Hits that depend on the end of the list (``HitArrangement/certainUnits``) are printed there, in their order.
  func runAtOnce(
    _ source: ChunkSource, into record: Record, output: any HitOutput, writer: ByteWriter
  ) throws(CommandError) -> Summary {
    let started = monotonicSeconds()
    var summary = Summary()
    let searches = queries.map(\.forAll)
    var waiting = WaitingHits(searches.count)
    let buffer = GrowingBuffer()
    // Capacity for large reads.
    _ = [UInt8](repeating: 0, count: Search.standardChunkSize).withUnsafeBytes { buffer.append($0) }
    let read = Record(in: buffer, description.columns)
    while summary.total < window.upperBound,
      let given = try reading({ () throws(InputError) in try source.next(buffer) })
    {
      let chunk = given.chunk
      var reader = ChunkReader(searches, read, description.columns, fields?.filter)
      try reading { () throws(InputError) in try reader.read(chunk) }
      let parts = reader.workers.map { $0.finish() }
      let results = searches.indices.map { searches[$0].results(of: [parts[$0]]) }
      if let line = results.compactMap(\.unkeptLine).min() { throw .input(tooLong(line, [chunk.input])) }
      var places = HitPlaces([chunk.input])
      places.positionOffset = summary.recordCount - chunk.lines.lowerBound
      (places.lineOffset, places.fileLineOffset) = (given.lineOffset, given.fileLineOffset)
      for found in arrangement.arranged(results) {
        places.query = shownQueries?[found.search]
        if !arrangement.isCertain(found.hit) {
          waiting.add(found, places)
          continue
        }
        try print(found, places, &summary, record, output, writer)
      }
      waiting.know(results, reach: arrangement.certainUnits)
      try writer.flush()
      if summary.leftOut.count < LeftOutRecords.mostKept { say(reader.leftOut) }
      summary.leftOut.add(reader.leftOut)
      summary.recordCount += chunk.lines.count - reader.skippedCount
      summary.byteCount += buffer.count
    }
    for (found, places) in waiting.hits { try print(found, places, &summary, record, output, writer) }
    try checkLeftOut(summary)
    summary.seconds = monotonicSeconds() - started
    summary.unreadable = source.unreadable()
    return summary
  }

  private func print(
    _ found: HitArrangement.Arranged, _ places: HitPlaces, _ summary: inout Summary, _ record: Record,
    _ output: any HitOutput, _ writer: ByteWriter
  ) throws(CommandError) {
    defer { summary.total += 1 }
    if window.contains(summary.total) { try print(found.hit, places, record, output, writer) }
  }
}

/// Hits that count only if no better ones arrive.
private struct WaitingHits {
  private(set) var hits: [(found: HitArrangement.Arranged, places: Search.HitPlaces)] = []
  /// The least cost of a hit of each search, in ``CostTable/unit``s.
  private var least: [UInt32]

  init(_ searchCount: Int) { least = Array(repeating: .max, count: searchCount) }

  mutating func add(_ found: HitArrangement.Arranged, _ places: Search.HitPlaces) { hits.append((found, places)) }

  /// Drops hits that cost too much compared with others.
  mutating func know(_ results: [LineResults], reach: UInt32) {
    var isNew = false
    for (search, results) in results.enumerated() {
      for hit in results.indices where results.ranked(hit).score.units < least[search] {
        least[search] = results.ranked(hit).score.units
        isNew = true
      }
    }
    if isNew { hits.removeAll { $0.found.hit.score.units > least[$0.found.search].addingClamped(reach) } }
  }
}
