#if Store
  import ArgumentParser
  import Riffle
  import RiffleCommandLine
  import RiffleStore

  enum OrderChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
    case arrival, sections, alphabet
  }

  /// A scope that the command line defines.
  struct ScopeDefinition: ExpressibleByArgument, Sendable {
    let name, condition: String

    init?(argument: String) {
      guard let sign = argument.firstIndex(of: "="), sign > argument.startIndex else { return nil }
      (name, condition) = (String(argument[..<sign]), String(argument[argument.index(after: sign)...]))
    }
  }

  /// The settings of a list as a whole, stored with it. Options that are not given keep their present value, or the default.
  struct ListSettings: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "How the items stand in the list.",
        discussion: """
          arrival: as they came, the default; sections: by section, then by position, then as they came; alphabet: by the \
          alphabet of the language that --locale names.
          """,
        valueName: "order"))
    var order: OrderChoice?

    @Option(
      help: ArgumentHelp(
        "The language of --order alphabet, as in sv or de-AT; further ones bring their letters.", valueName: "locale"))
    var locale: [String] = []

    @Flag(help: "Digits count as numbers in --order alphabet: Item 2 before Item 10.")
    var numeric = false

    @Option(
      help: ArgumentHelp(
        "A part of the list that can be searched by itself.",
        discussion: """
          A condition in SQL on the columns id, title, search_text, reading, weight, searchable, section, position and \
          payload, as in --scope 'large=weight > 100'. Without a condition, as in --scope large=, there is no such scope \
          any more.
          """,
        valueName: "name=sql"))
    var scope: [ScopeDefinition] = []

    @Flag(inversion: .prefixedNo, help: "Tell capital letters from small ones.")
    var caseSensitive: Bool?

    @Flag(inversion: .prefixedNo, help: "Titles are paths: what follows the last slash counts as their start.")
    var paths: Bool?

    @Flag(
      inversion: .prefixedNo,
      help: "Find titles in other scripts by how they are written in Latin letters, too: moskva, beijing, bj.")
    var romanize: Bool?

    func validate() throws {
      if order == .alphabet, locale.isEmpty {
        throw ValidationError("--order alphabet: say of which language, as in --locale sv")
      }
      if order != .alphabet, !locale.isEmpty { throw ValidationError("--locale is for --order alphabet") }
      if order != .alphabet, numeric { throw ValidationError("--numeric is for --order alphabet") }
    }

    /// Returns the settings with the given options applied.
    func applied(to settings: StoreSettings) -> StoreSettings {
      var settings = settings
      if let arrangement { settings.arrangement = arrangement }
      for definition in scope {
        settings.scopes[definition.name] = definition.condition.isEmpty ? nil : definition.condition
      }
      settings.options = indexOptions(settings.options)
      return settings
    }

    var arrangement: StoreSettings.Arrangement? {
      switch order {
      case .arrival: .arrival
      case .sections: .sections
      case .alphabet: .alphabet(locales: numeric ? orderedByNumbers : locale)
      case nil: nil
      }
    }

    /// The locales; the first, which decides the order, with the keyword for numeric order.
    private var orderedByNumbers: [String] {
      guard let first = locale.first else { return [] }
      return [first + (first.contains("-u-") ? "-kn" : "-u-kn")] + locale.dropFirst()
    }

    func indexOptions(_ options: IndexOptions) -> IndexOptions {
      var options = options
      if let caseSensitive { options.folding.isCaseSensitive = caseSensitive }
      if let paths { options.titlesArePaths = paths }
      if let romanize { options.romanizesTitles = romanize }
      return options
    }
  }
#endif
