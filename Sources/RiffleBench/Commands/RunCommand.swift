import ArgumentParser

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Types every query letter by letter and measures time, memory and quality.",
    discussion: """
      The time of a keystroke is that of the whole call, the highlights of every hit included, in microseconds. \
      Quality is judged on the last keystroke's first ten hits, whatever --limit says.
      """)

  @OptionGroup var list: ListOptions

  @Option(help: "The query set: TSV without a header (query id, kind, query, target row, target title).")
  var queries: String?

  @Flag(help: "Ask queries that are made to be slow, each by itself, instead of a query set.")
  var hard = false

  @Option(help: "With --hard: ask this text alone, read in every way.")
  var only: String?

  @OptionGroup var search: SearchOptions

  @Option(help: "How many hits each keystroke asks for.")
  var limit = 10

  @OptionGroup var threading: ThreadOptions

  @Option(name: .customLong("repeat"), help: "How many warm passes follow the first, cold pass over the queries.")
  var repeats = 1

  @Flag(help: "Print one JSON object.")
  var json = false

  @Flag(help: "Print how many bytes each column of the index takes.")
  var columns = false

  @Flag(help: "Type only the last keystroke of each query.")
  var finalOnly = false

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit is \(limit): give 0 or more") }
    guard hard != (queries != nil) else { throw ValidationError("give either --queries or --hard") }
    if only != nil, !hard { throw ValidationError("--only is for --hard: give that too") }
    guard 0...10_000 ~= repeats else { throw ValidationError("--repeat is \(repeats): give 0 to 10000") }
  }

  func run() throws {
    let items = try list.load()
    guard let queries else { return try runHard(items) }
    let set = try QuerySet(path: queries, items: items)
    let build = try list.build(items)
    let (snapshot, request, threads) = (build.snapshot, search.request(limit: limit), threading.threads)
    let stateless = try Latency.measure(
      set.queries, isFinalOnly: finalOnly, passes: repeats + 1, threads: threads
    ) {
      StatelessDriver(snapshot: snapshot, request: request)
    }
    let session = try Latency.measure(
      set.queries, isFinalOnly: finalOnly, passes: repeats + 1, threads: threads
    ) {
      SessionDriver(snapshot: snapshot, request: request)
    }
    let peak = ResidentBytes.peak
    let quality = try Quality(
      set.queries, items: items, snapshot: snapshot, request: search.request(limit: 10), threads: threads)
    let report = RunReport(
      settings: .init(
        titlesArePaths: list.paths, request: request, threads: threads, repeats: repeats, isFinalOnly: finalOnly),
      listName: fileName(list.items), itemCount: items.count, textBytes: items.textBytes, build: build,
      residentPeak: peak,
      stateless: stateless, session: session,
      quality: [("all", quality.tally())] + set.kinds.map { ($0, quality.tally(kind: $0)) })
    try writeToStandardOutput(json ? "\(report.json)\n" : report.text + (columns ? report.columnText : ""))
  }

  private func runHard(_ items: ItemList) throws {
    let run = HardRun(
      only.map { HardQuery.readings(of: $0) } ?? HardQuery.all, try list.build(items).snapshot, limit: limit,
      passes: repeats + 1)
    try writeToStandardOutput(json ? "\(run.json)\n" : run.text)
  }
}
