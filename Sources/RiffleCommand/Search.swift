import Glibc
import Riffle
import RiffleCommandLine
import RiffleInput

/// A search of inputs while they are read, on all processors, that keeps only the hits.
struct Search {
  /// The searches; a record that any of them finds is a hit.
  var queries: [LineSearch]
  var description: InputDescription
  /// Whether each hit includes its reasons.
  let explains: Bool
  /// Whether to count ill-formed text.
  let countsIllFormed: Bool
  var arrangement = HitArrangement()
  /// The columns that records are filtered, sorted and counted by; `nil` if there are none.
  var fields: FieldSearch?
  /// The window of hits to print.
  var window = 0..<Int.max
  /// Whether the total is needed, and not only whether there is a hit.
  var countsAll = false
  /// The parts of a record's origin to print.
  var showsFile = false
  var showsLine = false
  /// The texts of the queries, if hits name the one that they match.
  var shownQueries: [String]?
  /// Whether only the names of inputs with hits are printed.
  var listsFiles = false
  /// Whether the records without a match are printed.
  var isInverted = false
  var chunkSize = Search.standardChunkSize
  var threadCount = WorkerThread.processorCount

  /// - Parameter lines: the search to run.
  init(lines: LineSearch, description: InputDescription, explains: Bool, countsIllFormed: Bool) {
    self.init(queries: [lines], description: description, explains: explains, countsIllFormed: countsIllFormed)
    window = lines.window
  }

  init(queries: [LineSearch], description: InputDescription, explains: Bool, countsIllFormed: Bool) {
    self.queries = queries
    self.description = description
    self.explains = explains
    self.countsIllFormed = countsIllFormed
  }

  /// Whether the hits of one search are printed in its own order.
  private var isPlain: Bool { queries.count == 1 && (arrangement.isThatOfASearch || window.isEmpty) }

  /// The searches to run: for all hits, if hits outside the window matter.
  var searched: [LineSearch] {
    if fields?.needsAll == true { return queries.map(\.forAll) }
    let isOfOthers = (isInverted || listsFiles) && !window.isEmpty
    if isPlain, !isOfOthers { return queries }
    if queries.count == 1, !isOfOthers, arrangement.beginsWithCertain {
      return queries.map { $0.forAll(upToCertain: window.upperBound) }
    }
    return isOfOthers || countsAll || !arrangement.isThatOfASearch ? queries.map(\.forAll) : queries
  }

  /// Small enough for a processor's own cache between reading and searching.
  static let standardChunkSize = 1 << 18

  /// The number of matching records, the size of the input, and the time taken.
  struct Summary {
    var total = 0
    var recordCount = 0
    var byteCount = 0
    /// The number of ill-formed places, if it is requested.
    var illFormedCount = 0
    var seconds = 0.0
    /// The inputs that could not be read, with the reasons.
    var unreadable: [InputError] = []
    var leftOut = LeftOutRecords()
    /// The number of records that meet the filter.
    var fittingCount = 0
    var facets: [FacetCounts] = []
  }

  /// Passes each hit of the window to `output`, in `record`.
  /// - Parameter output: `nil` only counts.
  func run(into record: Record, output: (any HitOutput)?, writer: ByteWriter) throws(CommandError) -> Summary {
    let started = monotonicSeconds()
    let searched = searched
    let found = try find(searched)
    let arranged = isPlain ? nil : arrangement.arranged(found.results)
    var summary = summary(of: found)
    // Of a single search, not all hits may be kept.
    summary.total = queries.count == 1 ? found.results[0].total : arranged?.count ?? 0
    summary.seconds = monotonicSeconds() - started
    if isInverted { summary.total = summary.fittingCount - summary.total }
    say(summary.leftOut)
    try checkLeftOut(summary)
    if summary.recordCount > 0 { try checkColumns(found) }
    let chunks = found.chunks
    if listsFiles {
      try list(arranged?.map(\.hit.lineNumber) ?? found.results[0].map(\.lineNumber), chunks.inputs, writer)
      return summary
    }
    if let fields, fields.needsAll {
      summary.facets = try sort(
        FoundRecords(found.results[0], arranged), fields, HitPlaces(chunks), record, output, writer)
      return summary
    }
    guard let output else { return summary }
    if isInverted {
      let lines = Set(arranged?.map(\.hit.lineNumber) ?? found.results[0].map(\.lineNumber))
      try printOthers(than: lines, record, output, writer)
      return summary
    }
    var place = HitPlaces(chunks)
    if let arranged {
      for found in arranged.dropFirst(window.lowerBound).prefix(window.count) {
        place.query = shownQueries?[found.search]
        try print(found.hit, place, record, output, writer)
      }
    } else {
      place.query = shownQueries?[0]
      for hit in found.results[0] { try print(hit, place, record, output, writer) }
    }
    return summary
  }

  private func summary(of found: Found) -> Summary {
    var summary = Summary()
    summary.unreadable = found.chunks.unreadable
    summary.leftOut = found.leftOut
    summary.recordCount = found.chunks.counts.lines - found.chunks.dropped.lines - found.skippedCount
    summary.fittingCount = summary.recordCount - found.unfitCount
    summary.byteCount = found.chunks.counts.bytes
    summary.illFormedCount = found.illFormedCount
    return summary
  }

  // MARK: - Printing

  /// The information about inputs that printing a hit needs.
  struct HitPlaces {
    let inputs: [OpenInput]
    /// The difference between a line's place among the lines searched and the item's position in the list.
    var positionOffset = 0
    /// The numbers of lines that precede the read lines in the list, and in the file.
    var lineOffset = 0
    var fileLineOffset = 0
    var query: String?

