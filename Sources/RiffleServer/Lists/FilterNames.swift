#if Service
  import Riffle
  import RiffleStore

  /// The names that filters of a list can use.
  struct FilterNames: Sendable, Hashable {
    var fields: [FieldDefinition]
    var scopes: [String]

    /// The most conditions of a filter: each is evaluated over all rows.
    private static let mostConditions = 64

    init(_ settings: StoreSettings) { (fields, scopes) = (settings.fields, settings.scopes.keys.sorted()) }

    /// Parses a filter of a client, and checks it.
    /// - Throws: ``FilterError``.
    func filter(_ text: String) throws(FilterError) -> Filter {
      let filter = try Filter(text)
      try check(filter)
      return filter
    }

    /// - Throws: ``FilterError`` if the filter has unknown names, wrong values or too many conditions.
    func check(_ filter: Filter) throws(FilterError) {
      if filter.size.conditions > FilterNames.mostConditions {
        throw .tooLarge(what: "conditions", limit: FilterNames.mostConditions)
      }
      try filter.check(fields, scopes: scopes)
    }
  }
#endif
