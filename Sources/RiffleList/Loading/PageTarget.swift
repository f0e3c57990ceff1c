/// A feed that pages go into: a list, or the part of one that belongs to one source.
///
/// A loader reads all its information from it; ``changes`` signals when to read again. Only one loader at a time should fill it.
/// The loader calls it on its own executor: it must not wait for the loader.
///
/// ``ListPages`` is the feed of a ``ListModel``. Other feeds that support prefetching, or a row kept in place, report their
/// visible rows by ``sight``, and their changes by ``changes``.
public protocol PageTarget: Sendable {
  /// Changes the feed in one step, as a whole or not at all.
  ///
  /// - Parameter anchor: with a refresh, the row to follow through the change; `nil` if there is none.
  /// - Throws: an error if the feed cannot be changed in this way. The load has then failed with it.
  func apply(_ change: PageChange, following anchor: RowID?) throws -> PageOutcome

  /// The number of rows of the feed, whether they show or not, including those that did not come from the loader. Other rows of
  /// the list do not count.
  var rowCount: Int { get }

  /// The visible part of the feed; `nil` if no viewport has been reported. No page is then loaded automatically.
  var sight: FeedSight? { get }

  /// Signals that ``rowCount`` or ``sight`` may have changed, other than by ``apply(_:following:)``. Each reader has a separate
  /// stream; it ends when the reading task is cancelled.
  var changes: AsyncStream<Void> { get }
}

extension PageTarget {
  /// No viewport is reported.
  public var sight: FeedSight? { nil }

  /// Only the loader changes the feed.
  public var changes: AsyncStream<Void> { AsyncStream { $0.finish() } }
}

/// The change of a feed by a page. No row of it has an id that another row of the feed's pages has.
public enum PageChange: Sendable {
  /// Replaces all rows and sections.
  case replace(PageContent)
  /// Adds content after all other, and in the same step removes rows at the start.
  ///
  /// Rows are identified by id, because other code may have added, moved or removed some; ids that are not there are ignored. A
  /// section left without rows is removed too.
  case append(PageContent, droppingFirst: [RowID])
  /// Adds content before all other, and removes rows at the end.
  case prepend(PageContent, droppingLast: [RowID])
}

/// The effect of a page on a feed.
public struct PageOutcome: Sendable, Hashable {
  /// The number of rows that the feed has now: see ``PageTarget/rowCount``.
  public var rowCount: Int
  /// The number of rows that the page has added to the feed. Rows that were already there or elsewhere do not count.
  public var added: Int
  /// The number of rows removed to make room.
  public var dropped: Int
  /// The number of added rows that show. The loader counts them to limit automatic loads.
  public var shown: Int
  /// The place of the row to follow; `nil` if there was none.
  public var anchor: RefreshAnchor?

  /// - Parameter shown: `nil` if all added rows show.
  public init(rowCount: Int, added: Int, dropped: Int = 0, shown: Int? = nil, anchor: RefreshAnchor? = nil) {
    self.rowCount = rowCount
    self.added = added
    self.dropped = dropped
    self.shown = shown ?? added
    self.anchor = anchor
  }
}
