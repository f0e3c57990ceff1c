/// A window of an answer, best hit first, or in list order (``HitOrder``).
public struct SearchResults<Element: Sendable, ID: Hashable & Sendable>: Sendable, RandomAccessCollection {
  private let hits: [Hit<Element, ID>]

  /// How many hits there are in all, inside and outside the window; at least so many if not ``isTotalExact``.
  public let total: Int
  /// `false` if there may be more hits than ``total`` says, because no more were asked to be counted.
  public let isTotalExact: Bool

  /// What became of the ``SearchPredicate`` of the search; `nil` if it had none.
  public let predicateReport: PredicateReport?

  /// Whether ``Reach`` has left out items that match; `nil` if that has not been found out.
  public let isCutByReach: Bool?

  /// Whether the search was given up; then each hit belongs to what matches, but better ones may be missing.
  public let ending: SearchEnding

  /// What it took to find the answer.
  public let work: SearchWork

  /// What of the list the answer shows.
  enum View: Sendable {
    case wholeList
    /// These rows, which no query has been asked of.
    case part([RankedBits])
    /// These rows, as they stand in the list.
    case filtered([RankedBits])
    /// Not as they stand in the list.
    case ranked
  }

  private let view: View
  private let content: ListContent<Element, ID>

  init(
    hits: [Hit<Element, ID>], total: Int, isTotalExact: Bool, view: View, content: ListContent<Element, ID>,
    predicateReport: PredicateReport? = nil, isCutByReach: Bool? = nil, work: SearchWork = SearchWork(),
    ending: SearchEnding = .complete
  ) {
    self.isCutByReach = isCutByReach
    self.work = work
    self.ending = ending
    self.predicateReport = predicateReport
    self.hits = hits
    self.total = total
    self.isTotalExact = isTotalExact
    self.view = view
    self.content = content
  }

  /// Which change of the list the answer is about; see ``Snapshot/generation``.
  public var generation: UInt64 { content.state.generation }

  /// Whether hits may be missing, because a list that is kept is still being read, or because part of its index is damaged.
  public var isPartial: Bool { content.state.isPartial }

  /// What to jump by in the whole answer, of which this is a window: positions are those of hits in list order.
  ///
  /// - Returns: `nil` if the list's order has no buckets, if the hits are not in list order (``HitOrder/list``), or if the
  ///   query leaves out rows and the options say not to show it then.
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

  /// What to jump by, in buckets that are not the list's own.
  ///
  /// - Parameter buckets: those of the whole list.
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

  /// The part of the list that the whole answer is, to be read at any depth, or searched in turn.
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
