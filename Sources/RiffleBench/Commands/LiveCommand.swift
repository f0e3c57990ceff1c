import ArgumentParser
import Riffle

struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Changes a list while it is read, and measures both.",
    discussion: """
      Times are in microseconds. Changes make some row's title that of another row; single ones come one by one, bulk \
      ones in batches of 10,000. `upsert_visible_us` is the time from an upsert until a new snapshot has been seen to \
      show it, `reader_p99_us` that of a keystroke of a session with ten hits and their highlights, without and with \
      10,000 upserts a second beside it.
      """)

  @OptionGroup var list: ListOptions

  @Option(help: "The query set: TSV without a header (query id, kind, query, target row, target title).")
  var queries: String

  @Option(help: "How many single upserts to time.")
  var upserts = 20_000

  @Option(help: "How many changes are made before memory is measured; 10 for each item unless this says otherwise.")
  var churn: Int?

  /// The parts that are measured, each on a separate list.
  enum Part: String, CaseIterable, ExpressibleByArgument {
    case churn, order, readers, upserted, writers
  }

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Measure only these parts; what is left out is 0 in the report.", valueName: "part"))
  var only: [Part] = Part.allCases

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    guard upserts > 0 else { throw ValidationError("--upserts is \(upserts): give 1 or more") }
    if let churn, churn < 0 { throw ValidationError("--churn is \(churn): give 0 or more") }
  }

  func run() throws {
    let items = try list.load()
    let set = try QuerySet(path: queries, items: items)
    var report = LiveReport(itemCount: items.count)
    for part in Part.allCases where only.contains(part) {
      switch part {
      case .churn: try measureChurn(items, &report)
      case .order: try measureOrder(items, set, &report)
      case .readers: try measureReaders(items, set, &report)
      case .upserted: try measureUpserted(items, set, &report)
      case .writers: try measureWriters(items, &report)
      }
    }
    try writeToStandardOutput(json ? "\(report.json)\n" : report.text)
  }

  /// Measures the size of the list after many changes, compared with a new one.
  private func measureChurn(_ items: ItemList, _ report: inout LiveReport) throws {
    let options = IndexOptions(titlesArePaths: list.paths)
    let before = ResidentBytes.now
    let index = try items.liveIndex(options, path: list.items)
    let fresh = ResidentBytes.now - before
    let freshBytes = index.statistics().byteCount
    let start = nanosecondsNow()
    let count = churn ?? 10 * items.count
    try LiveWrites(index: index, rowCount: items.count).churn(count: count, batchCount: 10_000)
    report.churnPerSecond = Double(count) / (Double(nanosecondsNow() - start) / 1e9)
    report.memoryRatio = Double(ResidentBytes.now - before) / Double(max(1, fresh))
    report.byteRatio = Double(index.statistics().byteCount) / Double(max(1, freshBytes))
    report.deadShare = Double(index.statistics().deadCount) / Double(max(1, index.statistics().count))
  }

  /// Measures readers of a list in its own order, and the effect of concurrent writers on them.
  private func measureReaders(_ items: ItemList, _ set: QuerySet, _ report: inout LiveReport) throws {
    let scopes: [String: @Sendable (LiveItem) -> Bool] = [
      "1 %": { $0.id % 100 == 0 }, "50 %": { $0.id % 2 == 0 },
    ]
    let index = try items.liveIndex(IndexOptions(titlesArePaths: list.paths), scopes: scopes, path: list.items)
    let reads = LiveReads(index: index, rowCount: items.count, queries: set.queries)
    report.snapshot = reads.snapshots(count: 1_000_000)
    report.scopeRatio = (try reads.scopeRatio("1 %"), try reads.scopeRatio("50 %"))
    report.predicateItemsPerSecond = reads.predicateItemsPerSecond(passes: 5)
    _ = try reads.keystrokes()
    report.idle = try reads.keystrokes()
    (report.busy, report.upsertsPerSecond) = try reads.keystrokes(upsertsPerSecond: 10_000)
  }

  /// Measures readers of a list after 10,000 upserts and of a new list, in turns.
  private func measureUpserted(_ items: ItemList, _ set: QuerySet, _ report: inout LiveReport) throws {
    let lists = try (0..<2).map { _ in try items.liveIndex(IndexOptions(titlesArePaths: list.paths), path: list.items) }
    try LiveWrites(index: lists[1], rowCount: items.count).upsert(count: 10_000)
    let reads = LiveReads(index: lists[0], rowCount: items.count, queries: set.queries)
    _ = try reads.keystrokes(besides: lists[1])
    let times = try reads.keystrokes(besides: lists[1])
    (report.fresh, report.upserted) = (times.own, times.other)
    report.upsertedSegments = lists[1].statistics().segments.count
  }

  /// Measures changes of a list in its own order.
  private func measureWriters(_ items: ItemList, _ report: inout LiveReport) throws {
    let index = try items.liveIndex(IndexOptions(titlesArePaths: list.paths), path: list.items)
    let writes = LiveWrites(index: index, rowCount: items.count)
    report.upsertVisible = try writes.upsertVisible(count: upserts)
    try index.waitForMerges()
    report.bulkItemsPerSecond = try writes.bulkItemsPerSecond(count: max(100_000, items.count / 2), batchCount: 10_000)
    report.placedItemsPerSecond = try writes.placedItemsPerSecond(count: 50_000)
    report.statistics = index.statistics()
  }

  /// Measures reads in alphabetical order, after some changes.
  private func measureOrder(_ items: ItemList, _ set: QuerySet, _ report: inout LiveReport) throws {
    let index = try items.liveIndex(
      IndexOptions(titlesArePaths: list.paths), order: .alphabet(ListAlphabet(locales: ["en"])), path: list.items)
    _ = try LiveWrites(index: index, rowCount: items.count).upsertVisible(count: 3000)
    try index.waitForMerges()
    let reads = LiveReads(index: index, rowCount: items.count, queries: set.queries)
    _ = try reads.filteredJumplists()
    (report.filteredJumplist, report.filteredSet) = try reads.filteredJumplists()
    report.jumplist = reads.wholeJumplist(count: 2000)
    report.window = reads.windows(count: 5000)
    report.sortedItemsPerSecond = try LiveWrites(index: index, rowCount: items.count)
      .bulkItemsPerSecond(count: 50_000, batchCount: 50_000)
    report.alphabetUpsertVisible = try LiveWrites(index: index, rowCount: items.count).upsertVisible(count: 5000)
  }
}
