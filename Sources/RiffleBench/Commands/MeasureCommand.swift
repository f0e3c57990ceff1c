import ArgumentParser

struct MeasureCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Runs queries on every list that is there, and prints one table.",
    discussion: """
      Each list is taken in and typed into by a `riffle-bench run` of its own, with the options that Corpora/lists.tsv \
      gives for it and with queries that are made for it from the seed. Memory is what the index takes beyond the text of \
      the list. Times are those of the first pass, a keystroke's highlights included. First and first ten: of how many \
      queries the title that was meant stood there. A list of words alone gets no queries, and so no times.
      """)

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Measure only these lists, named as their files are, without the ending.", valueName: "list"))
  var only: [String] = []

  @Option(help: "The folder with the lists.")
  var folder = "Corpora/lists"

  @Option(help: "The names of all lists, with the options that each needs: TSV without a header.")
  var catalogue = "Corpora/lists.tsv"

  @Option(help: "What the queries are made from; another number gives other queries.")
  var seed: UInt64 = 1

  @Option(help: "How many queries to make for each list.")
  var count = 200

  @Flag(help: "Print one JSON object, with what `run --json` prints of each list.")
  var json = false

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("More options for each `riffle-bench run`, after --.", valueName: "run options"))
  var runOptions: [String] = []

  func validate() throws {
    guard 0...1_000_000 ~= count else { throw ValidationError("--count is \(count): give 0 to 1000000") }
  }

  func run() async throws {
    let entries = try ListCatalogue(path: catalogue).entries(named: only)
    let found = entries.filter { fileExists(path(of: $0)) }
    let missing = entries.filter { !fileExists(path(of: $0)) }.map(\.name)
    if found.isEmpty { throw BenchError.noLists(folder: folder) }
    if !missing.isEmpty { note("not in \(folder), so not measured: \(missing.joined(separator: ", "))") }
    let queries = try makeTemporaryFolder()
    defer { removeFolder(queries) }
    var report = MeasureReport(seed: seed, queryCount: count)
    for entry in found {
      note("measures \(entry.name)")
      do {
        report.add(try await measure(entry, queries: "\(queries)/\(entry.name).tsv"), name: entry.name)
      } catch {
        // The others took long: they should not be lost.
        note("\(error)")
        report.addFailure(name: entry.name)
      }
    }
    try writeToStandardOutput(json ? report.json : report.text)
    if report.hasFailures { throw ExitCode.failure }
  }

  private func path(of entry: ListCatalogue.Entry) -> String { "\(folder)/\(entry.name).tsv" }

  /// Measures in separate processes, because memory left by one list would be reused by the next.
  private func measure(_ entry: ListCatalogue.Entry, queries: String) async throws(BenchError) -> MeasuredList {
    defer { removeFile(queries) }
    let program = try ownExecutablePath()
    let items = ["--items", path(of: entry)]
    let made = try await runProgram(
      program, ["queries"] + items + ["--seed", "\(seed)", "--count", "\(count)", "--output", queries])
    guard made.status == 0 else { throw failure("queries", entry, made.status) }
    let run = try await outputOf(
      program, ["run"] + items + ["--queries", queries, "--json"] + entry.options + runOptions)
    guard run.status == 0 else { throw failure("run", entry, run.status) }
    return try MeasuredList(json: run.output)
  }

  private func failure(_ step: String, _ entry: ListCatalogue.Entry, _ status: Int) -> BenchError {
    .failed(step: "riffle-bench \(step) of \(entry.name)", status: status, advice: "it says above why")
  }
}
