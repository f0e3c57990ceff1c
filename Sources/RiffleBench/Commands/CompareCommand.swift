import ArgumentParser

struct CompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Types the same queries into Riffle and other search engines, in turns, and compares them.",
    discussion: """
      Run it in Riffle's folder. It makes a Python environment in .build/peers, installs the other engines there, and \
      prints a report in Markdown. An engine that is missing is named in the report with the reason. Each is given the \
      same of all lists, in the best way it has: titles alone, or with --search-texts those too; with --paths it is told \
      that titles are paths.
      """)

  @Option(
    help: """
      The list: TSV without a header, with the columns id, title and search text. Left out, with --queries, nothing is \
      typed, and only --quality is done.
      """)
  var items: String?

  @OptionGroup var given: GivenOptions

  @Option(help: "The query set: TSV without a header (query id, kind, query, target row, target title).")
  var queries: String?

  @Option(help: "Write all figures to this file as one JSON object.")
  var json: String?

  @Option(help: "Write the report to this file too.")
  var markdown: String?

  @Option(help: "Draw plots into this folder, as SVG and PNG.")
  var plots: String?

  @Option(help: "How many times to type all queries.")
  var passes = 3

  @Option(help: "Type only every n-th query letter by letter, and of the others the last keystroke alone.")
  var typedEvery = 1

  @Option(help: "How many rows each keystroke asks for.")
  var limit = 10

  @Option(help: "Compare only these, by their names in Benchmarks/Peers with commas between them.")
  var only: String?

  @Option(help: "Measure also how times grow: numbers of rows, with commas between them, taken from the first.")
  var growth: String?

  @Option(help: "Take the rows for --growth from this list.")
  var growthItems: String?

  @Option(help: "Grow these instead of the two fastest, by their names with commas between them.")
  var growthPeers: String?

  @Option(help: "Type only every n-th query while growing.")
  var growthTypedEvery = 5

  @Option(
    help: ArgumentHelp(
      "Ask all peers these queries, whole and once, for what they find; may be given several times.",
      valueName: "list=queries"),
    transform: StudyFiles.init(argument:))
  var quality: [StudyFiles] = []

  @Option(help: "How many queries of each set for --quality to ask at most, evenly spaced over it.")
  var qualityQueries = 300

  @Option(
    help: """
      Compare engines that keep the list in files, which are made in this folder: taking it in, opening, searching and \
      changing. Nothing is typed then. Needs the trait Store.
      """)
  var store: String?

  @Option(help: "With --store, keep only so many rows, from the first.")
  var rows: Int?

  @Option(
    help: ArgumentHelp(
      """
      Compare the picker of the riffle beside this program with fzf's, on a file of lines: the first frame, keys while \
      lines are read and afterwards, memory. Queries are made up, or of --queries.
      """,
      valueName: "file"))
  var picker: String?

  @Option(help: "How many queries of the session to type with --picker.")
  var pickerQueries = 200

  @Option(help: "Where the other engines' drivers are.")
  var peers = "Benchmarks/Peers"

  func validate() throws {
    guard 1...1000 ~= passes else { throw ValidationError("--passes is \(passes): give 1 to 1000") }
    guard 1...1000 ~= limit else { throw ValidationError("--limit is \(limit): give 1 to 1000") }
    guard typedEvery >= 1 else { throw ValidationError("--typed-every is \(typedEvery): give 1 or more") }
    guard growthTypedEvery >= 1 else {
      throw ValidationError("--growth-typed-every is \(growthTypedEvery): give 1 or more")
    }
    if picker != nil {
      guard pickerQueries >= 1 else { throw ValidationError("--picker-queries is \(pickerQueries): give 1 or more") }
      if items != nil || growth != nil || !quality.isEmpty || store != nil || markdown != nil {
        throw ValidationError("--items, --growth, --quality, --store and --markdown are not for --picker")
      }
      return
    }
    if let rows, rows < 1 { throw ValidationError("--rows is \(rows): give 1 or more") }
    if store == nil, rows != nil { throw ValidationError("--rows is for --store alone") }
    if store != nil {
      guard CompareCommand.canKeep else {
        throw ValidationError("--store needs a riffle-bench that is built with --traits Store")
      }
      if items == nil { throw ValidationError("--store needs a list and queries: give --items and --queries") }
      if growth != nil || !quality.isEmpty || plots != nil || given.paths {
        throw ValidationError("--growth, --quality, --plots and --paths are not for --store")
      }
    }
    guard qualityQueries >= 1 else { throw ValidationError("--quality-queries is \(qualityQueries): give 1 or more") }
    switch (items, queries) {
    case (nil, nil):
      guard !quality.isEmpty else { throw ValidationError("there is nothing to do: give --items and --queries") }
      guard growth == nil else { throw ValidationError("--growth needs what is typed: give --items and --queries") }
    case (_?, nil): throw ValidationError("--items is given without --queries: give the queries to type")
    case (nil, _?): throw ValidationError("--queries is given without --items: give the list they were made for")
    case (_?, _?): break
    }
    for size in (growth ?? "").split(separator: ",", omittingEmptySubsequences: growth == nil) {
      guard let rows = Int(size), rows > 0 else {
        throw ValidationError("--growth has '\(size)': give numbers of rows with commas between them")
      }
    }
  }

  #if Store
    private static let canKeep = true
  #else
    private static let canKeep = false
  #endif

  func run() async throws {
    if let picker { return try await comparePickers(picker) }
    if let store, let typedFiles { return try await compareStores(in: store, typedFiles) }
    // Everything that can be rejected is checked before minutes of measuring.
    let typed = try typedFiles.map { try StudyInput($0) }
    let studies = try quality.map { try StudyInput($0) }
    let environment = try PeerEnvironment(peersFolder: peers)
    for path in [json, markdown].compactMap({ $0 }) { try checkWritable(path) }
    try await environment.prepare()
    let raw = "\(environment.folder)/measurements.json"
    try await environment.run("compare.py", try arguments(raw), advice: "it says above why")
    let comparison = try Comparison(
      PeerMeasurements(json: try readFile(raw)), typed: typed, studies: studies)
    try writeToStandardOutput(comparison.markdown)
    if let markdown { try writeFile(markdown, comparison.markdown) }
    let figures = "\(environment.folder)/figures.json"
    for path in [json, figures].compactMap({ $0 }) { try writeFile(path, "\(comparison.json)\n") }
    if let plots {
      try await environment.run(
        "plots.py", [figures, plots], advice: "without matplotlib there are no plots: see above")
    }
  }

  private func compareStores(in folder: String, _ files: StudyFiles) async throws {
    let rowCount = try ItemList(path: files.items, rowLimit: rows).count
    let environment = try PeerEnvironment(peersFolder: peers)
    for path in [json, markdown].compactMap({ $0 }) { try checkWritable(path) }
    try await environment.prepare()
    let raw = "\(environment.folder)/stores.json"
    var arguments = ["--riffle", try ownExecutablePath(), "--output", raw, "--folder", folder] + given.arguments
    arguments += ["--items", files.items, "--queries", files.queries, "--limit", "\(limit)"]
    arguments += ["--row-count", "\(rowCount)"] + (rows.map { ["--rows", "\($0)"] } ?? [])
    if let only { arguments += ["--only", only] }
    try await environment.run("stores.py", arguments, advice: "it says above why")
    let comparison = try StoreComparison(json: readFile(raw))
    let text = comparison.markdown(itemsPath: files.items, rowCount: rowCount)
    try writeToStandardOutput(text)
    if let markdown { try writeFile(markdown, text) }
    if let json { try writeFile(json, "\(comparison.json)\n") }
  }

  private func comparePickers(_ path: String) async throws {
    let environment = try PeerEnvironment(peersFolder: "Benchmarks/picker", folder: ".build/picker")
    if let json { try checkWritable(json) }
    try await environment.prepare()
    let folder = try ownExecutablePath().split(separator: "/", omittingEmptySubsequences: false).dropLast()
    var arguments = [path, "--riffle", (folder + ["riffle"]).joined(separator: "/"), "--passes", "\(passes)"]
    arguments += ["--count", "\(pickerQueries)"] + (given.paths ? ["--paths"] : [])
    for (option, value) in [("--queries", queries), ("--json", json), ("--plots", plots)] {
      if let value { arguments += [option, value] }
    }
    try await environment.run("compare.py", arguments, advice: "it says above why")
  }

  private var typedFiles: StudyFiles? {
    guard let items, let queries else { return nil }
    return StudyFiles(items: items, queries: queries)
  }

  private func arguments(_ raw: String) throws(BenchError) -> [String] {
    var arguments = ["--riffle", try ownExecutablePath(), "--output", raw] + given.arguments
    if let typedFiles { arguments += ["--items", typedFiles.items, "--queries", typedFiles.queries] }
    arguments += ["--passes", "\(passes)", "--limit", "\(limit)", "--typed-every", "\(typedEvery)"]
    if let only { arguments += ["--only", only] }
    if let growth { arguments += ["--growth", growth] }
    arguments += ["--growth-typed-every", "\(growthTypedEvery)"]
    if let growthPeers { arguments += ["--growth-peers", growthPeers] }
    if let growthItems { arguments += ["--growth-items", growthItems] }
    arguments += ["--quality-queries", "\(qualityQueries)"]
    for study in quality { arguments += ["--quality", study.argument] }
    return arguments
  }
}
