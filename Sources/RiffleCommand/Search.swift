import Glibc
import Riffle
import RiffleCommandLine
import RiffleInput

/// Searches inputs while they are read, on all processors, and keeps of them what it found.
struct Search {
  /// What to search for.
  var lines: LineSearch
  var description: InputDescription
  /// Whether each hit comes with its reasons.
  let explains: Bool
  /// Whether to count ill-formed text.
  let countsIllFormed: Bool
  /// What is printed of where a record comes from.
  var showsFile = false
  var showsLine = false
  /// Whether only the names of inputs with hits are printed.
  var listsFiles = false
  /// Whether records are printed that are no hits.
  var isInverted = false
  var chunkSize = Search.standardChunkSize
  var threadCount = WorkerThread.processorCount

  /// What is looked for: all hits, where something is said of those that are not in the window.
  private var searched: LineSearch { (isInverted || listsFiles) && !lines.window.isEmpty ? lines.forAll : lines }

  /// Small enough to stay in a processor's own cache between reading and searching.
  static let standardChunkSize = 1 << 18

  /// How many records matched, in what, and how long it took.
  struct Summary {
    var total = 0
    var recordCount = 0
    var byteCount = 0
    /// How many places are ill-formed, if somebody wants to know.
    var illFormedCount = 0
    var seconds = 0.0
    /// How many texts are too long to be found by all of what they say.
    var truncatedFields = 0
    /// The inputs that could not be read, and why.
    var unreadable: [InputError] = []
  }

  /// Gives each hit of the window to `output`, in `record`.
  /// - Parameter output: `nil` counts only.
  func run(into record: Record, output: (any HitOutput)?, writer: ByteWriter) throws(CommandError) -> Summary {
    let started = monotonicSeconds()
    guard description.canBeReadTwice, !isInverted else {
      return try run(into: record, output: output, writer: writer, since: started)
    }
    // Mostly there are lines that match the query as it was typed, and then nothing else is looked for.
    var search = self
    search.lines = lines.asTyped
    return try search.run(into: record, output: output, writer: writer, since: started, then: lines)
  }

  /// - Parameter next: what to search for in the inputs once more, if there may be better lines.
  private func run(
    into record: Record, output: (any HitOutput)?, writer: ByteWriter, since started: Double,
    then next: LineSearch? = nil
  ) throws(CommandError) -> Summary {
    let chunks = try reading { () throws(InputError) in try InputChunks(description, chunkSize: chunkSize) }
    let works = find(in: chunks)
    // Of several errors the first in the list is the one that is always found.
    if let failure = works.compactMap(\.failure).min(by: { $0.line < $1.line }) { throw .input(failure.error) }
    let results = searched.results(of: works.map(\.part))
    if let line = results.unkeptLine { throw .input(tooLong(line, chunks.inputs)) }
    if let next = next?.beyond(results) {
      var search = self
      search.lines = next
      return try search.run(into: record, output: output, writer: writer, since: started)
    }
    let counts = chunks.counts
    guard counts.lines <= LineSearch.maximumLineCount else {
      throw .index(.tooLarge(what: "items", limit: LineSearch.maximumLineCount))
    }
    var summary = Summary(total: results.total)
    summary.seconds = monotonicSeconds() - started
    summary.truncatedFields = results.truncatedCount
    summary.unreadable = chunks.unreadable
    summary.recordCount = counts.lines - results.skippedCount
    if isInverted { summary.total = summary.recordCount - summary.total }
    summary.byteCount = counts.bytes
    summary.illFormedCount = works.reduce(0) { $0 + $1.illFormedCount }
    if summary.recordCount > 0 { try checkColumns(works.reduce(into: Set()) { $0.formUnion($1.roles) }) }
    let inputs = chunks.inputs
    if listsFiles {
      try list(results, inputs, writer)
      return summary
    }
    guard let output else { return summary }
    if isInverted {
      try printOthers(than: results, record, output, writer)
      return summary
    }
    for var hit in results {
      let isLong = hit.utf8.count >= Search.longRecord
      if isLong, output.copiesRecords, !hasSpareMemory(hit.utf8.count * Search.copies) {
        throw .input(tooLong(hit.lineNumber, inputs))
      }
      try reading { () throws(InputError) in try read(&hit, into: record, inputs) }
      let place = place(of: hit, inputs)
      try output.write(
        LineRecordHit(hit: hit, record: record, place: place), explanation: explains ? hit.explanation : nil, to: writer
      )
    }
    return summary
  }

  func place(of hit: LineHit, _ inputs: [OpenInput]) -> PrintedPlace {
    guard showsFile || showsLine, let input = inputs.last(where: { $0.firstLine <= hit.lineNumber }) else {
      return PrintedPlace()
    }
    return PrintedPlace(
      file: showsFile ? input.name : nil, line: showsLine ? hit.lineNumber - input.firstLine + 1 : nil)
  }

  /// Prints the names of inputs that have hits, in their order.
  private func list(_ results: LineResults, _ inputs: [OpenInput], _ writer: ByteWriter) throws(CommandError) {
    var found: Set<Int> = []
    for hit in results {
      if let place = inputs.lastIndex(where: { $0.firstLine <= hit.lineNumber }) { found.insert(place) }
    }
    for place in inputs.indices where found.contains(place) != isInverted {
      try writer.write(inputs[place].name + "\n")
    }
  }

