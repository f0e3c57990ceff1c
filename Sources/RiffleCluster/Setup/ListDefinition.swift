#if Cluster
  import Foundation
  public import Riffle
  public import RiffleStore

  /// What of a table of PostgreSQL is a list. The database keeps it, in the table `riffle.lists`, so that all nodes have the same.
  public struct ListDefinition: Sendable, Hashable, Codable {
    public var schema: String
    /// What a node indexes. Expressions are SQL of SQLite over the columns of a row, because nodes evaluate them.
    public var source: TableSource
    /// A column of unique whole numbers, by which equal rows are ordered; `nil` for the order of ids.
    public var arrival: String?
    public var arrangement: StoreSettings.Arrangement
    public var isCaseSensitive, titlesArePaths, romanizesTitles: Bool
    /// The text of `Synonyms`; `nil` if there are none.
    public var synonyms: String?

    public init(
      schema: String = "public", source: TableSource, arrival: String? = nil,
      arrangement: StoreSettings.Arrangement = .arrival, options: IndexOptions = IndexOptions()
    ) {
      (self.schema, self.source, self.arrival, self.arrangement) = (schema, source, arrival, arrangement)
      isCaseSensitive = options.folding.isCaseSensitive
      (titlesArePaths, romanizesTitles) = (options.titlesArePaths, options.romanizesTitles)
      synonyms = options.synonyms.isEmpty ? nil : options.synonyms.text
    }

    /// The definition of a list in a table of the shape that ``PostgresSetup`` makes.
    /// - Parameter fields: the fields of items, each in a column of its own.
    public static func ownTable(
      _ table: String, schema: String = "public", arrangement: StoreSettings.Arrangement = .arrival,
      scopes: [String: String] = [:], fields: [FieldDefinition] = [], options: IndexOptions = IndexOptions()
    ) -> ListDefinition {
      var source = TableSource(
        table: table, id: "id", title: "title", searchText: "search_text", reading: "reading", weight: "weight",
        isSearchable: "searchable", order: arrangement == .sections ? ["section", "position"] : [], scopes: scopes,
        section: "section", position: "position", payload: "payload")
      source.fields = fields.map { field in
        // In backticks: SQLite takes an unknown name in double quotes for a text.
        TableField(field, "`\(FieldDefinition.ownColumn(field.name).replacing("`", with: "``"))`")
      }
      return ListDefinition(
        schema: schema, source: source, arrival: "number", arrangement: arrangement, options: options)
    }

    /// - Throws: ``ClusterError/definition(list:reason:)`` for synonyms of a later version.
    func indexOptions() throws(ClusterError) -> IndexOptions {
      var options = IndexOptions(
        folding: FoldingOptions(isCaseSensitive: isCaseSensitive), titlesArePaths: titlesArePaths,
        romanizesTitles: romanizesTitles)
      do throws(SynonymError) {
        if let synonyms { options.synonyms = try Synonyms(synonyms) }
      } catch {
        throw .definition(list: source.table, reason: "\(error)")
      }
      return options
    }

    /// The table as SQL has it.
    var table: String { PostgresName.quoted(schema) + "." + PostgresName.quoted(source.table) }

    /// As it is kept.
    var json: String {
      get throws(ClusterError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
          return String(decoding: try encoder.encode(self), as: UTF8.self)
        } catch {
          throw .definition(list: source.table, reason: "\(error)")
        }
      }
    }

    /// - Parameter list: the name of the list.
    /// - Throws: ``ClusterError/definition(list:reason:)``.
    init(json: String, list: String) throws(ClusterError) {
      do {
        self = try JSONDecoder().decode(ListDefinition.self, from: Data(json.utf8))
      } catch {
        throw .definition(list: list, reason: "it was made by another version of Riffle: make it anew")
      }
    }
  }

  extension FieldDefinition {
    /// The column of a field in a table of Riffle's own shape.
    static func ownColumn(_ name: String) -> String { "field_" + name }

    /// The type of the column, and its OID.
    var ownType: (name: String, oid: UInt32) {
      switch kind {
      case .keyword: hasSeveralValues ? ("jsonb", 3802) : ("text", 25)
      case .integer: ("bigint", 20)
      case .real: ("double precision", 701)
      case .time: ("timestamp with time zone", 1184)
      case .boolean: ("boolean", 16)
      }
    }
  }
#endif
