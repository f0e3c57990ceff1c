#if Service
  import Riffle
  import RiffleInput
  import RiffleStore

  /// The settings of a new list in the body of a request.
  enum ListParameters {
    private enum Arrangement: String, CaseIterable { case arrival, sections, alphabet }

    private static let names: Set<String> = [
      "arrangement", "locales", "scopes", "fields", "isCaseSensitive", "titlesArePaths", "romanizesTitles", "synonyms",
    ]

    /// - Throws: ``Problem``.
    static func settings(_ json: JSONValue) throws(Problem) -> StoreSettings {
      let parameters = try Parameters(json, known: names)
      var settings = StoreSettings()
      settings.arrangement = try arrangement(parameters)
      settings.options.folding.isCaseSensitive = try parameters.boolean("isCaseSensitive") ?? false
      settings.options.titlesArePaths = try parameters.boolean("titlesArePaths") ?? false
      settings.options.romanizesTitles = try parameters.boolean("romanizesTitles") ?? false
      if let text = try parameters.text("synonyms") {
        do throws(SynonymError) { settings.options.synonyms = try Synonyms(text) } catch {
          throw .invalid("/synonyms", "\(error)")
        }
      }
      settings.fields = try FieldParameters.definitions(parameters)
      if let scopes = parameters.json("scopes") {
        guard let members = scopes.members else {
          throw .invalid("/scopes", "“scopes” must be an object of conditions by their names")
        }
        for (name, condition) in members {
          guard let condition = condition.string else {
            throw .invalid("/scopes/\(name)", "a condition must be a text of SQL, as in \"weight > 100\"")
          }
          if settings.scopes.updateValue(condition, forKey: name) != nil {
            throw .invalid("/scopes/\(name)", "“\(name)” is there twice: give it once")
          }
        }
      }
      return settings
    }

    private static func arrangement(_ parameters: Parameters) throws(Problem) -> StoreSettings.Arrangement {
      let arrangement = try parameters.choice("arrangement", Arrangement.self) ?? .arrival
      let locales = try locales(parameters)
      switch arrangement {
      case .alphabet:
        guard !locales.isEmpty else {
          throw .invalid("/locales", "an alphabet needs “locales”: say of which language, as in [\"sv\"]")
        }
        do throws(LocaleError) { _ = try ListAlphabet(locales: locales) } catch {
          throw .invalid("/locales", "\(error)")
        }
        return .alphabet(locales: locales)
      case .arrival, .sections:
        if parameters.has("locales") { throw .invalid("/locales", "“locales” is for the arrangement “alphabet”") }
        return arrangement == .arrival ? .arrival : .sections
      }
    }

    private static func locales(_ parameters: Parameters) throws(Problem) -> [String] {
      guard let json = parameters.json("locales") else { return [] }
      let locales = (json.elements ?? []).compactMap { $0.string }
      guard let elements = json.elements, locales.count == elements.count, locales.count <= mostLocales else {
        throw .invalid("/locales", "“locales” must be an array of up to \(mostLocales) texts")
      }
      return locales
    }

    private static let mostLocales = 32
  }
#endif
