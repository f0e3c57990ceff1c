import FoundationEssentials

/// The measurements of `stores.py`, of engines that keep a list in files.
struct StoreComparison: Decodable {
  struct Engine: Decodable {
    let name, title: String
    let version: String?
    /// The reason why it was not measured completely.
    let problem: String?
    /// In seconds.
    let made: Double?
    let bytes: Int?
    /// In nanoseconds: opening the files; that and the first answer; one answer of a process with open files; one change, until
    /// it is durable and found.
    let opened, answered, asked, written: [UInt64]
    /// The resident bytes of a process that has opened the files and answered all queries, less those before.
    let resident: Int?
  }

  let machine: PeerMeasurements.Machine
  let engines: [Engine]

  init(json bytes: [UInt8]) throws(BenchError) {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    do {
      self = try decoder.decode(StoreComparison.self, from: Data(bytes))
    } catch {
      throw .badMeasurements(reason: "\(error)")
    }
  }

  /// Returns the report in Markdown.
  /// - Parameter rowCount: the number of rows of the stored list.
  func markdown(itemsPath: String, rowCount: Int) -> String {
    var table = MarkdownTable(
      header: [
        "engine", "rows/s taken in", "MiB of files", "open and first answer ms p50", "p95", "answer ms p50", "p99",
        "change ms p50", "p99", "MiB resident",
      ], textColumns: 1)
    for engine in engines {
      let (answered, asked) = (Percentiles(engine.answered), Percentiles(engine.asked))
      let written = Percentiles(engine.written)
      func cell(_ times: Percentiles, _ percent: Double) -> String {
        milliseconds(times.count == 0 ? nil : Double(times.value(at: percent)) / 1000)
      }
      table.add([
        engine.title, engine.made.map { (Double(rowCount) / $0).rounded(digits: 0) } ?? "–", mebibytes(engine.bytes),
        cell(answered, 50), cell(answered, 95), cell(asked, 50), cell(asked, 99), cell(written, 50), cell(written, 99),
        mebibytes(engine.resident),
      ])
    }
    let problems = engines.compactMap { engine in engine.problem.map { "- \(engine.title): \($0)\n" } }
    return """
      ## Lists kept in files

      \(rowCount) rows of `\(fileName(itemsPath))`. \(openings) openings by new processes, \(queries) queries and \
      \(changes) changes of one row, the engines in turns; files are in the page cache. A change is measured until it is \
      durable and a search would find it. \(machine.text).

      \(table.text)\(problems.isEmpty ? "" : "\n" + problems.joined())
      """
  }

  private var openings: Int { engines.map(\.opened.count).max() ?? 0 }
  private var queries: Int { engines.map(\.asked.count).max() ?? 0 }
  private var changes: Int { engines.map(\.written.count).max() ?? 0 }

  private func mebibytes(_ bytes: Int?) -> String {
    bytes.map { (Double($0) / 1_048_576).rounded(digits: 0) } ?? "–"
  }

  var json: JSONValue {
    func times(_ values: [UInt64]) -> JSONValue {
      if values.isEmpty { return nil }
      let times = Percentiles(values)
      func milliseconds(_ percent: Double) -> JSONValue { .number(Double(times.value(at: percent)) / 1e6) }
      return [
        "count": .integer(values.count), "p50": milliseconds(50), "p95": milliseconds(95), "p99": milliseconds(99),
      ]
    }
    let engines: [JSONValue] = engines.map { engine in
      [
        "name": .string(engine.name), "version": engine.version.map { .string($0) } ?? nil,
        "problem": engine.problem.map { .string($0) } ?? nil, "made_seconds": engine.made.map { .number($0) } ?? nil,
        "bytes": engine.bytes.map { .integer($0) } ?? nil, "open_ms": times(engine.opened),
        "open_and_first_answer_ms": times(engine.answered), "answer_ms": times(engine.asked),
        "change_ms": times(engine.written), "resident_bytes": engine.resident.map { .integer($0) } ?? nil,
      ]
    }
    return ["machine": machine.json, "engines": .array(engines)]
  }
}
