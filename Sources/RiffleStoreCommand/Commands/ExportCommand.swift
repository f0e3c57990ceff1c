#if Store
  import ArgumentParser
  import RiffleCommandLine
  import RiffleStore

  enum ExportFormat: EnumerableFlag {
    case tsv, csv, jsonl

    static func help(for format: ExportFormat) -> ArgumentHelp? {
      switch format {
      case .tsv: "A table with tabs between the columns, and quotes where a field needs them."
      case .csv: "A table with commas between the columns (RFC 4180)."
      case .jsonl: "A JSON object a line."
      }
    }
  }

  struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export", abstract: "Print all items of a store, as they are at one moment.",
      discussion: """
        An import of what is printed makes the same list: ids, payloads and order included. It comes in list order, or, \
        where that is of an alphabet, in the order in which items have come.
        """)

    @OptionGroup
    var list: ListArgument

    @Flag(exclusivity: .exclusive)
    var format = ExportFormat.tsv

    func run() throws {
      let fields = try storing { () throws(StoreError) in
        try ListStore.list(list.table, in: list.path).settings.fields
      }
      let cursor = try storing { () throws(StoreError) in try ListStore.cursor(list.path, table: list.table) }
      let output: any ItemWriter =
        switch format {
        case .tsv: TableWriter(delimiter: "\t", fields: fields)
        case .csv: TableWriter(delimiter: ",", fields: fields)
        case .jsonl: JSONLinesWriter(fields: fields)
        }
      let writer = ByteWriter()
      try writer.write(output.head)
      while let item = try storing({ () throws(StoreError) in try cursor.next() }) {
        try output.write(item, to: writer)
      }
      try writer.flush()
    }
  }
#endif
