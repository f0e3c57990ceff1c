/// A window of an answer, best hit first (or in list order, where the mode says so).
public struct SearchResults<Element: Sendable, ID: Hashable & Sendable>: Sendable, RandomAccessCollection {
  private let hits: [Hit<Element, ID>]

  /// How many items match in all, inside and outside the window; at least so many if not ``isTotalExact``.
  public let total: Int
  /// `false` if more items match than ``total`` says, because only so many were asked to be counted.
  public let isTotalExact: Bool

  /// What of the list the answer shows.
  enum View: Sendable {
    case wholeList
    /// These rows, which no query has been asked of.
    case part(BitColumn)
    /// These rows, as they stand in the list.
    case filtered(BitColumn)
    /// Not as they stand in the list.
    case ranked
  }

  private let view: View
  private let buckets: JumplistBuckets?

  init(hits: [Hit<Element, ID>], total: Int, isTotalExact: Bool, view: View, buckets: JumplistBuckets?) {
    self.hits = hits
    self.total = total
    self.isTotalExact = isTotalExact
    self.view = view
    self.buckets = buckets
  }

  /// What to jump by in the whole answer, of which this is a window: positions are those of hits in list order.
  ///
  /// - Returns: `nil` if the list is not in the order of a ``ListAlphabet``, if the hits are not in list order
  ///   (``HitOrder/list``), or if the query leaves out rows and the options say not to show it then.
  /// - Complexity: O(*n* / 64) in the number of rows of the list.
  public func jumplist(_ options: Jumplist.Options = Jumplist.Options()) -> Jumplist? {
    switch view {
    case .wholeList: buckets?.jumplist(options)
    case .part(let rows): buckets?.jumplist(options, of: rows)
    case .filtered(let rows): options.hidesWhileFiltering ? nil : buckets?.jumplist(options, of: rows)
    case .ranked: nil
    }
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { hits.count }
  public subscript(position: Int) -> Hit<Element, ID> { hits[position] }
}
