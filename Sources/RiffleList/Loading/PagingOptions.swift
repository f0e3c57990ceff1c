/// How much is loaded when. All numbers are of rows; what is out of range is read as the nearest that is in it.
public struct PagingOptions: Sendable, Hashable {
  /// How many rows to ask for at a time, from 1.
  public var pageSize: Int
  /// How many to ask for in the first load and in every refresh; `nil` for three pages.
  public var initialSize: Int?
  /// The next page is loaded when somebody would have to scroll by at most so many rows until the last row of the feed
  /// shows, and the one before alike; `nil` for one page. With 0, the row has to show. All rows that show count, of
  /// whatever feed, and none that does not. See ``PagedLoader``.
  public var prefetchDistance: Int?
  /// With more rows than this, pages leave at the end that is farther from where rows are loaded. They can be loaded
  /// again. `nil` keeps all.
  ///
  /// The page just loaded stays, and so does each with a row that shows or within the prefetch distance, as it would
  /// have to be loaded again at once: feeds may be longer for either reason.
  public var maxRows: Int?
  /// How many pages without rows to read in one load before it ends without any. And, as long as nobody scrolls, how
  /// many pages in a row to load unasked of which no row shows: through a filter that leaves little, a feed is not read
  /// to its end. Of pages that show, no more are loaded unasked than fill the viewport and ``prefetchDistance``.
  public var emptyPageLimit = 16

  public init(
    pageSize: Int = 50, initialSize: Int? = nil, prefetchDistance: Int? = nil, maxRows: Int? = nil
  ) {
    self.pageSize = pageSize
    self.initialSize = initialSize
    self.prefetchDistance = prefetchDistance
    self.maxRows = maxRows
  }

  /// The numbers that are used in place of these.
  var inRange: PagingOptions {
    let most = 1 << 30
    var options = self
    options.pageSize = min(max(pageSize, 1), most)
    options.initialSize = min(max(initialSize ?? options.pageSize * 3, 1), most)
    options.prefetchDistance = min(max(prefetchDistance ?? options.pageSize, 0), most)
    options.maxRows = maxRows.map { min(max($0, 1), most) }
    options.emptyPageLimit = min(max(emptyPageLimit, 1), most)
    return options
  }
}