  /// Prints the records that are no hits, in their order.
  private func printOthers(
    than results: LineResults, _ record: Record, _ output: any HitOutput, _ writer: ByteWriter
  ) throws(CommandError) {
    let found = Set(results.map(\.lineNumber))
    // A query without terms finds all.
    var search = self
    var request = SearchRequest(limit: .max)
    let window = lines.window
    request.order = .list
    search.lines = LineSearch(request, options: lines.indexOptions, terminator: description.terminator)
    let chunks = try reading { () throws(InputError) in try InputChunks(description, chunkSize: chunkSize) }
    let works = search.find(in: chunks)
    if let failure = works.compactMap(\.failure).min(by: { $0.line < $1.line }) { throw .input(failure.error) }
    let inputs = chunks.inputs
    var count = 0
    for var hit in search.lines.results(of: works.map(\.part)) where !found.contains(hit.lineNumber) {
      defer { count += 1 }
      if count < window.lowerBound { continue }
      if count >= window.upperBound { break }
      try reading { () throws(InputError) in try read(&hit, into: record, inputs) }
      try output.write(
        LineRecordHit(hit: hit, record: record, place: place(of: hit, inputs)), explanation: nil, to: writer)
    }
  }

  /// There may be no memory to print a record that has so many bytes, for which it is copied so many times.
  static let (longRecord, copies) = (1 << 20, 8)

  func tooLong(_ line: Int, _ inputs: [OpenInput]) -> InputError {
    let input = inputs.last { $0.firstLine <= line }
    return .system(name: input.map { "\($0.location(ofLine: line))" } ?? "a line", reason: systemMessage(ENOMEM))
  }

  /// A column that no record has was most likely misspelt.
  private func checkColumns(_ found: Set<Role>) throws(CommandError) {
    for (role, name) in description.columns.all where !found.contains(role) {
      throw .input(
        .column(source: "\(role.option) \(name)", problem: "no record has this column: choose one that is there"))
    }
  }

  /// Reads the record of a hit again, of which only the bytes have been kept.
  func read(_ hit: inout LineHit, into record: Record, _ inputs: [OpenInput]) throws(InputError) {
    let line = hit.lineNumber
    guard let input = inputs.last(where: { $0.firstLine <= line }) else { return }
    record.source.truncate(0)
    let isAdded = hit.utf8.withUnsafeBufferPointer { record.source.append(UnsafeRawBufferPointer($0)) }
    guard isAdded else { throw .system(name: input.name, reason: systemMessage(ENOMEM)) }
    record.begin(0..<record.source.count, line: line)
    if case .lines = input.format { return }
    var place = RecordPlace(offset: 0, line: line)
    guard try input.read(record, &place) else { return }
    hit.fields = LineFields(
      title: record.text(.title), reading: record.text(.reading), searchText: record.text(.searchText),
      weight: try record.weight(of: input))
  }

  // MARK: - Threads

  /// What a thread has done.
  private struct Work: Sendable {
    var part: LineWorker.Part
    /// The columns that some record had.
    var roles: Set<Role> = []
    var illFormedCount = 0
    var failure: (line: Int, error: InputError)?
  }

  private func find(in chunks: InputChunks) -> [Work] {
    let buffer = ByteBuffer()
    var first: InputChunks.Chunk?
    do throws(InputError) {
      first = try chunks.next(into: buffer)
    } catch {
      return [Work(part: searched.worker().finish(), failure: (0, error))]
    }
    // What one chunk holds is not worth another thread.
    let others = buffer.count < chunkSize / 2 ? 0 : threadCount - 1
    return onThreads(
      others: others, here: { work(on: chunks, first, buffer) }, elsewhere: { work(on: chunks, nil, ByteBuffer()) })
  }

  /// Searches a chunk that `buffer` holds, if there is one, then all that is left.
  private func work(on chunks: InputChunks, _ first: InputChunks.Chunk?, _ buffer: ByteBuffer) -> Work {
    var worker = searched.worker()
    let record = Record(in: buffer, description.columns)
    var roles: Set<Role> = []
    var illFormedCount = 0
    var failure: (line: Int, error: InputError)?
    var next = first
    while failure == nil {
      do throws(InputError) {
        if next == nil { next = try chunks.next(into: buffer) }
      } catch {
        // Whatever has been read comes before it.
        failure = (.max, error)
      }
      guard let chunk = next else { break }
      do throws(InputError) {
        try read(chunk, record, &roles, &worker)
      } catch {
        failure = (record.line, error)
        chunks.stop()
      }
      if countsIllFormed { illFormedCount += UTF8Repair.count(in: buffer.bytes) }
      next = nil
    }
    return Work(part: worker.finish(), roles: roles, illFormedCount: illFormedCount, failure: failure)
  }

  private func read(
    _ chunk: InputChunks.Chunk, _ record: Record, _ roles: inout Set<Role>, _ worker: inout LineWorker
  ) throws(InputError) {
    if case .lines = chunk.input.format {
      worker.read(record.source[chunk.start.offset..<record.source.count].span, firstLine: chunk.lines.lowerBound)
      return
    }
    var missing = description.columns.all.map(\.role).filter { !roles.contains($0) }
    var line = chunk.lines.lowerBound
    var place = chunk.start
    while try chunk.input.read(record, &place) {
      let number = record.line
      while line < number {
        worker.skip(number: line)
        line += 1
      }
      line += 1
      if !missing.isEmpty {
        roles.formUnion(missing.filter(record.holds))
        missing.removeAll(where: record.holds)
      }
      let weight = try record.weight(of: chunk.input)
      try record.withTexts { title, reading, searchText in
        worker.read(
          record.bytes.span, number: number, title: title, reading: reading, searchText: searchText, weight: weight)
      }
    }
    for number in line..<chunk.lines.upperBound { worker.skip(number: number) }
  }
}
