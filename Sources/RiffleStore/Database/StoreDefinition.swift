import Foundation
public import Riffle

/// The definition of a list without its rows, stored in the database, so that every process that opens the list has it.
struct StoreDefinition: Codable, Sendable, Hashable {
  var source: TableSource
  /// Whether the store has created the table, and writes it.
  var ownsTable: Bool
  var arrangement: StoreSettings.Arrangement
  var text: Text
  /// The lists whose index this one can continue with other fields; `nil` if there are none, as in databases of earlier versions.
  var formers: [FormerList]?

  /// A coded form of ``IndexOptions``.
  struct Text: Codable, Sendable, Hashable {
    var isCaseSensitive, keepsAccents, titlesArePaths, romanizesTitles: Bool
    var language: String
    /// The text of ``Synonyms``; `nil` if there are none, as in databases of earlier versions.
    var synonyms: String?

    init(_ options: IndexOptions) {
      isCaseSensitive = options.folding.isCaseSensitive
      keepsAccents = options.folding.keepsAccents
      titlesArePaths = options.titlesArePaths
      romanizesTitles = options.romanizesTitles
      language = "\(options.folding.language)"
      synonyms = options.synonyms.isEmpty ? nil : options.synonyms.text
    }

    /// - Throws: ``StoreError/notAStore(path:reason:)`` for a language or synonyms of a later version.
    func options(path: String) throws(StoreError) -> IndexOptions {
      guard let language = FoldingOptions.Language.allCases.first(where: { "\($0)" == language }) else {
        throw .notAStore(
          path: path, reason: "its titles are in a language that this program does not know, “\(language)”")
      }
      var options = IndexOptions(
        folding: FoldingOptions(isCaseSensitive: isCaseSensitive, keepsAccents: keepsAccents, language: language),
        titlesArePaths: titlesArePaths, romanizesTitles: romanizesTitles)
      do throws(SynonymError) {
        if let synonyms { options.synonyms = try Synonyms(synonyms) }
      } catch {
        throw .notAStore(path: path, reason: "\(error)")
      }
      return options
    }
  }

  init(_ settings: StoreSettings) {
    source = ItemsTable.source(settings)
    ownsTable = true
    arrangement = settings.arrangement
    text = Text(settings.options)
  }

  init(following source: TableSource, _ settings: StoreSettings) {
    self.source = source
    ownsTable = false
    arrangement = settings.arrangement
    text = Text(settings.options)
  }

  /// The parts that the index depends on: all except those that queries are read with, and except its origin.
  var ofIndex: StoreDefinition {
    var definition = self
    definition.text.synonyms = nil
    definition.formers = nil
    return definition
  }

  /// - Throws: ``StoreError/notAStore(path:reason:)``.
  func settings(path: String) throws(StoreError) -> StoreSettings {
    StoreSettings(
      arrangement: arrangement, scopes: source.scopes, fields: source.fields.map(\.definition),
      options: try text.options(path: path))
  }

  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// - Throws: ``StoreError/notAStore(path:reason:)``.
  init(json: String, path: String) throws(StoreError) {
    do {
      self = try JSONDecoder().decode(StoreDefinition.self, from: Data(json.utf8))
    } catch {
      throw .notAStore(path: path, reason: "the definition of its list is of another version of Riffle")
    }
  }

  /// Checks the names and the number of fields.
  /// - Throws: ``StoreError/cannotHaveField(_:reason:)``.
  func checkFields() throws(StoreError) {
    var names: Set<String> = []
    for field in source.fields.map(\.definition) {
      func refuse(_ reason: String) -> StoreError { .cannotHaveField(field.name, reason: reason) }
      if field.name.isEmpty || field.name.utf8.count > StoreDefinition.longestFieldName {
        throw refuse("a name has 1 to \(StoreDefinition.longestFieldName) bytes")
      }
      if field.name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
        throw refuse("a name has no control characters")
      }
      if source.scopes[field.name] != nil { throw refuse("a scope has this name") }
      // SQLite compares the names of columns without regard to case.
      if !names.insert(field.name.lowercased()).inserted { throw refuse("another field has this name") }
      if names.count > StoreSettings.maximumFieldCount {
        throw refuse("a list has up to \(StoreSettings.maximumFieldCount) fields")
      }
    }
  }

  private static let longestFieldName = 100

  /// - Throws: ``StoreError``.
  func indexSettings(_ key: SipHash, path: String) throws(StoreError) -> IndexSettings {
    var order = ListOrder<Item<ItemID>>.manual
    if case .alphabet(let locales) = arrangement {
      do throws(LocaleError) {
        let alphabet = try ListAlphabet(locales: locales)
        order =
          source.hasTotalOrder
          ? .alphabet(alphabet, ties: OrderFields.order(source.fields.map(\.definition))) : .alphabet(alphabet)
      } catch {
        throw .notAStore(path: path, reason: "\(error)")
      }
    }
    return IndexSettings(
      key: key, order: order, scopes: source.scopes.keys.sorted(), fields: source.fields.map(\.definition),
      options: try text.options(path: path))
  }
}

/// The settings of a list as a whole, stored with it.
public struct StoreSettings: Sendable, Hashable {
  /// The arrangement of a list's items.
  public enum Arrangement: Sendable, Hashable, Codable {
    /// In the order of arrival.
    case arrival
    /// By section, then by position, then in the order of arrival.
    case sections
    /// By the alphabet of a language, as with ``ListOrder/alphabet(_:)``.
    case alphabet(locales: [String])
  }

  public var arrangement: Arrangement
  /// The conditions of scopes, by name: SQL over the columns of ``ListStore``'s table, `id`, `title`, `search_text`, `reading`,
  /// `weight`, `searchable`, `section`, `position` and `payload`, and `field_` with the name of each field.
  public var scopes: [String: String]
  /// The fields that items are filtered, counted and sorted by; see ``StoreItem/fields``. If a field is removed, its values are
  /// lost. If it gets another type, it keeps the values that fit, as those of a ``TableField``.
  public var fields: [FieldDefinition]
  public var options: IndexOptions

  public init(
    arrangement: Arrangement = .arrival, scopes: [String: String] = [:], fields: [FieldDefinition] = [],
    options: IndexOptions = IndexOptions()
  ) {
    (self.arrangement, self.scopes, self.fields, self.options) = (arrangement, scopes, fields, options)
  }

  /// The greatest number of fields.
  public static let maximumFieldCount = 64

  /// Checks the names and the number of fields.
  /// - Throws: ``StoreError/cannotHaveField(_:reason:)``.
  package func checkFields() throws(StoreError) { try StoreDefinition(self).checkFields() }
}
