/// The amounts and conditions of loading. All numbers are of rows; a number out of range is replaced by the nearest one within
/// it.
public struct PagingOptions: Sendable, Hashable {
  /// The number of rows to request at a time, from 1.
  public var pageSize: Int
  /// The number to request in the first load and in every refresh; `nil` for three pages.
  public var initialSize: Int?
  /// The largest distance, in rows to scroll, from the viewport to the last row of the feed at which the next page is loaded;
  /// likewise for the first row and the previous page. `nil` for one page; with 0, the row has to show. All visible rows count,
  /// of any feed. See ``PagedLoader``.
  public var prefetchDistance: Int?
  /// The number of rows above which pages are dropped, at the end farther from where rows are loaded. They can be loaded again.
  /// `nil` keeps all.
  ///
  /// The page just loaded stays; so does each page with a row that shows or is within the prefetch distance, because it would be
  /// loaded again at once. For either reason, a feed may be longer.
  public var maxRows: Int?
  /// The number of pages without rows that one load reads before it ends without any.
  ///
  /// It is also the number of consecutive pages without a visible row that are loaded automatically between scrolls. So a feed
  /// behind a narrow filter is not read to its end. Visible pages are loaded automatically only until they fill the viewport and
  /// ``prefetchDistance``.
  public var emptyPageLimit = 16

  public init(
    pageSize: Int = 50, initialSize: Int? = nil, prefetchDistance: Int? = nil, maxRows: Int? = nil
  ) {
    self.pageSize = pageSize
    self.initialSize = initialSize
    self.prefetchDistance = prefetchDistance
    self.maxRows = maxRows
  }

  /// The values in use in place of these.
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
