import Riffle
import RiffleCommandLine
import RiffleInput

extension Search {
  /// Prints each hit as soon as its line has come, in the order of the lines: whether a line is one then depends on no other.
  ///
  /// - Parameter reach: what a hit may cost; `nil` where all cost the same.
  func runAtOnce(
    into record: Record, output: any HitOutput, writer: ByteWriter, reach: Double?
  ) throws(CommandError) -> Summary {
    let started = monotonicSeconds()
    var summary = Summary()
    let search = lines.forAll
    let window = lines.window
    let chunks = try reading { () throws(InputError) in try InputChunks(description, chunkSize: 1) }
    let buffer = ByteBuffer()
    // Much is read at once where there is much.
    _ = [UInt8](repeating: 0, count: Search.standardChunkSize).withUnsafeBytes { buffer.append($0) }
    while summary.total < window.upperBound,
      let chunk = try reading({ () throws(InputError) in try chunks.next(into: buffer) })
    {
      var worker = search.worker()
      worker.read(buffer[chunk.start.offset..<buffer.count].span, firstLine: chunk.lines.lowerBound)
      let part = worker.finish()
      let results = search.results(of: [part])
      if let line = results.unkeptLine { throw .input(tooLong(line, chunks.inputs)) }
      let hits = results.filter { hit in reach.map { hit.score.cost <= $0 } ?? true }
        .sorted { $0.lineNumber < $1.lineNumber }
      for var hit in hits {
        defer { summary.total += 1 }
        guard window.contains(summary.total) else { continue }
        if hit.utf8.count >= Search.longRecord, output.copiesRecords,
          !hasSpareMemory(hit.utf8.count * Search.copies)
        {
          throw .input(tooLong(hit.lineNumber, chunks.inputs))
        }
        try reading { () throws(InputError) in try read(&hit, into: record, chunks.inputs) }
        try output.write(
          LineRecordHit(hit: hit, record: record, place: place(of: hit, chunks.inputs)),
          explanation: explains ? hit.explanation : nil, to: writer)
      }
      try writer.flush()
    }
    let counts = chunks.counts
    (summary.recordCount, summary.byteCount) = (counts.lines, counts.bytes)
    summary.seconds = monotonicSeconds() - started
    summary.unreadable = chunks.unreadable
    return summary
  }
}
