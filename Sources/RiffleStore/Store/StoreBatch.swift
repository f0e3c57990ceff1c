public import Riffle

/// Changes of a list that are made together: all of them or, if one cannot be made, none.
public struct StoreBatch: Sendable {
  enum Change: Sendable {
    case insert(StoreItem)
    case upsert(StoreItem)
    case patch(ItemID, StorePatch)
    case delete(ItemID)
    /// The item must exist in this form, or must not exist.
    case expect(ItemID, StoreItem?)
    case replaceAll(ItemReading)
    case deleteIf([ItemID], ItemCondition)
  }

  /// A function that passes items one by one to `body`; may be called several times.
  package typealias ItemReading = @Sendable (_ body: (StoreItem) throws -> Void) throws -> Void

  /// A condition on items; returns whether each meets it.
  package typealias ItemCondition = @Sendable (_ items: [StoreItem]) throws -> [Bool]

  private(set) var changes: [Change] = []

  public init() {}

  /// Adds an item whose id is new to the list.
  public mutating func insert(_ item: StoreItem) { changes.append(.insert(item)) }

  /// Replaces the item with the same id, which keeps its place unless its section or position changes; adds the item if there is
  /// none.
  public mutating func upsert(_ item: StoreItem) { changes.append(.upsert(item)) }

  /// Replaces items or adds them; see ``upsert(_:)``.
  public mutating func upsert(contentsOf items: some Sequence<StoreItem>) {
    changes.reserveCapacity(changes.count + items.underestimatedCount)
    for item in items { changes.append(.upsert(item)) }
  }

  /// Changes parts of an item. If there is none with this id, the report contains the id.
  public mutating func update(id: ItemID, _ patch: StorePatch) { changes.append(.patch(id, patch)) }

  /// Makes the batch conditional: the item must still be as it was read, except for its scopes; see
  /// ``StoreError/itemChanged(id:)``.
  /// - Parameter item: `nil` if it must not exist.
  public mutating func expect(id: ItemID, _ item: StoreItem?) { changes.append(.expect(id, item)) }

  /// Replaces the list as a whole: adds new items, changes different ones, and deletes those not passed. Items that stay keep
  /// their places, as by ``upsert(_:)``. If several items have the same id, the last counts.
  /// - Parameter items: called within the transaction, on a writing thread that others wait for; called twice if a batch that is
  ///   committed together with this one fails. Its error rolls back the batch.
  package mutating func replaceAll(_ items: @escaping ItemReading) { changes.append(.replaceAll(items)) }

  /// Deletes those of some items that exist and meet a condition.
  /// - Parameter condition: called within the transaction, on a writing thread that others wait for, with up to 500 items at a
  ///   time. Its error rolls back the batch.
  package mutating func delete(_ ids: [ItemID], where condition: @escaping ItemCondition) {
    changes.append(.deleteIf(ids, condition))
  }

  /// Deletes an item. If there is none with this id, the report contains the id.
  public mutating func delete(id: ItemID) { changes.append(.delete(id)) }
}

/// The new values of parts of an item; those that are `nil` stay unchanged.
public struct StorePatch: Sendable, Hashable {
  public var title: String?
  public var searchText: String?
  public var reading: String?
  public var weight: UInt16?
  public var isSearchable: Bool?
  public var section: String?
  public var position: Double?
  /// `.some(nil)` removes the payload.
  public var payload: StorePayload??
  /// The new values of some fields by name; no values remove the present ones. Other fields stay unchanged.
  public var fields: [String: [FieldValue]]

  public init(
    title: String? = nil, searchText: String? = nil, reading: String? = nil, weight: UInt16? = nil,
    isSearchable: Bool? = nil, section: String? = nil, position: Double? = nil, payload: StorePayload?? = nil,
    fields: [String: [FieldValue]] = [:]
  ) {
    (self.title, self.searchText, self.reading) = (title, searchText, reading)
    (self.weight, self.isSearchable) = (weight, isSearchable)
    (self.section, self.position, self.payload) = (section, position, payload)
    self.fields = fields
  }
}

/// The result of a batch.
public struct StoreReport: Sendable, Hashable {
  /// The number of the last change of the batch. Numbers ascend as long as the list exists; if nothing was changed, it is that of
  /// the change before.
  public let sequence: Int64
  /// The ids of items to change or delete that the list did not have.
  public let unknownIDs: [ItemID]
}
