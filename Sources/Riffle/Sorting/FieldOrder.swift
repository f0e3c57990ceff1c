/// The order of an answer: fields to sort by, and the order of hits that are equal by all of them.
package struct FieldOrder: Sendable, Hashable {
  package var keys: [SortKey]
  package var ties: SortTies

  package init(_ keys: [SortKey] = [], ties: SortTies = .list) { (self.keys, self.ties) = (keys, ties) }

  /// The last key that puts the best match first. `relevance:asc` and `-relevance` are keys by a field of this name.
  package static let relevance = "relevance"

  /// Parses keys as ``SortKey/init(_:)`` does. The last one may be ``relevance``, alone or after others.
  /// - Throws: ``FilterError/relevanceIsNotLast(key:)``, ``FilterError/tooLarge(what:limit:)``.
  package init(_ texts: [String]) throws(FilterError) {
    self.init()
    for (place, text) in texts.enumerated() {
      if text != FieldOrder.relevance {
        keys.append(SortKey(text))
      } else if place == texts.count - 1 {
        ties = .relevance
      } else {
        throw .relevanceIsNotLast(key: place + 1)
      }
    }
    try SortKey.check(keys)
  }

  /// Whether hits are in the order of the request, because there are no fields to sort by.
  package var isThatOfRequest: Bool { keys.isEmpty }

  /// Whether no order was chosen.
  package var isEmpty: Bool { keys.isEmpty && ties == .list }
}
