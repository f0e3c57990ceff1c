#if Service
  import Riffle
  import RiffleStore

  /// The names that filters of a list can use.
  struct FilterNames: Sendable, Hashable {
    var fields: [FieldDefinition]
    var scopes: [String]

    /// The most conditions of a filter, and the most `NOT`, `AND` and `OR`: each is evaluated over all rows.
    private static let (mostConditions, mostCombinations) = (64, 256)

    init(_ settings: StoreSettings) {
      fields = settings.fields.filter { !OrderFields.contains($0.name) }
      scopes = settings.scopes.keys.sorted()
    }

    /// Parses a filter of a client, and checks it.
    /// - Throws: ``FilterError``.
    func filter(_ text: String) throws(FilterError) -> Filter {
      let filter = try Filter(text)
      try check(filter)
      return filter
    }

    /// - Throws: ``FilterError`` if the filter has unknown names, wrong values or too many conditions.
    func check(_ filter: Filter) throws(FilterError) {
      let size = filter.size
      if size.conditions + size.names > FilterNames.mostConditions {
        throw .tooLarge(what: "conditions", limit: FilterNames.mostConditions)
      }
      if size.combinations > FilterNames.mostCombinations {
        throw .tooLarge(what: "combinations of conditions", limit: FilterNames.mostCombinations)
      }
      try filter.check(fields, scopes: scopes)
    }
  }
#endif
