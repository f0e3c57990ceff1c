import ArgumentParser

struct InstructionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "instructions",
    abstract: "Counts the instructions of a few fixed scenarios, and compares them with a file.",
    discussion: """
      Each scenario runs in a process of its own under valgrind's callgrind or, without valgrind, under `perf stat`; \
      what prepares it is counted by itself and taken off. One thread does all the work, on made-up rows: 20,000 are \
      indexed (build), 50 queries are typed into sessions (session), 200 rows are upserted and all merged (writes), and \
      100 changes of 10,000 rows are found (diff). Counts compare only where compiler, ICU, C library, processor \
      architecture and tool are the same: if they are not, --check counts nothing, says what differs, and ends with \
      status \(InstructionsCommand.notComparable.rawValue).
      """)

  /// The exit status of skipped test programs.
  static let notComparable = ExitCode(77)

  @Option(help: ArgumentHelp("Fail if a scenario takes more than this file and its margin allow.", valueName: "file"))
  var check: String?

  @Option(
    help: ArgumentHelp(
      "Warn if a scenario takes more or less than this file and its margin allow, which was written when figures were published.",
      valueName: "file"))
  var published: String?

  @Option(help: ArgumentHelp("Write the counts to this file.", valueName: "file"))
  var write: String?

  @Option(help: "The margin to write, in percent.")
  var margin = InstructionLimits.standardMarginPercent

  @Option(help: "Count so often, tell by how much the counts differ, and go on with the medians.")
  var passes = 1

  func validate() throws {
    guard 1...1000 ~= passes else { throw ValidationError("--passes is \(passes): give 1 to 1000") }
    guard margin >= 0, margin < 100 else { throw ValidationError("--margin is \(margin): give 0 to 99") }
  }

  func run() async throws {
    #if DEBUG
      note("this is a debug build: its counts say nothing about a release build")
    #endif
    // Read first: a faulty file should not cost a minute.
    let limits = try check.map { path throws(BenchError) in (path, try InstructionLimits(path: path)) }
    let published = try published.map { path throws(BenchError) in (path, try InstructionLimits(path: path)) }
    let counter = try await InstructionCounter()
    let basis = InstructionBasis(tool: counter.tool)
    if let (path, limits) = limits, let reason = limits.whyNotComparable(here: basis, path: path) {
      note(reason)
      throw InstructionsCommand.notComparable
    }
    var counts = InstructionCounts(tool: counter.tool)
    for _ in 0..<passes {
      for scenario in Scenario.allCases { counts.add(try await counter.count(scenario), of: scenario.rawValue) }
    }
    if limits == nil || passes > 1 { try writeToStandardOutput(counts.text) }
    if let write {
      let limits = InstructionLimits(
        basis: basis, marginPercent: margin,
        scenarios: Dictionary(uniqueKeysWithValues: counts.medians.map { ($0.name, $0.count) }))
      try writeFile(write, limits.json)
    }
    if let (path, limits) = published {
      let reason = limits.whyNotComparable(here: basis, path: path)
      if let reason = reason ?? InstructionComparison(counts.medians, limits: limits).whyOutdated(path) {
        note("warning: \(reason)")
      }
    }
    if let (_, limits) = limits {
      let comparison = InstructionComparison(counts.medians, limits: limits)
      try writeToStandardOutput(comparison.text)
      if !comparison.isPassed { throw ExitCode.failure }
    }
  }
}
