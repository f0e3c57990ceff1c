#if Cluster
  import ArgumentParser
  import RiffleCluster
  import RiffleCommandLine

  struct PostgresCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "postgres", abstract: "Set up lists in PostgreSQL that nodes follow.",
      discussion: """
          riffle-store postgres init 'host=a,b dbname=lists' --list cities
          riffle-store postgres check 'host=a,b dbname=lists' --list cities
          riffle-serve --follow 'host=a,b dbname=lists' --list cities

        The first argument is a connection string of libpq. Passwords are best kept in a file (PGPASSFILE).
        """,
      subcommands: [PostgresInitCommand.self, PostgresCheckCommand.self, PostgresSlotsCommand.self])
  }

  /// The database of a command.
  struct DatabaseArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("How to reach PostgreSQL, as in 'host=a,b dbname=lists'.", valueName: "connection"))
    var text: String

    func info() throws(CommandError) -> ConnectionInfo {
      try reporting { () throws(ClusterError) in try ConnectionInfo(text) }
    }
  }

  /// Calls `body`, and converts its errors to those of commands.
  func reporting<Result>(_ body: () throws(ClusterError) -> Result) throws(CommandError) -> Result {
    do throws(ClusterError) {
      return try body()
    } catch {
      throw .usage(error.description)
    }
  }
#endif
