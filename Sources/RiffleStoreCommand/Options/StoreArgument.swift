#if Store
  import ArgumentParser

  /// The store of a command.
  struct StoreArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The database.", valueName: "file"), completion: .file())
    var path: String
  }

  /// A list of a store, for a command.
  struct ListArgument: ParsableArguments {
    @OptionGroup
    var store: StoreArgument

    @Option(help: ArgumentHelp("The table that the store follows, if it follows one.", valueName: "name"))
    var table: String?

    var path: String { store.path }
  }
#endif
