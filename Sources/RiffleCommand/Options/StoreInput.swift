import ArgumentParser
import Riffle
import RiffleCommandLine
import RiffleInput
import RifflePicker

/// A list in a store, in place of inputs.
struct StoreInput: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Search a store, which riffle-store makes and fills, instead of inputs.", valueName: "file"),
    completion: .file())
  var store: String?

  @OptionGroup
  var list: StoreListOptions

  /// Searches the store, if one is given.
  ///
  /// - Parameters: the other options of the command line.
  /// - Returns: whether anything was found; `nil` if inputs are to be searched.
  func search(
    _ request: SearchRequest, _ output: OutputOptions, besides files: [String], _ input: InputOptions,
    _ text: TextOptions, _ fields: FieldOptions
  ) throws(CommandError) -> Bool? {
    guard let store = try checked(besides: files, input, text, fields) else { return nil }
    #if Store
      return try StoreSearch(store, list, try fields.ofStore()).run(request, output)
    #else
      throw StoreInput.missing(store)
    #endif
  }

  /// Returns the store as a list to pick from; `nil` if none is given.
  func list(
    besides files: [String], _ input: InputOptions, _ text: TextOptions, _ fields: FieldOptions
  ) throws(CommandError) -> (any KeptList)? {
    guard let store = try checked(besides: files, input, text, fields) else { return nil }
    if !fields.sort.isEmpty { throw .usage("--sort is not for picking from a store: leave it out, or give a query") }
    #if Store
      let search = StoreSearch(store, list, try fields.ofStore())
      return SnapshotList(
        try search.snapshot(), isPart: !list.scope.isEmpty || fields.filter != nil, title: \.title,
        printed: { Array("\($0.id)\t\($0.title)".utf8) })
    #else
      throw StoreInput.missing(store)
    #endif
  }

  #if !Store
    private static func missing(_ store: String) -> CommandError {
      .usage(
        "--store: this program was built without stores; swift build -c release --traits Store builds one with them (\(store))"
      )
    }
  #endif

  /// Returns the path of the store, if one is given, and checks that no option conflicts with it.
  private func checked(
    besides files: [String], _ input: InputOptions, _ text: TextOptions, _ fields: FieldOptions
  ) throws(CommandError) -> String? {
    guard let store else {
      if list.table != nil { throw .usage("--table is for --store only") }
      if !list.scope.isEmpty { throw .usage("--scope is for --store only") }
      return nil
    }
    if let file = files.first { throw .usage("\(file): with --store no other list can be searched") }
    if let option = input.used {
      throw .usage("\(option) is for inputs, not for a store, whose items have columns already")
    }
    if let option = text.used {
      throw .usage("\(option) is for inputs: how a store reads its texts was said when it was made")
    }
    if let field = fields.field.first {
      throw .usage("--field \(field.name) is for inputs: fields of a store have the types with which it was made")
    }
    return store
  }
}

#if Store
  extension FieldOptions {
    /// Returns the options for a store, whose fields have types.
    /// - Throws: an error if the filter or the order has a fault.
    fileprivate func ofStore() throws(CommandError) -> StoreSearch.Fields {
      try StoreSearch.Fields(where: filter, sort: sort, facets: facets, facetLimit: facetLimit)
    }
  }
#endif
