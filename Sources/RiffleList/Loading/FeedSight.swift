import Riffle

/// What shows of a feed, and how far from its ends that is. All positions are those of one view of the list, from 0:
/// what a front end draws, with the rows of all sections and feeds, and without those that are hidden or filtered out.
public struct FeedSight: Sendable {
  /// The positions that a front end shows. Where it shows placeholders or nothing, they reach below 0 or beyond the
  /// last row.
  public var viewport: Range<Int>
  /// How many rows the view has.
  public var count: Int
  /// The positions of the feed's rows. If none of them shows, it is empty, and begins where the first one would be.
  /// `nil` if none can show, as the feed is hidden: no page is then loaded unasked.
  public var feed: Range<Int>?
  /// The first row that a front end shows, of whatever feed; `nil` if it shows none.
  public var firstRow: RowID?
  /// Another one whenever a front end shows something else.
  public var scrollCount: Int
  /// The position of a row; `nil` if it does not show.
  public var position: @Sendable (RowID) -> Int?

  public init(
    viewport: Range<Int>, count: Int, feed: Range<Int>?, firstRow: RowID?, scrollCount: Int,
    position: @escaping @Sendable (RowID) -> Int?
  ) {
    self.viewport = viewport
    self.count = count
    self.feed = feed
    self.firstRow = firstRow
    self.scrollCount = scrollCount
    self.position = position
  }

  /// How many rows one would have to scroll by until the row at a position shows; 0 if it does. A viewport without room
  /// shows the row at its position; beyond the ends it shows the first row, or the last.
  public func distance(to position: Int) -> Int {
    let start = min(viewport.lowerBound, max(count.addingClamped(-1), 0))
    let end = max(viewport.upperBound, start.addingClamped(1), 1)
    if position >= end { return position.addingClamped(-end).addingClamped(1) }
    return max(0, start.addingClamped(-max(position, -.max)))
  }

  /// How far the end of the feed is where rows are loaded in a direction; `nil` if the feed cannot show.
  ///
  /// Where none of its rows shows, the rows around its place count.
  public func distance(_ direction: LoadDirection) -> Int? {
    guard let feed else { return nil }
    if feed.isEmpty {
      let before = max(0, feed.lowerBound.addingClamped(-1))
      return min(distance(to: feed.lowerBound), distance(to: before))
    }
    return distance(to: direction == .append ? feed.upperBound.addingClamped(-1) : feed.lowerBound)
  }

  /// How many rows of the feed show.
  var shownCount: Int { feed.map { max(0, $0.upperBound.addingClamped(-max($0.lowerBound, -.max))) } ?? 0 }

  /// How many rows fill the viewport and a distance ahead of it, at least 1.
  func room(ahead distance: Int) -> Int {
    max(1, viewport.upperBound.addingClamped(-max(viewport.lowerBound, -.max)).addingClamped(distance))
  }

  /// Whether rows can leave the feed: none of them shows in the viewport, and what is left is not so near that they
  /// would be loaded again at once.
  ///
  /// - Parameters:
  ///   - direction: where rows are loaded; these leave at the other end.
  ///   - remaining: those that stay, from that end on.
  /// - Complexity: O(`leaving.count`), and O(`remaining.count`) if none of these shows.
  func canLeave(
    _ leaving: [RowID], after direction: LoadDirection, remaining: some Sequence<RowID>, prefetchDistance: Int
  ) -> Bool {
    guard let feed else { return true }
    for id in leaving {
      if let position = position(id), feed.contains(position), distance(to: position) == 0 { return false }
    }
    for id in remaining {
      if let position = position(id), feed.contains(position) { return distance(to: position) > prefetchDistance }
    }
    return (distance(direction == .append ? .prepend : .append) ?? 0) > prefetchDistance
  }
}
