#if Store
  import ArgumentParser
  import RiffleCommandLine
  import RiffleStore

  struct CreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "create", abstract: "Make an empty store.",
      usage: "riffle-store create [<options>] <file>",
      discussion: "riffle-store import makes a store too, if there is none.")

    @OptionGroup
    var store: StoreArgument

    @OptionGroup(title: "List")
    var settings: ListSettings

    @OptionGroup(title: "Writing")
    var writing: WritingOptions

    func run() throws {
      if try ownList(in: store.path) != nil {
        throw CommandError.usage(
          "\(store.path): there is a list already; riffle-store rebuild changes what holds for it")
      }
      let made = try openStore(writing.options) { options throws(StoreError) in
        try ListStore(store.path, settings: settings.applied(to: StoreSettings()), options: options)
      }
      try storing { () throws(StoreError) in try made.close() }
    }
  }
#endif
