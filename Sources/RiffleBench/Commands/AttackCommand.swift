import ArgumentParser

struct AttackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attack",
    abstract: "Looks for the slowest queries of a list, and for the slowest rows, by chance.",
    discussion: """
      What took long is changed a little, and kept if it takes longer. Each half of the time goes to one of the two. Prints \
      the slowest of each, in milliseconds for queries, and in nanoseconds a byte for rows: where these grow with the row, \
      it takes more than linear time.
      """)

  @OptionGroup var list: ListOptions

  @Option(help: "How many minutes to try.")
  var minutes = 1.0

  @Option(help: "Where chance begins.")
  var seed: UInt64 = 1

  @Option(help: "How many hits each query asks for.")
  var limit = 10

  func validate() throws {
    guard minutes.isFinite, minutes > 0, minutes <= 10_000 else {
      throw ValidationError("--minutes is \(minutes): give a number above 0")
    }
    guard limit >= 0 else { throw ValidationError("--limit is \(limit): give 0 or more") }
  }

  func run() throws {
    let items = try list.load()
    var queries = QueryAttack(items, try list.build(items).snapshot, limit: limit, seed: seed)
    queries.run(seconds: minutes * 30)
    var rows = RowAttack(seed: seed)
    rows.run(seconds: minutes * 30)
    try writeToStandardOutput(
      "\(queries.tried) queries tried from seed \(seed)\n\n" + HardRun(queries.slowest).text
        + "\n\(rows.tried) rows tried\n\n" + rows.text)
  }
}
