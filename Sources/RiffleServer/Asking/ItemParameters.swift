#if Service
  import Foundation
  package import Riffle
  package import RiffleInput
  package import RiffleStore

  /// The fields of an item in the body of a request.
  package struct ItemParameters {
    private let parameters: Parameters
    /// The fields of the list.
    private let fields: [FieldDefinition]

    static let names: Set<String> = [
      "title", "searchText", "reading", "weight", "isSearchable", "section", "position", "payload", "payloadBase64",
      "fields",
    ]

    /// - Throws: ``Problem``.
    package init(
      _ json: JSONValue, alsoKnown: Set<String> = [], fields: [FieldDefinition] = []
    ) throws(Problem) {
      self.init(try Parameters(json, known: ItemParameters.names.union(alsoKnown)), fields: fields)
    }

    init(_ parameters: Parameters, fields: [FieldDefinition]) { (self.parameters, self.fields) = (parameters, fields) }

    /// Returns a whole item; missing fields have their defaults.
    /// - Throws: ``Problem``.
    package func item(_ id: ItemID) throws(Problem) -> StoreItem {
      let patch = try patch()
      guard let title = patch.title else { throw .invalid("/title", "an item needs a “title”") }
      return StoreItem(
        id: id, title: title, searchText: patch.searchText ?? "", reading: patch.reading ?? "",
        weight: patch.weight ?? 0, isSearchable: patch.isSearchable ?? true, section: patch.section ?? "",
        position: patch.position ?? 0, payload: patch.payload ?? nil, fields: patch.fields.filter { !$0.value.isEmpty })
    }

    /// - Throws: ``Problem``.
    package func patch() throws(Problem) -> StorePatch {
      var patch = StorePatch(
        title: try parameters.text("title"), searchText: try parameters.text("searchText"),
        reading: try parameters.text("reading"),
        weight: try parameters.integer("weight", in: 0...Int(UInt16.max)).map { UInt16($0) },
        isSearchable: try parameters.boolean("isSearchable"), section: try parameters.text("section"),
        position: try parameters.number("position"))
      if let json = parameters.json("payload") {
        patch.payload = .some(json.isNull ? nil : .json(json.json))
      }
      if let text = try parameters.text("payloadBase64") {
        guard !parameters.has("payload") else {
          throw .invalid("/payloadBase64", "an item has “payload” or “payloadBase64”: leave one out")
        }
        guard let data = Data(base64Encoded: text) else { throw .invalid("/payloadBase64", "this is not base64") }
        patch.payload = .some(.bytes([UInt8](data)))
      }
      if let json = parameters.json("fields") {
        patch.fields = try FieldParameters.values(json, fields, at: parameters.path("fields"))
      }
      return patch
    }
  }
#endif
