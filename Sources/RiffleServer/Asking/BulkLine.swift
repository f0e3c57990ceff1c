#if Service
  package import Riffle
  import RiffleInput
  package import RiffleStore

  /// One line of a body that writes many items.
  package struct BulkLine: Sendable {
    package enum Operation: String, CaseIterable, Sendable { case upsert, insert, patch, delete }

    package let operation: Operation
    package let id: ItemID
    private let content: Content

    private enum Content: Sendable {
      case item(StoreItem)
      case patch(StorePatch)
      case none
    }

    /// The item to upsert or insert; `nil` for other operations.
    package var item: StoreItem? { if case .item(let item) = content { item } else { nil } }

    /// The changes of the item; `nil` for other operations than patches.
    package var patch: StorePatch? { if case .patch(let patch) = content { patch } else { nil } }

    /// - Parameter fields: the fields of the list.
    /// - Throws: ``Problem``.
    init(_ bytes: [UInt8], fields: [FieldDefinition] = []) throws(Problem) {
      let parameters = try Parameters(JSONValue(whole: bytes), known: ItemParameters.names.union(["op", "id"]))
      operation = try parameters.choice("op") ?? .upsert
      id = try BulkLine.id(parameters.json("id"))
      let content = ItemParameters(parameters, fields: fields)
      switch operation {
      case .upsert, .insert: self.content = .item(try content.item(id))
      case .patch: self.content = .patch(try content.patch())
      case .delete: self.content = .none
      }
    }

    /// - Throws: ``Problem``.
    private static func id(_ json: JSONValue?) throws(Problem) -> ItemID {
      if let number = json?.integer { return .integer(number) }
      if let text = json?.string { return .text(text) }
      throw .invalid("/id", "an item needs an “id”: a whole number or a text")
    }

    func add(to batch: inout StoreBatch) {
      switch (content, operation) {
      case (.item(let item), .insert): batch.insert(item)
      case (.item(let item), _): batch.upsert(item)
      case (.patch(let patch), _): batch.update(id: id, patch)
      case (.none, _): batch.delete(id: id)
      }
    }
  }
#endif
