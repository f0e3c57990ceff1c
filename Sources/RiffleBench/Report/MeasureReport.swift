import FoundationEssentials

/// The part of the output of `run --json` that the table of all lists shows.
struct MeasuredList: Decodable {
  struct Times: Decodable {
    let keystrokes: Int
    let p50, p99, max: Double
  }

  struct Passes: Decodable {
    let cold: Times
  }

  struct Ways: Decodable {
    let stateless, session: Passes
  }

  let items, textBytes: Int
  let itemsPerSecond, bytesPerItemBeyondText: Double
  let latencyUs: Ways
  let quality: [String: Tally]
  /// The complete output.
  private(set) var json = ""

  private enum CodingKeys: CodingKey {
    case items, textBytes, itemsPerSecond, bytesPerItemBeyondText, latencyUs, quality
  }

  init(json: String) throws(BenchError) {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    do {
      self = try decoder.decode(MeasuredList.self, from: Data(json.utf8))
    } catch {
      throw .badMeasurements(reason: "\(error)")
    }
    self.json = String(json.prefix { !$0.isNewline })
  }
}

/// Many lists, each measured by a separate `run`.
struct MeasureReport {
  let seed: UInt64
  /// The number of queries to make for each list.
  let queryCount: Int
  /// A list without figures has failed.
  private var lists: [(name: String, figures: MeasuredList?)] = []

  init(seed: UInt64, queryCount: Int) {
    self.seed = seed
    self.queryCount = queryCount
  }

  mutating func add(_ figures: MeasuredList, name: String) { lists.append((name, figures)) }
  mutating func addFailure(name: String) { lists.append((name, nil)) }

  var hasFailures: Bool { lists.contains { $0.figures == nil } }

  /// One object with the output of each `run`.
  var json: String {
    let members = lists.compactMap { name, figures in
      figures.map { "\(JSONValue.string(name)): \($0.json)" }
    }
    return """
      {"seed": \(seed), "queries": \(queryCount), "lists": {
      \(members.joined(separator: ",\n"))
      }}

      """
  }

  /// The report in Markdown.
  var text: String {
    var table = MarkdownTable(
      header: [
        "list", "rows", "text bytes", "rows/s", "bytes a row beyond text", "calls p50 ms", "p99", "max",
        "session p50 ms", "p99", "max", "first", "first ten", "queries",
      ], textColumns: 1)
    for (name, figures) in lists { table.add([name] + (figures?.cells ?? ["failed"])) }
    return table.text
  }
}

extension MeasuredList {
  fileprivate var cells: [String] {
    let all = quality["all"] ?? Tally()
    return [
      "\(items)", "\(textBytes)", itemsPerSecond.rounded(digits: 0), bytesPerItemBeyondText.rounded(digits: 1),
    ] + latencyUs.stateless.cold.cells + latencyUs.session.cold.cells
      + ["\(all.top1)", "\(all.top10)", "\(all.queries)"]
  }
}

extension MeasuredList.Times {
  fileprivate var cells: [String] { [p50, p99, max].map { milliseconds(keystrokes > 0 ? $0 : nil) } }
}
