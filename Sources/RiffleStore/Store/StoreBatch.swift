public import Riffle

/// Changes of a list that are made together: all of them, or, if one cannot be made, none.
public struct StoreBatch: Sendable {
  enum Change: Sendable {
    case insert(StoreItem)
    case upsert(StoreItem)
    case patch(ItemID, StorePatch)
    case delete(ItemID)
    /// The item must be there like this, or must not be there.
    case expect(ItemID, StoreItem?)
    case replaceAll(ItemReading)
  }

  /// Gives items one by one, as often as it is called.
  package typealias ItemReading = @Sendable (_ body: (StoreItem) throws -> Void) throws -> Void

  private(set) var changes: [Change] = []

  public init() {}

  /// Adds an item whose id the list does not have yet.
  public mutating func insert(_ item: StoreItem) { changes.append(.insert(item)) }

  /// Replaces all of the item with the same id, which keeps its place unless section or position say otherwise; adds it if
  /// there is none.
  public mutating func upsert(_ item: StoreItem) { changes.append(.upsert(item)) }

  /// Replaces items or adds them; see ``upsert(_:)``.
  public mutating func upsert(contentsOf items: some Sequence<StoreItem>) {
    changes.reserveCapacity(changes.count + items.underestimatedCount)
    for item in items { changes.append(.upsert(item)) }
  }

  /// Changes some of an item. If there is none with this id, the report says so.
  public mutating func update(id: ItemID, _ patch: StorePatch) { changes.append(.patch(id, patch)) }

  /// Has the batch made only if the item is still as it has been read, but for its scopes; see ``StoreError/itemChanged(id:)``.
  /// - Parameter item: `nil` if there must be none.
  public mutating func expect(id: ItemID, _ item: StoreItem?) { changes.append(.expect(id, item)) }

  /// Replaces the list as a whole: adds the items that it does not have, changes those that are others, and deletes those that
  /// are not given. Items that stay keep their places, as by ``upsert(_:)``. Of items with the same id the last counts.
  /// - Parameter items: is called within the transaction, on a thread that writes, which others wait for; twice if a batch that is
  ///   committed with this one fails. What it throws undoes the batch.
  package mutating func replaceAll(_ items: @escaping ItemReading) { changes.append(.replaceAll(items)) }

  /// Takes an item out of the list. If there is none with this id, the report says so.
  public mutating func delete(id: ItemID) { changes.append(.delete(id)) }
}

/// Which parts of an item are to be other ones; those that are `nil` stay as they are.
public struct StorePatch: Sendable, Hashable {
  public var title: String?
  public var searchText: String?
  public var reading: String?
  public var weight: UInt16?
  public var isSearchable: Bool?
  public var section: String?
  public var position: Double?
  /// `.some(nil)` takes the payload away.
  public var payload: StorePayload??

  public init(
    title: String? = nil, searchText: String? = nil, reading: String? = nil, weight: UInt16? = nil,
    isSearchable: Bool? = nil, section: String? = nil, position: Double? = nil, payload: StorePayload?? = nil
  ) {
    (self.title, self.searchText, self.reading) = (title, searchText, reading)
    (self.weight, self.isSearchable) = (weight, isSearchable)
    (self.section, self.position, self.payload) = (section, position, payload)
  }
}

/// What became of a batch.
public struct StoreReport: Sendable, Hashable {
  /// The number of the last change of the batch, which ascend as long as there is the list; as before if nothing was to be
  /// changed.
  public let sequence: Int64
  /// The ids of items that were to be changed or deleted, but that the list did not have.
  public let unknownIDs: [ItemID]
}
