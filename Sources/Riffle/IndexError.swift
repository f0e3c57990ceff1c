/// Why items cannot be indexed. Nothing of the batch has been applied.
public enum IndexError: Error, Sendable, Hashable {
  /// Two items have the same id. `id` describes it; the offsets count the items of the batch from 0.
  case duplicateID(id: String, firstOffset: Int, secondOffset: Int)
  /// More items, or more text, than one index can address.
  case tooLarge(what: String, limit: Int)
}

extension IndexError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .duplicateID(let id, let firstOffset, let secondOffset):
      "items \(firstOffset) and \(secondOffset) have the same id \(id): give each item its own"
    case .tooLarge(let what, let limit):
      "the list has too many \(what) for one index (limit \(limit)): divide it"
    }
  }
}
