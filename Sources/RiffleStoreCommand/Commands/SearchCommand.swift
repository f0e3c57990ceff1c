#if Store
  import ArgumentParser
  import Riffle
  import RiffleCommandLine

  struct SearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "search", abstract: "Find items of a store, also while it is written.",
      discussion: """
        Prints id and title of each hit, best first; riffle --help says how queries are read. --format json prints all, \
        payload included. The status is 0 if something was found and 1 if nothing was.
        """)

    @OptionGroup
    var store: StoreArgument

    @Argument(help: "What to look for; an empty query prints the whole list.")
    var query: String

    @OptionGroup(title: "Matching")
    var matching: MatchingOptions

    @OptionGroup(title: "List")
    var list: StoreListOptions

    @OptionGroup(title: "Fields")
    var fields: FieldSearchOptions

    @OptionGroup(title: "Output")
    var output: OutputOptions

    func run() throws {
      let request = try matching.request(query, output)
      guard try StoreSearch(store.path, list, try fields.search()).run(request, output) else {
        throw ExitCode(.nothing)
      }
    }
  }
#endif
