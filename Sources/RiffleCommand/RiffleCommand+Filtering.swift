import ArgumentParser
import Riffle
import RiffleCommandLine
import RiffleInput

extension RiffleCommand {
  /// Prints the matching records.
  func filter() throws -> Status {
    if !filtering.queryFiles.isEmpty {
      // As in grep, there are no other queries then.
      let texts = try filtering.queries()
      if store.store != nil { throw CommandError.usage("--file-of-queries is for inputs, not for a store") }
      var requests: [SearchRequest] = []
      for text in texts {
        do throws(CommandError) {
          requests.append(try request(text.text))
        } catch {
          throw CommandError.usage("\(text.place): \(error)")
        }
      }
      return try filter(requests, texts.map(\.text), (query.map { [$0] } ?? []) + files)
    }
    var (query, files) = (query, files)
    if let filter = picking.filter {
      files = (query.map { [$0] } ?? []) + files
      query = filter
    }
    if query == nil, fields.used != nil { query = "" }
    guard let query else { throw ValidationError("Missing expected argument '<query>'") }
    let request = try request(query)
    try checkFieldOptions()
    if store.store != nil, let option = filtering.used {
      throw CommandError.usage("\(option) is for inputs, not for a store")
    }
    if let found = try store.search(request, output, besides: files, input, text, fields) {
      return found ? .success : .nothing
    }
    return try filter([request], nil, files)
  }

  /// The options for reading texts.
  var indexOptions: IndexOptions {
    var options = text.indexOptions
    if picking.scheme == "path" { options.titlesArePaths = true }
    return options
  }

  private func request(_ text: String) throws(CommandError) -> SearchRequest {
    var request = try matching.request(text, output)
    // Records that are equal by all keys are in this order.
    let ties = try fields.sortOrder().ties
    if picking.noSort || !fields.sort.isEmpty && ties == .list { request.order = .list }
    request.comparesCostsOnly = try picking.isIndexTiebreak() || picking.tac
    return request
  }

  /// - Parameter texts: the texts of the requests, if hits are to name the one that they match.
  private func filter(
    _ requests: [SearchRequest], _ texts: [String]?, _ files: [String]
  ) throws(CommandError) -> Status {
    let fieldSearch = try fields.search(indexOptions)
    try checkFieldOptions()
    var description = input.description(files: files, fields: fieldSearch?.choices ?? [])
    description.passesOverUnreadable = true
    description.isStrict = filtering.strict
    description.leavesOutEscapes = picking.ansi
    let isCounting = output.count || filtering.quiet
    // Records without a match are printed from a second pass.
    let spool = filtering.invertMatch && !isCounting ? try InputSpool(&description) : nil
    defer { withExtendedLifetime(spool) {} }
    var search = Search(
      queries: searches(requests, description), description: description, explains: output.explain,
      countsIllFormed: output.verbose)
    search.window = output.offset..<output.offset + (output.count ? 0 : min(output.limit ?? .max, .max - output.offset))
    search.arrangement = try arrangement()
    search.fields = fieldSearch
    search.countsAll = isCounting || output.verbose
    (search.showsFile, search.showsLine) = (filtering.withFilename, filtering.lineNumber)
    search.shownQueries = texts
    search.listsFiles = filtering.filesWithMatches && !isCounting
    search.isInverted = filtering.invertMatch
    let writer = ByteWriter()
    let summary = try run(search, isCounting: isCounting, writer)
    if output.count, !filtering.quiet { try writer.write("\(summary.total)\n") }
    if !fields.facets.isEmpty { try print(summary.facets, writer) }
    try writer.flush()
    if output.verbose { report(summary) }
    let leftOut = summary.leftOut.count
    if leftOut > 0 {
      Program.note(leftOut == 1 ? "this record was left out" : "these \(leftOut) records were left out")
    }
    for error in summary.unreadable { Program.note(error.description) }
    if !summary.unreadable.isEmpty { return .failure }
    return summary.total > 0 ? .success : .nothing
  }

