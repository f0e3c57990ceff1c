/// A window of an answer, best hit first (or in list order, where the mode says so).
public struct SearchResults<Element: Sendable, ID: Hashable & Sendable>: Sendable, RandomAccessCollection {
  private let hits: [Hit<Element, ID>]

  /// How many items match in all, inside and outside the window; at least so many if not ``isTotalExact``.
  public let total: Int
  /// `false` if more items match than ``total`` says, because only so many were asked to be counted.
  public let isTotalExact: Bool

  init(hits: [Hit<Element, ID>], total: Int, isTotalExact: Bool) {
    self.hits = hits
    self.total = total
    self.isTotalExact = isTotalExact
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { hits.count }
  public subscript(position: Int) -> Hit<Element, ID> { hits[position] }
}
