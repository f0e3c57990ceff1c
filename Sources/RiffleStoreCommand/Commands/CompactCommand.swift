#if Store
  import ArgumentParser
  import RiffleCommandLine
  import RiffleStore

  struct CompactCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "compact", abstract: "Make a store as small and as quick as it can be.",
      discussion: "Makes one segment of the index, and empties the database's write-ahead log.")

    @OptionGroup
    var list: ListArgument

    @Flag(help: "Have SQLite write the database anew, without the space that deleted rows have left.")
    var vacuum = false

    func run() throws {
      let store = try openStore(list.path, table: list.table, StoreOptions())
      try storing { () throws(StoreError) in
        try store.compact(vacuums: vacuum)
        try store.close()
      }
    }
  }
#endif
