import Riffle

/// The visible part of a feed, and its distance from the feed's ends. All positions are those of one view of the list, from 0.
/// They include the rows of all sections and feeds, without those that are hidden or filtered out.
public struct FeedSight: Sendable {
  /// The positions that a front end shows. If it shows placeholders or nothing, they extend below 0 or beyond the last row.
  public var viewport: Range<Int>
  /// The number of rows of the view.
  public var count: Int
  /// The positions of the feed's rows. If none of them shows, it is empty, and begins where the first one would be. `nil` if none
  /// can show, because the feed is hidden: no page is then loaded automatically.
  public var feed: Range<Int>?
  /// The first row that a front end shows, of any feed; `nil` if it shows none.
  public var firstRow: RowID?
  /// A number that changes whenever a front end shows other positions.
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

  /// Returns the number of rows to scroll by until the row at a position shows; 0 if it does. An empty viewport shows the row at
  /// its position; beyond the ends it shows the first or the last row.
  public func distance(to position: Int) -> Int {
    let start = min(viewport.lowerBound, max(count.addingClamped(-1), 0))
    let end = max(viewport.upperBound, start.addingClamped(1), 1)
    if position >= end { return position.addingClamped(-end).addingClamped(1) }
    return max(0, start.addingClamped(-max(position, -.max)))
  }

  /// Returns the distance to the end of the feed where rows are loaded in a direction; `nil` if the feed cannot show.
  ///
  /// If none of its rows shows, the rows around its place count.
  public func distance(_ direction: LoadDirection) -> Int? {
    guard let feed else { return nil }
    if feed.isEmpty {
      let before = max(0, feed.lowerBound.addingClamped(-1))
      return min(distance(to: feed.lowerBound), distance(to: before))
    }
    return distance(to: direction == .append ? feed.upperBound.addingClamped(-1) : feed.lowerBound)
  }

  /// The number of visible rows of the feed.
  var shownCount: Int { feed.map { max(0, $0.upperBound.addingClamped(-max($0.lowerBound, -.max))) } ?? 0 }

  /// Returns the number of rows that fill the viewport and a distance ahead of it, at least 1.
  func room(ahead distance: Int) -> Int {
    max(1, viewport.upperBound.addingClamped(-max(viewport.lowerBound, -.max)).addingClamped(distance))
  }

  /// Returns whether rows can leave the feed: none of them is in the viewport, and the remaining rows are not so near that the
  /// rows would be loaded again at once.
  ///
  /// - Parameters:
  ///   - direction: the end where rows are loaded; rows leave at the other end.
  ///   - remaining: the rows that stay, from that end on.
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
