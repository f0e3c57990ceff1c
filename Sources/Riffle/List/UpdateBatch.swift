/// Changes of a list that are made together: all of them, or, if one cannot be made, none.
///
/// No two changes of a batch may be about the same id. Places are those of the list as the changes before have left it.
public struct UpdateBatch<Element: Sendable, ID: Hashable & Sendable> {
  enum Change {
    case insert(Element, Destination?)
    case upsert(Element)
    case place(Element, Destination)
    case update(ID, (inout Element) -> Void)
    case delete(ID)
    case move(ID, Destination)
  }

  /// The place of an item in a list in its own order.
  public enum Destination {
    case start
    case end
    /// The position that the item then has, from 0.
    case position(Int)
    case before(ID)
    case after(ID)
  }

  private(set) var changes: [Change] = []
  /// Whether an item goes to a place that the batch names.
  private(set) var namesPlaces = false

  init() {}

  /// Adds an element that the list does not have yet: in a sorted list where it belongs, otherwise at the end.
  public mutating func insert(_ element: Element) { changes.append(.insert(element, nil)) }

  /// Adds an element that the list, one in its own order (``ListOrder/manual``), does not have yet.
  public mutating func insert(_ element: Element, at destination: Destination) {
    changes.append(.insert(element, destination))
    namesPlaces = true
  }

  /// Replaces the element with the same id, which keeps its place unless it is now sorted otherwise; adds it if there is
  /// none.
  public mutating func upsert(_ element: Element) { changes.append(.upsert(element)) }

  /// Replaces the element with the same id, or adds it if there is none; it goes to a place of a list in its own order
  /// (``ListOrder/manual``).
  public mutating func upsert(_ element: Element, at destination: Destination) {
    changes.append(.place(element, destination))
    namesPlaces = true
  }

  /// Replaces elements or adds them; see ``upsert(_:)``.
  public mutating func upsert(contentsOf elements: some Sequence<Element>) {
    changes.reserveCapacity(changes.count + elements.underestimatedCount)
    for element in elements { changes.append(.upsert(element)) }
  }

  /// Changes an element of the list, which has to keep its id.
  /// - Parameter change: called without a lock while other writers wait. It may read the index; what would wait for this
  ///   change throws ``IndexError/isBeingChanged``.
  public mutating func update(id: ID, _ change: @escaping (inout Element) -> Void) {
    changes.append(.update(id, change))
  }

  /// Deletes an element from the list. If none has this id, the report lists it.
  public mutating func delete(id: ID) { changes.append(.delete(id)) }

  /// Takes an element to another place in a list in its own order (``ListOrder/manual``).
  public mutating func move(id: ID, to destination: Destination) {
    changes.append(.move(id, destination))
    namesPlaces = true
  }
}

/// The result of a batch.
public struct UpdateReport<ID: Hashable & Sendable>: Sendable, Hashable {
  /// The list's generation from now on; see ``Snapshot/generation``. As before if nothing was to be changed.
  public let generation: UInt64
  /// The ids of elements that were to be deleted, but that the list did not have.
  public let unknownIDs: [ID]
  /// The fields of new elements that are too long to be found by all of their text.
  public let truncatedFields: [TruncatedField<ID>]
}
