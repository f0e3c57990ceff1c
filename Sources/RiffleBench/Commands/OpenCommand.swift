#if Store
  import ArgumentParser
  import Foundation
  import Riffle
  import RiffleStore

  struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "open",
      abstract: "Measures how soon a store answers, and how much of it is then in memory.",
      discussion: """
        Opens the store twenty times and asks another query each time; then opens it once more and asks a hundred. Memory is \
        that of the process, pages of mapped files included; anonymous is what of it is no page of a file. With --cold, the \
        files are put out of the page cache before each opening, as far as the system does that.
        """)

    @Argument(help: "The database.")
    var store: String

    @Option(help: "The query set: TSV without a header (query id, kind, query, target row, target title).")
    var queries: String

    @Flag(help: "Put the files out of the page cache first.")
    var cold = false

    @Flag(help: "Print one JSON object.")
    var json = false

    private static let openingCount = 20
    private static let queryCount = 100

    func run() throws {
      let bytes = try readFile(queries)
      let queries = TSVRows(bytes).lazy.filter { $0.columnCount > 2 }.map {
        String(decoding: bytes[$0[2]], as: UTF8.self)
      }
      let folder = store + "-riffle/items"
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      let files = [store] + names.map { folder + "/" + $0 }
      var indexBytes = 0
      for name in names {
        indexBytes += (try FileManager.default.attributesOfItem(atPath: folder + "/" + name)[.size] as? Int) ?? 0
      }
      let texts = Array(queries.prefix(OpenCommand.queryCount))
      let before = ResidentBytes.now
      let options = StoreOptions(access: .reading)
      // Each opening has separate blocks that have not been verified.
      var openings: [UInt64] = []
      var firstAnswers: [UInt64] = []
      for text in texts.prefix(OpenCommand.openingCount) {
        if cold { for file in files { PageCache.drop(file) } }
        let start = nanosecondsNow()
        let list = try ListStore(store, options: options)
        openings.append(nanosecondsNow() - start)
        _ = try list.search(text, limit: 10).map(\.element.title)
        firstAnswers.append(nanosecondsNow() - start)
        try list.close()
      }
      let list = try ListStore(store, options: options)
      let afterOpening = ResidentBytes.now - before
      for text in texts { _ = try list.search(text, limit: 10).map(\.element.title) }
      let afterQueries = ResidentBytes.now - before
      func milliseconds(_ times: [UInt64]) -> JSONValue {
        let times = Percentiles(times)
        func value(_ percent: Double) -> JSONValue { .number(Double(times.value(at: percent)) / 1e6) }
        return ["p50": value(50), "p95": value(95), "max": value(100)]
      }
      let report: [(key: String, value: JSONValue)] = [
        ("items", .integer(list.snapshot().count)), ("segments", .integer(list.statistics().segments.count)),
        ("open_ms", milliseconds(openings)), ("open_and_first_answer_ms", milliseconds(firstAnswers)),
        ("index_bytes", .integer(indexBytes)), ("resident_after_opening", .integer(afterOpening)),
        ("resident_after_100_queries", .integer(afterQueries)),
        ("anonymous_after_100_queries", .integer(ResidentBytes.anonymous)),
        ("resident_percent_of_index", .number(100 * Double(afterQueries) / Double(max(1, indexBytes)))),
        ("opening", .string("\(list.opening)")),
      ]
      if json { return try writeToStandardOutput("\(JSONValue.object(report))\n") }
      for (name, value) in report { try writeToStandardOutput("\(name)  \(value)\n") }
    }
  }
#endif
