#if Store
  import ArgumentParser
  import FoundationEssentials
  import RiffleCommandLine
  import RiffleStore

  struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "backup", abstract: "Copy the database of a store, also while it is written.",
      discussion: "The copy makes its own index when it is first opened.")

    @OptionGroup
    var store: StoreArgument

    @Argument(help: "Where to; a file that is not there yet.", completion: .file())
    var target: String

    @Flag(help: "Replace the database that is there.")
    var overwrite = false

    func run() throws {
      if !overwrite, FileManager.default.fileExists(atPath: target) {
        throw CommandError.usage("\(target): there is such a file already; --overwrite replaces it")
      }
      try storing { () throws(StoreError) in try ListStore.backup(store.path, to: target) }
    }
  }
#endif
