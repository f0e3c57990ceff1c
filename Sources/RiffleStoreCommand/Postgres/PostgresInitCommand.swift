#if Cluster
  import ArgumentParser
  import Riffle
  import RiffleCluster
  import RiffleCommandLine
  import RiffleStore

  struct PostgresInitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "init", abstract: "Print, or run, the SQL that makes a table a list.",
      discussion: """
        Without --table a table of Riffle's own shape is made, with the name of the list. With it a table that is there is \
        followed, as by riffle-store follow:

          riffle-store postgres init 'dbname=crm' --list people --table people --id id --title name \\
            --search-text "coalesce(alias, '') || ', ' || city" --run

        Expressions are SQL of SQLite over the columns of a row, because nodes evaluate them.
        """)

    @OptionGroup
    var database: DatabaseArgument

    @Option(help: "The name of the list: small letters, digits and “_”.")
    var list: String

    @Flag(name: .customLong("run"), help: "Run the statements, in one transaction, instead of printing them.")
    var isRun = false

    @Option(help: ArgumentHelp("The schema of the table.", valueName: "name"))
    var schema = "public"

    @Option(help: ArgumentHelp("A table that is there.", valueName: "name"))
    var table: String?

    @Flag(help: "The ids of the table that is made are texts.")
    var textIds = false

    @Option(
      help: ArgumentHelp(
        "Also publish the list in so many shards; may be given several times.", valueName: "number"))
    var shards: [Int] = []

    @Option(
      help: ArgumentHelp("The role that nodes log in as; it is made if there is none.", valueName: "name"))
    var role: String?

    @Option(help: ArgumentHelp("The primary key of the table.", valueName: "column"))
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

    @Option(
      help: ArgumentHelp(
        "A column of unique whole numbers, by which equal rows are ordered; the id by default.", valueName: "column"))
    var arrival: String?

    @Option(help: ArgumentHelp("What is shown as the section.", valueName: "expression"))
    var section: String?

    @Option(help: ArgumentHelp("What is shown as the payload.", valueName: "expression"))
    var payload: String?

    @OptionGroup(title: "List")
    var settings: ListSettings

    func validate() throws {
      if table != nil {
        guard id != nil, title != nil else {
          throw ValidationError("--table needs an id and a title: give --id id --title name")
        }
        if settings.order == .sections {
          throw ValidationError("--order sections is for a table that is made: say --order-by, once for each column")
        }
        if textIds { throw ValidationError("--text-ids is for a table that is made") }
      } else if id != nil || title != nil || searchText != nil || reading != nil || weight != nil || searchable != nil
        || !orderBy.isEmpty || arrival != nil || section != nil || payload != nil
      {
        throw ValidationError("expressions are of a table that is there: say --table")
      } else if let field = settings.field.first(where: { $0.source != nil }) {
        throw ValidationError("--field \(field.name): expressions are of a table that is there: say --table")
      }
    }

    func run() throws {
      var scopes: [String: String] = [:]
      for scope in settings.scope where !scope.condition.isEmpty { scopes[scope.name] = scope.condition }
      let options = settings.indexOptions(IndexOptions())
      let arrangement = settings.arrangement ?? .arrival
      let definition: ListDefinition
      if let table, let id, let title {
        var source = TableSource(
          table: table, id: id, title: title, searchText: searchText, reading: reading, weight: weight,
          isSearchable: searchable, order: orderBy, scopes: scopes, section: section, payload: payload)
        source.fields = settings.field.compactMap { $0.ofTable }
        definition = ListDefinition(
          schema: schema, source: source, arrival: arrival, arrangement: arrangement, options: options)
      } else {
        definition = .ownTable(
          list, schema: schema, arrangement: arrangement, scopes: scopes,
          fields: settings.field.compactMap(\.definition), options: options)
      }
      var setup = PostgresSetup(list: list, definition)
      (setup.makesTable, setup.hasTextIDs) = (table == nil, textIds)
      (setup.shardCounts, setup.role) = (shards, role)
      let (info, made) = (try database.info(), setup)
      if isRun {
        try reporting { () throws(ClusterError) in try made.run(info) }
        Program.note("the list “\(list)” can be followed")
        return
      }
      let statements = try reporting { () throws(ClusterError) in try made.statements(info) }
      let writer = ByteWriter()
      try writer.write((["BEGIN"] + statements + ["COMMIT"]).map { $0 + ";\n" }.joined())
      try writer.flush()
    }
  }
#endif
