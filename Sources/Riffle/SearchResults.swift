/// A window of an answer, best hit first (or in list order, where the mode says so).
public struct SearchResults<Element: Sendable, ID: Hashable & Sendable>: Sendable, RandomAccessCollection {
  private let hits: [Hit<Element, ID>]

  /// How many items match in all, inside and outside the window.
  public let total: Int

  init(hits: [Hit<Element, ID>], total: Int) {
    self.hits = hits
    self.total = total
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { hits.count }
  public subscript(position: Int) -> Hit<Element, ID> { hits[position] }
}
