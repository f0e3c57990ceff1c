import Riffle

/// The amount loaded automatically in each direction since the last scroll.
///
/// It limits prefetching, because an end of a feed may stay near however many rows arrive: if no row of a page shows, or if the
/// viewport follows a row after the feed. Each end counts separately.
struct LoadPaces {
  private struct Pace {
    let scrollCount: Int
    /// The number of pages since the last one with a visible row.
    var blankPages = 0
    /// The number of visible rows that have arrived, less those since gone, for example through a filter.
    var shownRows = 0
    private var feedCount = 0

    init(scrollCount: Int, blankPages: Int = 0) { (self.scrollCount, self.blankPages) = (scrollCount, blankPages) }

    /// - Parameter count: the number of rows of the feed that show now.
    mutating func look(at count: Int) {
      shownRows -= min(shownRows, max(0, feedCount - count))
      feedCount = count
    }

    /// - Parameter change: the change of the feed's visible rows by a page. Rows that leave to make room do not count as
    ///   disappeared; otherwise each end would forever load what the other one drops.
    mutating func follow(_ change: Int) { feedCount = max(0, feedCount.addingClamped(change)) }
  }

  private let distance: Int
  private let pageLimit: Int
  private var paces: [LoadDirection: Pace] = [:]

  /// - Parameter options: within their ranges.
  init(_ options: PagingOptions) {
    distance = options.prefetchDistance ?? 0
    pageLimit = options.emptyPageLimit
  }

  /// Returns the number of pages without rows that the next automatic load in a direction may read. `nil` if none may begin: the
  /// end is far, or enough has been loaded since the last scroll.
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

  /// Records the effect of a page on the feed.
  /// - Parameter change: the change in the number of the feed's visible rows.
  mutating func follow(_ change: Int) {
    for direction in paces.keys { paces[direction]?.follow(change) }
  }

  /// Counts the rows and pages of a load.
  /// - Parameter pages: the number of pages that it has read.
  mutating func count(_ direction: LoadDirection, shown rows: Int, ofPages pages: Int) {
    if rows > 0 { paces[direction]?.blankPages = 0 } else { paces[direction]?.blankPages += pages }
    paces[direction]?.shownRows += rows
  }

  /// Stops automatic loads in a direction until the next scroll.
  mutating func pause(_ direction: LoadDirection, scrollCount: Int) {
    paces[direction] = Pace(scrollCount: scrollCount, blankPages: pageLimit)
  }

  /// Resets all counts, after a refresh has replaced the rows.
  mutating func reset() { paces = [:] }
}