    init(_ chunks: InputChunks) {
      self.init(chunks.inputs)
      positionOffset = chunks.dropped.records - chunks.dropped.lines
    }

    init(_ inputs: [OpenInput]) { self.inputs = inputs }

    func input(_ hit: LineHit) -> OpenInput? { inputs.last { $0.firstLine <= hit.lineNumber } }
  }

  func print(
    _ hit: LineHit, _ places: HitPlaces, _ record: Record, _ output: any HitOutput, _ writer: ByteWriter,
    withReasons: Bool = true
  ) throws(CommandError) {
    var hit = hit
    if hit.utf8.count >= Search.longRecord, output.copiesRecords, !hasSpareMemory(hit.utf8.count * Search.copies) {
      throw .input(tooLong(hit.lineNumber, places.inputs))
    }
    try reading { () throws(InputError) in try read(&hit, into: record, places.inputs) }
    let input = places.input(hit)
    var place = PrintedPlace()
    if showsFile { place.file = input?.name }
    if showsLine { place.line = hit.lineNumber - (input?.firstLine ?? 0) + 1 + places.fileLineOffset }
    let printed = LineRecordHit(
      hit: hit, record: record, place: place, query: places.query, number: hit.lineNumber + 1 + places.lineOffset,
      position: hit.position + places.positionOffset)
    try output.write(printed, explanation: explains && withReasons ? hit.explanation : nil, to: writer)
  }

  /// Prints the names of inputs with hits, in their order.
  private func list(_ lines: [Int], _ inputs: [OpenInput], _ writer: ByteWriter) throws(CommandError) {
    var found: Set<Int> = []
    for line in lines {
      if let place = inputs.lastIndex(where: { $0.firstLine <= line }) { found.insert(place) }
    }
    for place in inputs.indices where found.contains(place) != isInverted {
      try writer.write(inputs[place].name + "\n")
    }
  }

  /// Prints the records without a match, in their order.
  private func printOthers(
    than lines: Set<Int>, _ record: Record, _ output: any HitOutput, _ writer: ByteWriter
  ) throws(CommandError) {
    // A query without terms finds everything.
    let request = SearchRequest(order: .list, limit: .max)
    let options = queries.first?.indexOptions ?? IndexOptions()
    let all = LineSearch(request, options: options, terminator: description.terminator)
    let found = try find([all])
    let places = HitPlaces(found.chunks)
    var count = 0
    for hit in found.results[0] where !lines.contains(hit.lineNumber) {
      defer { count += 1 }
      if count < window.lowerBound { continue }
      if count >= window.upperBound { break }
      try print(hit, places, record, output, writer, withReasons: false)
    }
  }

  /// The size in bytes from which records may exceed the memory for printing, and the number of copies that printing makes.
  static let (longRecord, copies) = (1 << 20, 8)

  func tooLong(_ line: Int, _ inputs: [OpenInput]) -> InputError {
    let input = inputs.last { $0.firstLine <= line }
    return .system(name: input.map { "\($0.location(ofLine: line))" } ?? "a line", reason: systemMessage(ENOMEM))
  }

  /// Reports the faults of omitted records.
  func say(_ leftOut: LeftOutRecords) { for problem in leftOut.problems { Program.note(problem.description) } }

  /// Throws an error if no record can be read, because the command line is then most likely at fault.
  func checkLeftOut(_ summary: Summary) throws(CommandError) {
    if summary.recordCount == 0, summary.leftOut.count > 0 {
      throw .usage("no record can be read: choose another --input, or other columns")
    }
  }

  /// Throws an error for a column that no record has, because it was most likely misspelt.
  private func checkColumns(_ found: Found) throws(CommandError) {
    let columns = description.columns
    let missing =
      columns.all.filter { !found.roles.contains($0.role) }.map { ($0.role.option, $0.name) }
      + columns.fields.enumerated().filter { !found.fields.contains($0.offset) }
      .map { ($0.element.option, $0.element.name) }
    if let (option, name) = missing.first {
      throw .input(
        .column(source: "\(option) \(name)", problem: "no record has this column: choose one that is there"))
    }
  }

  /// Parses the record of a hit again, of which only the bytes have been kept, and sets the texts of the hit.
  private func read(_ hit: inout LineHit, into record: Record, _ inputs: [OpenInput]) throws(InputError) {
    guard let input = try readRecord(of: hit, into: record, inputs) else { return }
    hit.fields = LineFields(
      title: record.text(.title), reading: record.text(.reading), searchText: record.text(.searchText),
      weight: try record.weight(of: input))
  }

  /// Parses the record of a hit again.
  /// - Returns: its input; `nil` if it has no columns.
  func readRecord(
    of hit: LineHit, into record: Record, _ inputs: [OpenInput]
  ) throws(InputError) -> OpenInput? {
    let line = hit.lineNumber
    guard let input = inputs.last(where: { $0.firstLine <= line }) else { return nil }
    record.source.truncate(0)
    let isAdded = hit.utf8.withUnsafeBufferPointer { record.source.append(UnsafeRawBufferPointer($0)) }
    guard isAdded else { throw .system(name: input.name, reason: systemMessage(ENOMEM)) }
    record.begin(0..<record.source.count, line: line)
    if case .lines = input.format { return nil }
    var place = RecordPlace(offset: 0, line: line)
    return try input.read(record, &place) ? input : nil
  }
}
