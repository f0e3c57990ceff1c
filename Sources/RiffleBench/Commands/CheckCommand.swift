import ArgumentParser

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Measures a change against what was there before, in turns, and tells the ratios.",
    discussion: """
      This program is the change. The base is another riffle-bench, or a Git revision that is built in .build/base. Both \
      take in the list and are typed the same queries, each twice into each (base, change, change, base, and the next \
      the other way round): as single searches and in sessions. It fails if a time is surely slower than the tolerance allows. Build \
      both for release. A list of a million rows shows more than the small one that comes with Riffle.
      """)

  @Option(help: "The path of a riffle-bench, or a Git revision.")
  var base = "main"

  @Option(help: "The list: TSV without a header, with the columns id, title and search text.")
  var items = "Corpora/samples/wordnet.tsv"

  @OptionGroup var given: GivenOptions

  @Option(help: "The query set; without one, queries are made for the list.")
  var queries: String?

  @Option(help: "How long to type, in seconds; all queries are typed once at least.")
  var seconds = 30.0

  @Option(help: "By how many percent a time may be worse.")
  var tolerance = 3.0

  @Flag(help: "What the change searches lies in files that are mapped.")
  var mapped = false

  @Option(help: "How many rows each keystroke asks for.")
  var limit = 10

  func validate() throws {
    guard seconds >= 0, seconds <= 86_400 else { throw ValidationError("--seconds is \(seconds): give 0 to 86400") }
    guard tolerance >= 0, tolerance < 1000 else { throw ValidationError("--tolerance is \(tolerance): give 0 to 999") }
    guard 1...1000 ~= limit else { throw ValidationError("--limit is \(limit): give 1 to 1000") }
  }

  func run() async throws {
    #if DEBUG
      note("this is a debug build: its times say nothing about a release build")
    #endif
    let list = try ItemList(path: items)
    let typed = try benchQueries(list)
    let (path, title) = try await BaseProgram.find(base)
    let (base, change) = ((path: path, isChange: false), (path: try ownExecutablePath(), isChange: true))
    let programs = [(base, false), (change, false), (change, true), (base, true)].map { program, isSession in
      (
        path: program.path,
        arguments: ["--items", items] + given.arguments + (isSession ? ["--session"] : [])
          + (program.isChange && mapped ? ["--mapped"] : [])
      )
    }
    let report = try await AnsweringProgram.withAll(programs) { programs in
      var single = PairedRun(base: programs[0], change: programs[1], queries: typed, limit: limit)
      var session = PairedRun(base: programs[3], change: programs[2], queries: typed, limit: limit)
      try await single.type(seconds: seconds / 2)
      try await session.type(seconds: seconds / 2)
      return CheckReport(
        title: title, runs: [("single", single.times), ("session", session.times)], differences: single.differences,
        builds: (
          base: [programs[0].greeting, programs[3].greeting], change: [programs[1].greeting, programs[2].greeting]
        ),
        tolerancePercent: tolerance)
    }
    try writeToStandardOutput(report.text)
    if !report.isPassed { throw ExitCode.failure }
  }

  private func benchQueries(_ list: ItemList) throws(BenchError) -> [BenchQuery] {
    if let queries { return try QuerySet(path: queries, items: list).queries }
    var generator = QueryGenerator(list, seed: 1)
    return generator.generate(count: 200).map { query in
      BenchQuery(id: "\(query.id)", kind: query.kind.rawValue, text: query.text, targets: [query.target])
    }
  }
}
