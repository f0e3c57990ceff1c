#if Store
  import ArgumentParser
  import Riffle
  import RiffleCommandLine

  /// Options for filtering, sorting and counting the items of a list by its fields.
  struct FieldSearchOptions: ParsableArguments {
    @Option(
      name: .customLong("where"), parsing: .unconditional,
      help: ArgumentHelp(
        "Search only the items that meet a filter, as in 'country = SE AND population > 10000'.",
        discussion: """
          Comparisons are =, !=, <, <=, >, >=, IN (a, b), a TO b, BEGINS WITH, EXISTS and IS NULL, with AND, OR, NOT and \
          parentheses. A name alone is a boolean field that is true, or a scope. Quote names and values with blanks or \
          signs.
          """,
        valueName: "filter"))
    var filter: String?

    @Option(
      parsing: .unconditionalSingleValue,
      help: ArgumentHelp(
        "Sort by fields instead of by how well items match, with commas between them; -field puts the greatest first.",
        discussion: """
          Items without a value come last, and equal ones keep the order of the list; with relevance as the last field, \
          the best match comes first. relevance:asc is a field of this name.
          """, valueName: "fields"))
    var sort: [String] = []

    @Option(
      help: ArgumentHelp(
        "After the items, print the values of these fields and how many items found have each.",
        discussion: "The most frequent come first. With --limit 0 no item is printed.", valueName: "fields"))
    var facets: [String] = []

    @Option(help: ArgumentHelp("How many values of each field --facets prints at most.", valueName: "count"))
    var facetLimit = 10

    func validate() throws {
      if facetLimit < 0 { throw ValidationError("--facet-limit \(facetLimit): a count cannot be negative") }
      if facetLimit != 10, facets.isEmpty { throw ValidationError("--facet-limit is for --facets only") }
    }

    /// - Throws: an error if the filter or the order has a fault.
    func search() throws(CommandError) -> StoreSearch.Fields {
      try StoreSearch.Fields(where: filter, sort: sort, facets: facets, facetLimit: facetLimit)
    }
  }
#endif
