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
        Opens the store, asks a query of the set, then 99 more. Memory is that of the process, pages of mapped files \
        included. With --cold, the files are first put out of the page cache, as far as the system does that.
        """)

    @Argument(help: "The database.")
    var store: String

    @Option(help: "The query set: TSV without a header (query id, kind, query, target row, target title).")
    var queries: String

    @Flag(help: "Put the files out of the page cache first.")
    var cold = false

    @Flag(help: "Print one JSON object.")
    var json = false

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
      if cold { for file in files { PageCache.drop(file) } }
      let before = ResidentBytes.now
      let start = nanosecondsNow()
      let list = try ListStore(store, options: StoreOptions(access: .reading))
      let opened = nanosecondsNow()
      var texts = queries.prefix(100).makeIterator()
      if let first = texts.next() { _ = try list.search(first, limit: 10).map(\.element.title) }
      let answered = nanosecondsNow()
      let afterOpening = ResidentBytes.now - before
      while let text = texts.next() { _ = try list.search(text, limit: 10).map(\.element.title) }
      let afterQueries = ResidentBytes.now - before
      let report: [(key: String, value: JSONValue)] = [
        ("items", .integer(list.snapshot().count)), ("segments", .integer(list.statistics().segments.count)),
        ("open_ms", .number(Double(opened - start) / 1e6)),
        ("open_and_first_answer_ms", .number(Double(answered - start) / 1e6)),
        ("index_bytes", .integer(indexBytes)), ("resident_after_opening", .integer(afterOpening)),
        ("resident_after_100_queries", .integer(afterQueries)),
        ("resident_percent_of_index", .number(100 * Double(afterQueries) / Double(max(1, indexBytes)))),
        ("opening", .string("\(list.opening)")),
      ]
      if json { return try writeToStandardOutput("\(JSONValue.object(report))\n") }
      for (name, value) in report { try writeToStandardOutput("\(name)  \(value)\n") }
    }
  }
#endif
