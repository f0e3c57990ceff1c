import ArgumentParser
import Riffle

struct AnswerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "answer",
    abstract: "Takes in a list, then answers one request a line, with its own time.",
    discussion: """
      For a driver that types the same queries into several search engines in turns. The first line says what taking in \
      the list took. Then, line by line,

        {"query": "gothnb", "limit": 10, "begins": true}   is answered by
        {"rows": [17, 4], "total": 2, "nanoseconds": 81250}

      Rows count from 0. The time is that of the search and of reading the rows, without reading the request and writing \
      the answer. {"ends": true} is answered by the most memory there was.
      """)

  @Option(help: "The list: TSV without a header, with the columns id, title and search text.")
  var items: String

  @OptionGroup var given: GivenOptions

  @Option(help: "Take only so many rows, from the first.")
  var rows: Int?

  @Flag(help: "Answer in a session, a new one at each request that begins a query.")
  var session = false

  @Flag(help: "Find titles in other scripts also by their spelling in Latin letters.")
  var romanize = false

  @Flag(help: "Search the list where it lies in files, which are made for that and mapped, not in memory.")
  var mapped = false

  @OptionGroup var search: SearchOptions

  func validate() throws {
    if let rows, rows < 0 { throw ValidationError("--rows is \(rows): give 0 or more") }
  }

  func run() throws {
    let list = try ItemList(path: items, rowLimit: rows)
    let build = try Build(
      list, path: items, titlesArePaths: given.paths, titlesOnly: !given.searchTexts, romanizesTitles: romanize)
    let snapshot = mapped ? try MappedSegments.copy(build.snapshot) : build.snapshot
    var answerer = Answerer(snapshot: snapshot, request: search.request(), usesSession: session)
    let greeting: JSONValue = [
      "items": .integer(list.count), "version": .string("this build"), "build_seconds": .number(build.seconds),
      "resident_before": .integer(build.residentBefore), "resident_after": .integer(build.residentAfter),
    ]
    try writeToStandardOutput("\(greeting)\n")
    while let line = readLine() {
      try writeToStandardOutput("\(answerer.answer(line))\n")
    }
  }
}
