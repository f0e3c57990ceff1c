#if Store
  import ArgumentParser
  import Riffle
  import RiffleCommandLine
  import RiffleInput
  import RiffleStore

  struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Fill a store from tables, JSON Lines or lines of text.",
      discussion: """
        Makes the store if there is none. A row replaces the item with its id, or is added; where no column has ids rows \
        are numbered.

          riffle-store import cities.db cities.tsv --id 1 --title 2 --search-text 3
          riffle-store import people.db people.csv
          zcat titles.gz | riffle-store import titles.db

        A table whose header names its columns id, title, search_text, reading, weight, searchable, section, position \
        and payload, or some of them, needs no options.

        Rows are committed in batches. What has been committed stays, whatever happens then. Ctrl-C ends an import after \
        the batch at hand, and says how far it came: --from-line goes on from there. The same import once more gives the \
        same store, too.

        Rows that cannot be read are left out and reported with their lines; the status is then 1.
        """)

    @OptionGroup
    var store: StoreArgument

    @Argument(
      help: ArgumentHelp("What to read; standard input if there is none, or where it is -.", valueName: "input"),
      completion: .file())
    var files: [String] = []

    @OptionGroup(title: "Input")
    var input: ImportOptions

    @Option(help: ArgumentHelp("Leave out what comes before this line of the input.", valueName: "line"))
    var fromLine: Int?

    @Option(
      help: ArgumentHelp("The number of the first row of the input, where rows are numbered.", valueName: "number"))
    var numberFrom: Int64?

    @Flag(help: "Number rows on from the greatest number in the store, so that all are added.")
    var append = false

    @Option(name: .customLong("batch"), help: ArgumentHelp("How many rows to commit at once.", valueName: "rows"))
    var batchSize = 20_000

    @Flag(help: "Stop at the first row that cannot be read; of the batch that it is in nothing is kept.")
    var strict = false

    @Flag(help: "An id that comes twice in the inputs is an error of the second row.")
    var unique = false

    @Option(
      help: ArgumentHelp(
        "Write what is wrong with rows to a file, instead of the first lines to standard error.", valueName: "file"),
      completion: .file())
    var report: String?

    @OptionGroup(title: "New list")
    var settings: ListSettings

    @OptionGroup(title: "Writing")
    var writing: WritingOptions

    func validate() throws {
      if batchSize < 1 { throw ValidationError("--batch \(batchSize): a batch has at least one row") }
      if let fromLine {
        if fromLine < 1 { throw ValidationError("--from-line \(fromLine): lines are counted from 1") }
        if files.count > 1 { throw ValidationError("--from-line is for one input: leave out those that are done") }
        if append {
          throw ValidationError("--from-line and --append: say --number-from, as the import did that was interrupted")
        }
      }
      if append, numberFrom != nil { throw ValidationError("--append and --number-from: say one of them") }
    }

    func run() throws {
      let interruption = Interruption()
      let kept = try ownList(in: store.path)
      let fields = ImportedFields(
        settings.applied(to: kept?.settings ?? StoreSettings()).fields, settings.field)
      var description = input.description(files: files, fields: fields.choices)
      description.interruption = interruption
      // An unreadable input should not leave an empty store behind.
      let reader = try reading { () throws(InputError) in try RecordReader(description) }
      let badRows = try BadRows(report)
      let list = try openList()
      var options = Importer.Options()
      options.numbers = try numbers(list)
      options.fromLine = fromLine ?? 1
      options.batchSize = batchSize
      options.isStrict = strict
      options.seen = unique ? try SeenIDs() : nil
      options.interruption = interruption
      options.byteCount = description.byteCount
      // Until here, an interruption leaves nothing incomplete.
      interruption?.begin()
      let outcome = try Importer(reader, fields, options, badRows).run(into: list)
      try storing { () throws(StoreError) in try list.close() }
      Program.note("\(store.path): \(outcome.summary)")
      if outcome.isInterrupted { throw ExitCode(.interrupted) }
      if outcome.badCount > 0 { throw ExitCode(.nothing) }
    }

    private func numbers(_ list: ListStore) throws(CommandError) -> RowNumbers {
      if append { return try RowNumbers.following(list) }
      return RowNumbers(
        first: numberFrom ?? 1, isChosen: numberFrom != nil || fromLine != nil || list.snapshot().count == 0)
    }

    private func openList() throws(CommandError) -> ListStore {
      let kept = try ownList(in: store.path)
      let wanted = settings.applied(to: kept?.settings ?? StoreSettings())
      if let kept, wanted != kept.settings {
        throw .usage(
          "\(store.path): there is a list already, for which other settings hold; riffle-store rebuild changes them")
      }
      do throws(CommandError) {
        return try openStore(writing.options) { options throws(StoreError) in
          try ListStore(store.path, settings: kept == nil ? wanted : nil, options: options)
        }
      } catch {
        guard case .store(.otherWriter) = error else { throw error }
        throw .usage("\(error); if that is riffle-serve, send the items to POST or PUT /v1/lists/LIST/items of it")
      }
    }
  }
#endif
