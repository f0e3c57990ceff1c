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

  /// A field that the command line defines, as `population:integer` or `city:keyword:folded=town`.
  struct FieldArgument: ExpressibleByArgument, Sendable {
    let name: String
    /// `nil` to remove the field.
    let definition: FieldDefinition?
    /// The part behind the equals sign.
    let source: String?

    init?(argument: String) {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let declaration = parts.first, let colon = declaration.firstIndex(of: ":"), colon > declaration.startIndex
      else { return nil }
      name = String(declaration[..<colon])
      source = parts.count > 1 ? String(parts[1]) : nil
      var type = declaration[declaration.index(after: colon)...]
      if type.isEmpty, source == nil {
        definition = nil
        return
      }
      let isFolded = type.hasSuffix(":folded")
      if isFolded { type = type.dropLast(":folded".count) }
      if type == "keyword" || type == "keywords" {
        definition = FieldDefinition(name, .keyword, isFolded: isFolded, hasSeveralValues: type == "keywords")
        return
      }
      guard !isFolded, let kind = FieldKind(rawValue: String(type)) else { return nil }
      definition = FieldDefinition(name, kind)
    }

    /// The field of a table that is there: an expression, or the column of its name; `nil` to remove the field.
    var ofTable: TableField? {
      // In backticks: SQLite takes an unknown name in double quotes for a text.
      definition.map { TableField($0, source ?? "`\(name.replacing("`", with: "``"))`") }
    }

    /// Returns the type of a field as it is written behind its name.
    static func type(of field: FieldDefinition) -> String {
      field.kind.rawValue + (field.hasSeveralValues ? "s" : "") + (field.isFolded ? ":folded" : "")
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
          A condition in SQL on the columns id, title, search_text, reading, weight, searchable, section, position, \
          payload and field_ with the name of a field, as in --scope 'large=weight > 100'. Without a condition, as in \
          --scope large=, there is no such scope any more.
          """,
        valueName: "name=sql"))
    var scope: [ScopeDefinition] = []

    @Option(
      help: ArgumentHelp(
        "A field to filter, count and sort by.",
        discussion: """
          The type is keyword, keywords (several), integer, real, time or boolean; keyword:folded and keywords:folded \
          compare as a query does, without case and accents. Behind an equals sign, follow and postgres init --table take an expression over the \
          columns of a row, as in --field population:integer=inhabitants, and import a column of its inputs; otherwise they \
          read the column of that name. \
          Without a type, as in --field country:, there is no such field any more.
          """,
        valueName: "name:type"))
    var field: [FieldArgument] = []

    @Flag(inversion: .prefixedNo, help: "Tell capital letters from small ones.")
    var caseSensitive: Bool?

    @Flag(inversion: .prefixedNo, help: "Titles are paths: what follows the last slash counts as their start.")
    var paths: Bool?

    @Flag(
      inversion: .prefixedNo,
      help: "Find titles in other scripts by how they are written in Latin letters, too: moskva, beijing, bj.")
    var romanize: Bool?

    @Option(help: SynonymFile.help, transform: SynonymFile.read)
    var synonyms: Synonyms?

    func validate() throws {
      if order == .alphabet, locale.isEmpty {
        throw ValidationError("--order alphabet: say of which language, as in --locale sv")
      }
      if order != .alphabet, !locale.isEmpty { throw ValidationError("--locale is for --order alphabet") }
      if order != .alphabet, numeric { throw ValidationError("--numeric is for --order alphabet") }
      for (index, field) in field.enumerated() where self.field[..<index].contains(where: { $0.name == field.name }) {
        throw ValidationError("--field \(field.name): a field has one type")
      }
    }

    /// Returns the settings with the given options applied.
    func applied(to settings: StoreSettings) -> StoreSettings {
      var settings = settings
      if let arrangement { settings.arrangement = arrangement }
      for definition in scope {
        settings.scopes[definition.name] = definition.condition.isEmpty ? nil : definition.condition
      }
      for argument in field {
        let place = settings.fields.firstIndex { $0.name == argument.name }
        switch (argument.definition, place) {
        case (let definition?, let place?): settings.fields[place] = definition
        case (let definition?, nil): settings.fields.append(definition)
        case (nil, let place?): settings.fields.remove(at: place)
        case (nil, nil): break
        }
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
      if let synonyms { options.synonyms = synonyms }
      return options
    }
  }
#endif
