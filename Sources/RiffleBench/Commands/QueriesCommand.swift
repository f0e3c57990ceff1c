import ArgumentParser

struct QueriesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queries",
    abstract: "Makes a query set for a list, the same one for the same seed.",
    discussion: """
      Of 200 queries, 100 are beginnings of titles (prefix), 50 have one typo (typo1), 25 have two (typo2), and 25 \
      are abbreviations (abbrev). All are lower case and different.
      """)

  @Option(help: "The list: TSV without a header, with the columns id, title and search text.")
  var items: String

  @Option(help: "Any number; another one gives other queries.")
  var seed: UInt64 = 1

  @Option(help: "How many queries.")
  var count = 200

  @Option(help: "Where to write the set, instead of to standard output.")
  var output: String?

  func validate() throws {
    guard 0...1_000_000 ~= count else { throw ValidationError("--count is \(count): give 0 to 1000000") }
  }

  func run() throws {
    let list = try ItemList(path: items)
    var generator = QueryGenerator(list, seed: seed)
    let queries = generator.generate(count: count)
    let text = queries.map { query in
      "\(query.id)\t\(query.kind.rawValue)\t\(query.text)\t\(query.target)\t\(list.title(query.target))\n"
    }.joined()
    if let output { try writeFile(output, text) } else { try writeToStandardOutput(text) }

    let plan = QueryPlan(count: count)
    for kind in QueryKind.allCases {
      let made = queries.count { $0.kind == kind }
      if made < plan.count(kind) {
        note("\(items) has fitting titles for \(made) of \(plan.count(kind)) queries of kind \(kind.rawValue)")
      }
    }
  }
}
