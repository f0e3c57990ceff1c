/// What a snapshot and its answers share.
final class ListContent<Element: Sendable, ID: Hashable & Sendable>: Sendable {
  let state: ListState<Element, ID>
  /// The rows of the whole list that meet the latest filters.
  let filterCache = FilterCache<ScopedRows>(capacity: 8)

  /// The orders of keyword fields, by field.
  private let keywordOrders = Lock<[Int: KeywordOrder]>([:])

  init(_ state: ListState<Element, ID>) { self.state = state }

  /// The order of the keywords of a field.
  /// - Parameter columns: the column of the field in each part.
  func keywordOrder(_ field: Int, _ columns: [FieldColumn]) -> KeywordOrder {
    if let known = keywordOrders.withLock({ $0[field] }) { return known }
    let order = KeywordOrder(columns.keywords)
    keywordOrders.withLock { $0[field] = order }
    return order
  }
}
