import ArgumentParser
import Riffle

struct FirstKeystrokesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "first-keystrokes",
    abstract: "Measures the first keystroke of a search in every mode, punctuation included.",
    discussion: """
      The index keeps no answers to short queries, so each search takes the time of its first call. Prints TSV, slowest \
      first: least time of a call in microseconds; hits in the window; tiers opened; postings read; rows examined; rows \
      scored; mode; syntax; text.
      """)

  @OptionGroup var list: ListOptions

  @Option(help: "Search for this text alone, in every mode and syntax. Can be repeated.")
  var only: [String] = []

  @Option(help: "How many hits each search returns at most.")
  var limit = 10

  @Option(help: "How often each search is repeated; the least time counts.")
  var passes = 3

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit is \(limit): give 0 or more") }
    guard 1...10_000 ~= passes else { throw ValidationError("--passes is \(passes): give 1 to 10000") }
  }

  func run() throws {
    let snapshot = try list.build(try list.load(), keepsShortAnswers: false).snapshot
    var lines: [(time: UInt64, line: String)] = []
    for mode in QueryMode.allCases {
      for syntax in [Query.Syntax.plain, .extended] {
        for text in only.isEmpty ? FirstKeystrokesCommand.texts(syntax) : only {
          guard let query = try? Query(text, mode: mode, syntax: syntax) else { continue }
          let request = SearchRequest(query, limit: limit)
          var time = UInt64.max
          var work = SearchWork()
          var hitCount = 0
          for _ in 0..<passes {
            let start = nanosecondsNow()
            let results = snapshot.search(request)
            time = min(time, nanosecondsNow() - start)
            (work, hitCount) = (results.work, results.count)
          }
          let counts = [hitCount, work.tiers, work.postings, work.rows, work.scored].map { "\($0)" }
          let asked = [mode.rawValue, syntax == .plain ? "plain" : "extended", text]
          lines.append((time, (["\(Double(time / 100) / 10)"] + counts + asked).joined(separator: "\t")))
        }
      }
    }
    lines.sort { $0.time > $1.time }
    try writeToStandardOutput(lines.map { "\($0.line)\n" }.joined())
  }

  /// Returns the printable characters of ASCII, and texts that begin with two of them or with punctuation beyond ASCII.
  private static func texts(_ syntax: Query.Syntax) -> [String] {
    let characters = (UInt8(ascii: "!")...UInt8(ascii: "~")).map { String(UnicodeScalar($0)) }
    let punctuation = characters.filter { $0.utf8.allSatisfy { !isLetterOrDigit($0) } }
    switch syntax {
    case .plain: return characters + ["//", "..", "--", "./", "...", "\u{2014}", "\u{AB}", "\u{2019}", "\u{2026}"]
    case .extended: return punctuation.flatMap { ["'\($0)", "^\($0)", "\($0)$"] } + ["'//", "'..", "'\u{2014}"]
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }
}
