package import ArgumentParser

/// Options for the list of a store, and the part of it, to search.
package struct StoreListOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The table that the store follows, if it follows one.", valueName: "name"))
  package var table: String?

  @Option(
    help: ArgumentHelp("A scope of the list to search in; of several, what is in all of them.", valueName: "name"))
  package var scope: [String] = []

  package init() {}
}
