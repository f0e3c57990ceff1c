#if Store
  import ArgumentParser
  import Foundation

  struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "store",
      abstract: "Measures a store: importing, building its index, and durable writes, beside SQLite alone.",
      discussion: """
        The rows are imported in batches, by a store, by SQLite into the same table without an index to search by, and by \
        SQLite into a table of FTS5; all is durable at the end. Then single rows are written, each durably, by SQLite alone \
        and by the store, in turns, until a search would find them; and by many threads at once.
        """)

    @Option(help: "The list: TSV without a header, with the columns id, title and search text.")
    var items: String

    @Option(help: "Take only so many rows, from the first.")
    var rows: Int?

    @Option(help: "The folder to make the databases in; what was measured there before is replaced.")
    var folder: String

    @Option(help: "How many rows a batch of the import has.")
    var batch = 20_000

    @Option(help: "How many single writes are measured.")
    var writes = 400

    @Option(help: "How many threads write at once.")
    var writers = 16

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
      for (name, value) in [("--batch", batch), ("--writes", writes), ("--writers", writers)] where value < 1 {
        throw ValidationError("\(name) is \(value): give 1 or more")
      }
    }

    func run() throws {
      let list = try ItemList(path: items, rowLimit: rows)
      let measure = try StoreMeasure(list, folder: folder, batch: batch)
      var table = TextTable(header: ["\(list.count) rows", "seconds", "rows/s", "peak memory MiB"])
      var report: [(key: String, value: JSONValue)] = [
        ("rows", .integer(list.count)), ("text_bytes", .integer(list.textBytes)),
      ]
      for (name, seconds) in try measure.imports() {
        let rate = Double(list.count) / seconds
        table.add(
          [
            name, seconds.rounded(digits: 2), rate.rounded(digits: 0),
            (Double(ResidentBytes.peak) / 1_048_576).rounded(digits: 0),
          ])
        report.append((name, ["seconds": .number(seconds), "rows_per_second": .number(rate)]))
      }
      let sizes = try measure.sizes()
      report.append(("database_bytes", .integer(sizes.database)))
      report.append(("index_bytes", .integer(sizes.index)))
      let perItem = Double(sizes.index - list.textBytes) / Double(max(1, list.count))
      report.append(("index_bytes_per_item_beyond_text", .number(perItem)))
      var writeTable = TextTable(header: ["durable writes, ms", "p50", "p99"])
      for (name, times) in try measure.singleWrites(writes) {
        let (p50, p99) = (Double(times.value(at: 50)) / 1e6, Double(times.value(at: 99)) / 1e6)
        writeTable.add([name, p50.rounded(digits: 3), p99.rounded(digits: 3)])
        report.append((name, ["p50_ms": .number(p50), "p99_ms": .number(p99)]))
      }
      let grouped = try measure.groupedWrites(writers: writers, writesOfEach: writes)
      report.append(("writers", .integer(writers)))
      report.append(("grouped_writes_per_second", .number(grouped)))
      if json {
        try writeToStandardOutput("\(JSONValue.object(report))\n")
      } else {
        try writeToStandardOutput(table.text + "\n")
        try writeToStandardOutput(
          "database \(sizes.database) bytes, index \(sizes.index) bytes, "
            + "\(perItem.rounded(digits: 1)) an item beyond the text\n\n")
        try writeToStandardOutput(
          writeTable.text + "\n\(writers) writers: \(grouped.rounded(digits: 0)) durable writes a second\n")
      }
    }
  }
#endif
