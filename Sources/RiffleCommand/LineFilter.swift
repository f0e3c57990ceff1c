import Riffle

/// Searches inputs of lines while they are read, on all processors, and keeps of them what it found.
struct LineFilter {
  let search: LineSearch
  /// Whether each hit comes with its reasons.
  let explains: Bool
  /// Whether to count ill-formed text.
  let countsIllFormed: Bool
  var chunkSize = LineFilter.standardChunkSize
  var threadCount = WorkerThread.processorCount

  /// Small enough to stay in a processor's own cache between reading and searching.
  static let standardChunkSize = 1 << 18

  /// Gives each hit of the window to `output`, as the only record of `table`.
  /// - Parameter output: `nil` counts only.
  func run(
    _ sources: [ByteSource], into table: RecordTable, output: (any RecordOutput)?, writer: ByteWriter
  ) throws(CommandError) -> Search.Summary {
    let started = monotonicSeconds()
    let chunks = LineChunks(sources, for: search, chunkSize: chunkSize)
    let works = find(in: chunks)
    for work in works { if let failure = work.failure { throw failure } }
    let results = search.results(of: works.map(\.part))
    let counts = chunks.counts
    guard counts.records <= LineSearch.maximumLineCount else {
      throw .index(.tooLarge(what: "items", limit: LineSearch.maximumLineCount))
    }
    var summary = Search.Summary(total: results.total)
    summary.searchSeconds = monotonicSeconds() - started
    summary.truncatedFields = results.truncatedCount
    summary.recordCount = counts.records
    summary.byteCount = counts.bytes
    summary.illFormedCount = works.reduce(0) { $0 + $1.illFormedCount }
    guard let output else { return summary }
    for hit in results {
      try hit.utf8.withUnsafeBufferPointer { line throws(CommandError) in try table.replaceAll(byLine: line) }
      try output.write(LineMatch(hit: hit), explanation: explains ? hit.explanation : nil, to: writer)
    }
    return summary
  }

  /// What a thread has done.
  private struct Work: Sendable {
    var part: LineWorker.Part
    var illFormedCount = 0
    var failure: CommandError?
  }

  private func find(in chunks: LineChunks) -> [Work] {
    let buffer = ByteBuffer()
    var first: Int?
    do throws(CommandError) {
      first = try chunks.next(into: buffer)
    } catch {
      return [Work(part: search.worker().finish(), failure: error)]
    }
    // What one chunk holds is not worth another thread.
    let others = buffer.count < chunkSize / 2 ? 0 : threadCount - 1
    return onThreads(
      others: others, here: { work(on: chunks, first, buffer) }, elsewhere: { work(on: chunks, nil, ByteBuffer()) })
  }

  /// Searches what `buffer` holds, if `first` says how many lines are before that, then all that is left.
  private func work(on chunks: LineChunks, _ first: Int?, _ buffer: ByteBuffer) -> Work {
    var worker = search.worker()
    var illFormedCount = 0
    var failure: CommandError?
    do throws(CommandError) {
      var next = first
      if next == nil { next = try chunks.next(into: buffer) }
      while let firstLine = next {
        worker.read(buffer.bytes.span, firstLine: firstLine)
        if countsIllFormed { illFormedCount += UTF8Repair.count(in: buffer.bytes) }
        next = try chunks.next(into: buffer)
      }
    } catch {
      failure = error
    }
    return Work(part: worker.finish(), illFormedCount: illFormedCount, failure: failure)
  }
}
