import ArgumentParser
import Riffle

struct KeystrokesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keystrokes",
    abstract: "Measures every keystroke by itself, to find out which ones are slow.",
    discussion: """
      Prints TSV, slowest first: query id, letters typed, least time of an independent call, of a call in a session, and \
      of the highlights in microseconds, total (with + if there are more), cost of the last hit; tiers opened, postings \
      read, rows examined and scorer calls of the independent call; text.
      """)

  @OptionGroup var list: ListOptions

  @Option(help: "The query set: TSV without a header (query id, kind, query, target row, target title).")
  var queries: String

  @OptionGroup var search: SearchOptions

  @Option(help: "How many hits each keystroke asks for.")
  var limit = 10

  @Option(help: "How many passes over all queries the least times are taken of.")
  var passes = 3

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit is \(limit): give 0 or more") }
    guard 1...10_000 ~= passes else { throw ValidationError("--passes is \(passes): give 1 to 10000") }
  }

  func run() throws {
    let items = try list.load()
    let set = try QuerySet(path: queries, items: items)
    let snapshot = try list.build(items).snapshot
    let request = search.request(limit: limit)
    var times: [KeystrokeTimes] = []
    for pass in 0..<passes {
      var index = 0
      for query in set.queries {
        let session = snapshot.session()
        for keystroke in Typing(query, isFinalOnly: false).keystrokes {
          let measured = try KeystrokeTimes(
            of: keystroke.text, letters: keystroke.letters, query: query.id, snapshot: snapshot, session: session,
            request: request)
          if pass == 0 { times.append(measured) } else { times[index].takeLeast(of: measured) }
          index += 1
        }
      }
    }
    times.sort { $0.stateless > $1.stateless }
    try writeToStandardOutput(times.map { "\($0.line)\n" }.joined())
  }
}

/// The times of one keystroke, in nanoseconds.
private struct KeystrokeTimes {
  let query: String
  let letters: Int
  let text: String
  var stateless, session, highlights: UInt64
  let total: String
  let lastCost: String
  let work: SearchWork

  init(
    of text: String, letters: Int, query: String, snapshot: BenchSnapshot, session: SearchSession<Int, Int>,
    request: SearchRequest
  ) throws {
    self.query = query
    self.letters = letters
    self.text = text
    let start = nanosecondsNow()
    work = snapshot.search(try request.with(text: text)).work
    let searched = nanosecondsNow()
    let results = session.search(try request.with(text: text))
    let typed = nanosecondsNow()
    var count = 0
    for hit in results { count += hit.highlightCount }
    let highlighted = nanosecondsNow()
    (stateless, self.session, highlights) = (searched - start, typed - searched, highlighted - typed)
    total = "\(results.total)\(results.isTotalExact ? "" : "+")"
    lastCost = results.last.map { "\($0.score.cost)" } ?? "-"
  }

  mutating func takeLeast(of other: KeystrokeTimes) {
    stateless = min(stateless, other.stateless)
    session = min(session, other.session)
    highlights = min(highlights, other.highlights)
  }

  var line: String {
    let times = [stateless, session, highlights].map { "\(Double($0 / 100) / 10)" }
    let counts = [work.tiers, work.postings, work.rows, work.scored].map { "\($0)" }
    return ([query, "\(letters)"] + times + [total, lastCost] + counts + [text]).joined(separator: "\t")
  }
}
