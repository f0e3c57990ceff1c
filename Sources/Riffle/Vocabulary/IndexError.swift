/// Why items cannot be indexed, or a list not be changed. Nothing of the batch has been applied.
public enum IndexError: Error, Sendable, Hashable {
  /// Two items, or two changes of a batch, have the same id. `id` describes it; the offsets count the items or changes of
  /// the batch from 0.
  case duplicateID(id: String, firstOffset: Int, secondOffset: Int)
  /// More items, or more text, than one index can address.
  case tooLarge(what: String, limit: Int)
  /// The list has no item with the id that a change is about, or that it names as a neighbour.
  case unknownID(id: String, offset: Int)
  /// An item that should be new has the id of one that is in the list.
  case idInUse(id: String, offset: Int)
  /// An update has given the item another id.
  case changedID(from: String, to: String, offset: Int)
  /// An item should go to a place of its own in a list whose order follows from its items.
  case notInManualOrder(id: String, offset: Int)
  /// A position before the first or after the last that there is.
  case positionOutOfRange(position: Int, count: Int, offset: Int)
  /// Two fields have the same name.
  case duplicateField(String)
  /// What would wait for the change that this thread is making: it was called by an element, or by a closure of the batch.
  case isBeingChanged
}

extension IndexError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .duplicateID(let id, let firstOffset, let secondOffset):
      "items \(firstOffset) and \(secondOffset) have the same id \(id): give each item its own"
    case .tooLarge(let what, let limit):
      "the list has too many \(what) for one index (limit \(limit)): divide it"
    case .unknownID(let id, let offset):
      "change \(offset) is about \(id), which the list does not have: insert it first"
    case .idInUse(let id, let offset):
      "change \(offset) inserts \(id), which the list has already: upsert it"
    case .changedID(let old, let new, let offset):
      "change \(offset) makes \(new) of \(old): delete the one and insert the other"
    case .notInManualOrder(let id, let offset):
      "change \(offset) gives \(id) a place, but the list is sorted: leave the place to its order"
    case .isBeingChanged:
      "the index is being changed by this thread: call it when the change has been made"
    case .duplicateField(let name):
      "two fields have the name “\(name)”: give each its own"
    case .positionOutOfRange(let position, let count, let offset):
      "change \(offset) goes to position \(position), but the list then has \(count) items: give 0 to \(count)"
    }
  }
}

extension IndexError {
  /// - Throws: ``duplicateField(_:)``.
  @usableFromInline
  static func check(_ fields: [FieldDefinition]) throws(IndexError) {
    var names: Set<String> = []
    for field in fields where !names.insert(field.name).inserted { throw .duplicateField(field.name) }
  }
}