  /// Rejects options that conflict with sorting and counting.
  func checkFieldOptions() throws(CommandError) {
    guard let option = fields.usedBesidesFilter else { return }
    let others = [
      ("--follow", filtering.follow), ("--invert-match", filtering.invertMatch),
      ("--files-with-matches", filtering.filesWithMatches), ("--quiet", filtering.quiet),
    ]
    if let other = others.first(where: \.1)?.0 { throw .usage("\(option) needs the records found: leave out \(other)") }
    guard !fields.sort.isEmpty else { return }
    if picking.noSort || picking.tac || picking.tiebreak != nil {
      let other = picking.noSort ? "--no-sort" : picking.tac ? "--tac" : "--tiebreak"
      throw .usage("--sort decides on the order: leave out \(other)")
    }
  }

  /// Prints the counts of values, and notes those that are left out.
  private func print(_ counts: [FacetCounts], _ writer: ByteWriter) throws(CommandError) {
    try output.format.write(counts, endingWith: output.endsWithNUL ? 0 : UInt8(ascii: "\n"), to: writer)
    for counts in counts where output.format != .json {
      let others = (counts.valueCount ?? 0) - counts.values.count
      if others > 0 { Program.note("\(counts.field): \(others) more values; --facet-limit prints more of them") }
    }
  }

  private func searches(_ requests: [SearchRequest], _ description: InputDescription) -> [LineSearch] {
    requests.map { request in
      var request = request
      // With several requests, the first hits of all are among the first of each.
      if requests.count > 1 { (request.offset, request.limit) = (0, request.window.upperBound) }
      return LineSearch(request, options: indexOptions, terminator: description.terminator)
    }
  }

  private func run(_ search: Search, isCounting: Bool, _ writer: ByteWriter) throws(CommandError) -> Search.Summary {
    let record = Record(in: GrowingBuffer(), search.description.columns)
    if filtering.follow {
      guard let output = output.output, !isCounting, !search.isInverted, !search.listsFiles, !picking.tac else {
        throw .usage("--follow: what has no end can be neither counted, turned round nor inverted")
      }
      var search = search
      // These are hits regardless of what comes later.
      search.arrangement.order = .list
      search.arrangement.certainUnits = certainUnits
      let followed = try FollowedInputs(search.description, tail: input.tail, countsLines: search.showsLine)
      defer { followed.stop() }
      return try search.runAtOnce(ChunkSource(followed), into: record, output: output, writer: writer)
    }
    let dependsOnEnd =
      isCounting || search.isInverted || search.listsFiles || output.verbose || search.description.tail != nil
      || search.fields?.needsAll == true
    if !dependsOnEnd, search.arrangement.order == .list, search.arrangement.equals != .last,
      !search.description.isOfRegularFiles, let output = output.output
    {
      let chunks = try reading { () throws(InputError) in try InputChunks(search.description, chunkSize: 1) }
      return try search.runAtOnce(ChunkSource(chunks), into: record, output: output, writer: writer)
    }
    return try search.run(into: record, output: isCounting ? nil : output.output, writer: writer)
  }

  private func arrangement() throws(CommandError) -> HitArrangement {
    var arrangement = HitArrangement()
    if !fields.sort.isEmpty {
      let ties = try fields.sortOrder().ties
      if ties == .list || !matching.mode.ranks { arrangement.order = .list }
      return arrangement
    }
    if try picking.isIndexTiebreak() { arrangement.equals = .first }
    if picking.tac { arrangement.equals = .last }
    if picking.noSort || !matching.mode.ranks {
      arrangement.order = .list
      if !picking.tac { arrangement.equals = .length }
      arrangement.certainUnits = certainUnits
    }
    return arrangement
  }

  /// The cost up to which a match is a hit regardless of all others, in ``CostTable/unit``s.
  private var certainUnits: UInt32 { matching.mode == .smart ? matching.reach.units : .max }

  private func report(_ summary: Search.Summary) {
    Program.note("\(summary.recordCount) records, \(summary.byteCount) bytes, \(summary.total) found")
    Program.note("searched in \(milliseconds(summary.seconds))")
    if summary.illFormedCount > 0 {
      Program.note("ill-formed UTF-8 in \(summary.illFormedCount) places, matched as U+FFFD and printed as it came")
    }
  }

  private func milliseconds(_ seconds: Double) -> String { "\((seconds * 1000).inThousandths) ms" }
}

extension QueryMode {
  /// Whether the mode ranks hits.
  fileprivate var ranks: Bool { self != .substring && self != .lowercasedSubstring }
}
