import RiffleCommandLine

#if Store
  import ArgumentParser

  @main
  struct RiffleStoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "riffle-store",
      abstract: "Keep large lists in a file, and find things in them.",
      discussion: """
        A store is an SQLite database, and an index of it in a folder beside it that can be thrown away: it is made anew \
        when it is needed.

          riffle-store import cities.db cities.tsv --id 1 --title 2 --search-text 3
          riffle-store search cities.db gotebrg

        Exit statuses are 0 if all went well, 1 if a search found nothing, a store has faults or rows were left out, 2 if \
        the command line, an input or a store is wrong, and 130 if someone interrupted it.
        """,
      version: "0.1.0",
      subcommands: [
        CreateCommand.self, ImportCommand.self, SearchCommand.self, FollowCommand.self, StatsCommand.self,
        VerifyCommand.self, CompactCommand.self, ExportCommand.self, RebuildCommand.self, BackupCommand.self,
      ] + ofServers)

    #if Cluster
      private static let ofServers: [any ParsableCommand.Type] = [PostgresCommand.self]
    #else
      private static let ofServers: [any ParsableCommand.Type] = []
    #endif

    static func main() { Program.run(Self.self) }
  }
#else
  @main
  struct RiffleStoreCommand {
    static func main() {
      Program.note("built without stores: swift build -c release --traits Store builds it with them")
      Program.leave(.failure)
    }
  }
#endif
