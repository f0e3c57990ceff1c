/// A feed that pages go into: a list, or the part of one that belongs to one source.
///
/// A loader reads from it all that it has to know; ``changes`` signals when to read again. Only one loader at a time
/// should fill it. The loader calls it on its own executor: it must not wait for the loader.
///
/// ``ListPages`` is the feed of a ``ListModel``. Another one that wants pages loaded ahead, or a row kept in place,
/// says what shows of it by ``sight``, and what has changed by ``changes``.
public protocol PageTarget: Sendable {
  /// Changes the feed in one step, as a whole or not at all.
  ///
  /// - Parameter anchor: with a refresh, the row to follow through the change; `nil` if there is none.
  /// - Throws: if the feed cannot be changed so. The load has then failed with this error.
  func apply(_ change: PageChange, following anchor: RowID?) throws -> PageOutcome

  /// How many rows the feed has, whether they show or not, and with those that did not come from the loader. Others of
  /// the list do not count.
  var rowCount: Int { get }

  /// What shows of the feed; `nil` if nobody has said what a front end shows. No page is then loaded unasked.
  var sight: FeedSight? { get }

  /// Signals that ``rowCount`` or ``sight`` may have changed, other than by ``apply(_:following:)``. Each reader has a
  /// stream of its own, which ends when the task that reads it is cancelled.
  var changes: AsyncStream<Void> { get }
}

extension PageTarget {
  /// Nobody says what shows.
  public var sight: FeedSight? { nil }

  /// Nothing changes but by the loader.
  public var changes: AsyncStream<Void> { AsyncStream { $0.finish() } }
}

/// What a page does to a feed. No row of it has an id that another row of the pages in the feed has.
public enum PageChange: Sendable {
  /// These take the place of all rows and sections.
  case replace(PageContent)
  /// These go after all others, and in the same step these rows leave the start.
  ///
  /// Rows are named by id, as somebody else may have added, moved or removed some; those that are not there are passed
  /// over. A section that has no rows left for that reason leaves too.
  case append(PageContent, droppingFirst: [RowID])
  /// These go before all others, and these rows leave the end.
  case prepend(PageContent, droppingLast: [RowID])
}

/// What a page has done to a feed.
public struct PageOutcome: Sendable, Hashable {
  /// How many rows the feed has now: see ``PageTarget/rowCount``.
  public var rowCount: Int
  /// How many rows of the page are in the feed by it. Those that somebody has put elsewhere, or there before, do not
  /// count.
  public var added: Int
  /// How many rows have left to make room.
  public var dropped: Int
  /// How many of those added show. The loader counts them, so that it does not go on for ever.
  public var shown: Int
  /// Where the row to follow now shows; `nil` if there was none.
  public var anchor: RefreshAnchor?

  /// - Parameter shown: `nil` if all rows that come show.
  public init(rowCount: Int, added: Int, dropped: Int = 0, shown: Int? = nil, anchor: RefreshAnchor? = nil) {
    self.rowCount = rowCount
    self.added = added
    self.dropped = dropped
    self.shown = shown ?? added
    self.anchor = anchor
  }
}
