package import Riffle

/// What an index is made with, and read with again.
package struct IndexSettings: Sendable {
  /// What ids are hashed with.
  package let key: SipHash
  package let order: ListOrder<Item<ItemID>>
  /// The names of the scopes that items may be in.
  package let scopes: [String]
  package private(set) var options: IndexOptions

  package init(
    key: SipHash, order: ListOrder<Item<ItemID>> = .manual, scopes: [String] = [],
    options: IndexOptions = IndexOptions()
  ) {
    (self.key, self.order, self.scopes, self.options) = (key, order, scopes, options)
  }

  /// The same for a process that writes no files: what it merged would be lost, and another one merges it for all.
  func forReading() -> IndexSettings {
    var settings = self
    settings.options.upkeep.mergesMapped = false
    return settings
  }

  var conditions: [String: @Sendable (Item<ItemID>) -> Bool] {
    var conditions: [String: @Sendable (Item<ItemID>) -> Bool] = [:]
    for name in scopes { conditions[name] = { $0.scopes.contains(name) } }
    return conditions
  }
}
