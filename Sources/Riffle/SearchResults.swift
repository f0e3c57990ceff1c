/// A window of an answer, best hit first, or in list order (``HitOrder``).
public struct SearchResults<Element: Sendable, ID: Hashable & Sendable>: Sendable, RandomAccessCollection {
  private let hits: [Hit<Element, ID>]

  /// The number of hits inside and outside the window; a lower bound unless ``isTotalExact``.
  public let total: Int
  /// `false` if there may be more hits than ``total``, because the request limits the count.
  public let isTotalExact: Bool

  /// The report on the ``SearchPredicate`` of the search; `nil` if it had none.
  public let predicateReport: PredicateReport?

  /// Whether ``Reach`` has left out items that match; `nil` if unknown.
  public let isCutByReach: Bool?

  /// The cost of the best hit, inside or outside the window, in ``CostTable/unit``s; `UInt32.max` if there is none, or the query
  /// has no terms.
  package let least: UInt32

  /// Whether the search ended early; then each hit belongs to the answer, but better ones may be missing.
  public let ending: SearchEnding

  /// The work of the search.
  public let work: SearchWork

  /// The part of the list that the answer shows.
  enum View: Sendable {
    case wholeList
    /// A part of the list, not filtered by a query.
    case part([RankedBits])
    /// The hits of a query, in list order.
    case filtered([RankedBits])
    /// The hits of a query, not in list order.
    case ranked
  }

  private let view: View
  private let content: ListContent<Element, ID>

  init(
    hits: [Hit<Element, ID>], total: Int, isTotalExact: Bool, view: View, content: ListContent<Element, ID>,
    predicateReport: PredicateReport? = nil, isCutByReach: Bool? = nil, least: UInt32 = .max,
    work: SearchWork = SearchWork(),
    ending: SearchEnding = .complete
  ) {
    self.isCutByReach = isCutByReach
    self.least = least
    self.work = work
    self.ending = ending
    self.predicateReport = predicateReport
    self.hits = hits
    self.total = total
    self.isTotalExact = isTotalExact
    self.view = view
    self.content = content
  }

  /// The generation of the list that was searched; see ``Snapshot/generation``.
  public var generation: UInt64 { content.state.generation }

  /// Whether hits may be missing, because a stored list is still being read, or because part of its index is damaged.
  public var isPartial: Bool { content.state.isPartial }

  /// Returns the jumplist of the whole answer, of which this is a window: positions are those of hits in list order.
  ///
  /// - Returns: `nil` if the list's order has no buckets, if the hits are not in list order (``HitOrder/list``), or if the
  ///   query leaves out rows and the options hide it while filtering.
  /// - Complexity: O(buckets), for each segment.
  public func jumplist(_ options: Jumplist.Options = Jumplist.Options()) -> Jumplist? {
    guard content.state.hasBuckets else { return nil }
    let labels = content.state.reader.order.labels
    switch view {
    case .wholeList: return Jumplist(labels, counts: content.state.bucketCounts, options)
    case .part(let rows): return Jumplist(labels, counts: content.state.bucketCounts(of: rows), options)
    case .filtered(let rows):
      if options.hidesWhileFiltering { return nil }
      return Jumplist(labels, counts: content.state.bucketCounts(of: rows), options)
    case .ranked: return nil
    }
  }

  /// Returns the jumplist of the whole answer, in custom buckets.
  ///
  /// - Parameter buckets: the buckets of the whole list.
  /// - Returns: `nil` as above.
  /// - Complexity: O(log² *n*) for each bucket and segment.
  /// - Throws: ``JumplistError/otherRowCount(buckets:list:)``.
  public func jumplist(
    _ options: Jumplist.Options = Jumplist.Options(), in buckets: JumplistBuckets
  ) throws(JumplistError) -> Jumplist? {
    let state = content.state
    guard buckets.rowCount == state.count else {
      throw .otherRowCount(buckets: buckets.rowCount, list: state.count)
    }
    switch view {
    case .wholeList: return buckets.jumplist(options)
    case .part(let rows):
      return Jumplist(buckets.labels, counts: state.bucketCounts(of: rows, counts: buckets.counts), options)
    case .filtered(let rows):
      if options.hidesWhileFiltering { return nil }
      return Jumplist(buckets.labels, counts: state.bucketCounts(of: rows, counts: buckets.counts), options)
    case .ranked: return nil
    }
  }

  /// The whole answer as a part of the list, to be read at any depth, or searched in turn.
  ///
  /// - Returns: `nil` if the hits are not in list order (``HitOrder/list``).
  /// - Complexity: O(*n* / 64).
  public var part: Snapshot<Element, ID>? {
    switch view {
    case .wholeList: Snapshot(content)
    case .part(let rows), .filtered(let rows): Snapshot(content, within: ScopedRows(rows, of: content.state))
    case .ranked: nil
    }
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { hits.count }
  public subscript(position: Int) -> Hit<Element, ID> { hits[position] }
}
