import Riffle

/// How much has been loaded unasked in each direction since the last scroll.
///
/// It limits prefetching: an end of a feed may stay near however many rows come, as where no row of a page shows, or where
/// the viewport follows a row after the feed. Each end counts for itself.
struct LoadPaces {
  private struct Pace {
    let scrollCount: Int
    /// How many pages have come since the last one of which a row shows.
    var blankPages = 0
    /// How many rows that show have come, except for those that have gone again, as through a filter.
    var shownRows = 0
    private var feedCount = 0

    init(scrollCount: Int, blankPages: Int = 0) { (self.scrollCount, self.blankPages) = (scrollCount, blankPages) }

    /// - Parameter count: how many rows of the feed show now.
    mutating func look(at count: Int) {
      shownRows -= min(shownRows, max(0, feedCount - count))
      feedCount = count
    }

    /// - Parameter change: how many rows more of the feed show by a page. Those that leave to make room have not gone: or each end
    ///   would load for ever what the other one lets go.
    mutating func follow(_ change: Int) { feedCount = max(0, feedCount.addingClamped(change)) }
  }

  private let distance: Int
  private let pageLimit: Int
  private var paces: [LoadDirection: Pace] = [:]

  /// - Parameter options: in range.
  init(_ options: PagingOptions) {
    distance = options.prefetchDistance ?? 0
    pageLimit = options.emptyPageLimit
  }

  /// How many pages without rows the next unasked load in a direction may read; `nil` if none may begin: the end is far,
  /// or enough has come since the last scroll.
  mutating func pagesLeft(_ direction: LoadDirection, _ sight: FeedSight) -> Int? {
    var pace = paces[direction] ?? Pace(scrollCount: sight.scrollCount)
    if pace.scrollCount != sight.scrollCount { pace = Pace(scrollCount: sight.scrollCount) }
    pace.look(at: sight.shownCount)
    paces[direction] = pace
    guard let distance = sight.distance(direction), distance <= self.distance,
      pace.shownRows < sight.room(ahead: self.distance), pace.blankPages < pageLimit
    else { return nil }
    return pageLimit - pace.blankPages
  }

  /// Takes note of what a page has done to the feed.
  /// - Parameter change: how many rows more of the feed show.
  mutating func follow(_ change: Int) {
    for direction in paces.keys { paces[direction]?.follow(change) }
  }

  /// Counts what a load has brought.
  /// - Parameter pages: how many pages it has read.
  mutating func count(_ direction: LoadDirection, shown rows: Int, ofPages pages: Int) {
    if rows > 0 { paces[direction]?.blankPages = 0 } else { paces[direction]?.blankPages += pages }
    paces[direction]?.shownRows += rows
  }

  /// Loads nothing more in a direction unasked until the next scroll.
  mutating func pause(_ direction: LoadDirection, scrollCount: Int) {
    paces[direction] = Pace(scrollCount: scrollCount, blankPages: pageLimit)
  }

  /// Forgets what has come: a refresh has replaced it.
  mutating func reset() { paces = [:] }
}
