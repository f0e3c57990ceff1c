import ArgumentParser

struct QualityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quality",
    abstract: "Asks several query sets of one list, last keystrokes only, and counts what they found.",
    discussion: """
      Cells read top 1 / top 10 of the queries of a kind. Queries of kind codespell are also counted apart by whether \
      a correction lies within the typo budget of the query's length.
      """)

  @OptionGroup var list: ListOptions

  @Option(parsing: .upToNextOption, help: "Query sets: TSV without a header.")
  var queries: [String]

  @OptionGroup var search: SearchOptions
  @OptionGroup var threading: ThreadOptions

  func run() throws {
    let items = try list.load()
    // All of them before the build: a faulty set should not cost minutes.
    var sets: [QuerySet] = []
    for path in queries { sets.append(try QuerySet(path: path, items: items)) }
    let snapshot = try list.build(items).snapshot
    var report = QualityReport()
    for set in sets {
      let quality = try Quality(
        set.queries, items: items, snapshot: snapshot, request: search.request(limit: 10), threads: threading.threads)
      report.add(set, quality, items: items)
    }
    try writeToStandardOutput(report.text)
  }
}
