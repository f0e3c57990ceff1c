package import Riffle

/// The settings that an index is made and read with.
package struct IndexSettings: Sendable {
  /// The key that ids are hashed with.
  package let key: SipHash
  package let order: ListOrder<Item<ItemID>>
  /// The names of the scopes of items.
  package let scopes: [String]
  /// The fields that items are filtered, counted and sorted by.
  package private(set) var fields: [FieldDefinition]
  package private(set) var options: IndexOptions

  package init(
    key: SipHash, order: ListOrder<Item<ItemID>> = .manual, scopes: [String] = [],
    fields: [FieldDefinition] = [], options: IndexOptions = IndexOptions()
  ) {
    (self.key, self.order, self.scopes, self.fields, self.options) = (key, order, scopes, fields, options)
  }

  /// Returns the settings for a process that writes no files: its merges would be lost, and another process merges for all.
  func forReading() -> IndexSettings {
    var settings = self
    settings.options.upkeep.mergesMapped = false
    return settings
  }

  /// Returns the settings with some of the fields.
  func keeping(fields names: [String]) -> IndexSettings {
    var settings = self
    settings.fields.removeAll { !names.contains($0.name) }
    return settings
  }

  var conditions: [String: @Sendable (Item<ItemID>) -> Bool] {
    var conditions: [String: @Sendable (Item<ItemID>) -> Bool] = [:]
    for name in scopes { conditions[name] = { $0.scopes.contains(name) } }
    return conditions
  }
}
