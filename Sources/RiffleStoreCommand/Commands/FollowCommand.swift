#if Store
  import ArgumentParser
  import Riffle
  import RiffleCommandLine
  import RiffleStore

  struct FollowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "follow", abstract: "Follow a table that other programs write.",
      discussion: """
        Adds triggers to the table that note what is written, and indexes it. What any program writes with SQL is found \
        from then on.

          riffle-store follow people.db people --id id --title name --search-text "alias || ', ' || city"
          riffle-store follow people.db people --id id --title name --field age:integer --field 'land:keyword=upper(state)'
          riffle-store search people.db --table people mustrmann
          riffle-store follow people.db people --stop

        Expressions are SQL over the columns of a row.
        """)

    @OptionGroup
    var database: StoreArgument

    @Argument(help: "The table.")
    var table: String

    @Flag(help: "Take the triggers and all else that was made for it away; the table stays.")
    var stop = false

    @Option(help: ArgumentHelp("A column with another whole number or text in each row.", valueName: "column"))
    var id: String?

    @Option(help: ArgumentHelp("What people see.", valueName: "expression"))
    var title: String?

    @Option(help: ArgumentHelp("More words to find a row by.", valueName: "expression"))
    var searchText: String?

    @Option(help: ArgumentHelp("How the title is pronounced or sorted.", valueName: "expression"))
    var reading: String?

    @Option(
      help: ArgumentHelp(
        "A number from 0 to 65535; among equal matches higher ones come first.", valueName: "expression"))
    var weight: String?

    @Option(help: ArgumentHelp("Whether the row can be found.", valueName: "expression"))
    var searchable: String?

    @Option(
      help: ArgumentHelp(
        "A column that the list is ordered by; of several, the first comes first. None may be NULL.",
        valueName: "column"))
    var orderBy: [String] = []

    @Option(help: ArgumentHelp("What is shown as the section.", valueName: "expression"))
    var section: String?

    @Option(help: ArgumentHelp("What is shown as the payload.", valueName: "expression"))
    var payload: String?

    @OptionGroup(title: "List")
    var settings: ListSettings

    @OptionGroup(title: "Writing")
    var writing: WritingOptions

    func validate() throws {
      if stop {
        if id != nil || title != nil { throw ValidationError("--stop takes no other options") }
      } else {
        guard id != nil, title != nil else {
          throw ValidationError("say which column has the id and what the title is, as in --id id --title name")
        }
      }
      if settings.order == .sections {
        throw ValidationError(
          "--order sections is for lists that a store has made: say --order-by, once for each column")
      }
    }

    func run() throws {
      if stop {
        return try storing { () throws(StoreError) in try ListStore.unfollow(table, in: database.path) }
      }
      guard let id, let title else { return }
      // No database should be created for a table that does not exist.
      _ = try storing { () throws(StoreError) in try ListStore.lists(in: database.path) }
      var source = TableSource(
        table: table, id: id, title: title, searchText: searchText, reading: reading, weight: weight,
        isSearchable: searchable, order: orderBy, section: section, payload: payload)
      for definition in settings.scope { source.scopes[definition.name] = definition.condition }
      source.fields = settings.field.compactMap { $0.ofTable }
      let store = try openStore(writing.options) { options throws(StoreError) in
        try ListStore(
          following: source, in: database.path, arrangement: settings.arrangement ?? .arrival,
          indexOptions: settings.indexOptions(IndexOptions()), options: options)
      }
      if store.turnsJournal {
        Program.note(
          "\(database.path): its journal is a write-ahead log (WAL) from now on, for all programs; --stop turns it back"
        )
      }
      Program.note("\(table): \(store.snapshot().count.grouped) rows are followed")
      try storing { () throws(StoreError) in try store.close() }
    }
  }
#endif
