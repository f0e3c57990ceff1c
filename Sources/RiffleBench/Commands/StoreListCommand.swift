#if Store
  import ArgumentParser
  import RiffleList
  import RiffleStore

  struct StoreListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "store-list",
      abstract: "Measures a list over a store: how much of it is in memory, and how soon it shows what is written.",
      discussion: """
        Opens the store, makes a list over it, and reads its first window; then windows anywhere, and what a search field \
        leaves of the list as queries are typed letter by letter. Then rows are written: to the store, after which the list \
        catches up and gives its change set; by the list itself; and all of the index is made one segment, and built anew, after which \
        the list is compared with what it was. Memory is that of the process, pages of mapped files included; anonymous is \
        what of it is no page of a file. The store is changed: titles get other words, and rows other places in their sections.
        """)

    @Argument(help: "The database.")
    var store: String

    @Option(help: "The query set: TSV without a header (query id, kind, query, target row, target title).")
    var queries: String

    @Option(help: "How many rows are written in each way.")
    var writes = 200

    @Flag(help: "Also make a list of the same rows in memory, to compare.")
    var inMemory = false

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
      let bytes = try readFile(queries)
      let texts = TSVRows(bytes).lazy.filter { $0.columnCount > 2 }.map {
        String(decoding: bytes[$0[2]], as: UTF8.self)
      }
      var measure = try StoreListMeasure(store)
      try measure.read(Array(texts.prefix(StoreListMeasure.queryCount)))
      try measure.write(writes)
      try measure.relocate()
      if inMemory { try measure.readInMemory() }
      let report = measure.report
      if json { return try writeToStandardOutput("\(JSONValue.object(report))\n") }
      for (name, value) in report { try writeToStandardOutput("\(name)  \(value)\n") }
    }
  }
#endif
