/// The list that pages go into.
public protocol PageTarget: Sendable {
  /// Changes the list in one step, as a whole or not at all.
  ///
  /// The loader calls it on its own executor, one change at a time, and waits for it: it should do no more than change
  /// the list, and must not wait for the loader.
  ///
  /// Whoever changes the list otherwise says so by ``PagedLoader/setRowCount(_:)``; a ``ListPages`` sees it itself.
  ///
  /// - Returns: what has become of the list.
  /// - Throws: if the list cannot be changed so. The load has then failed with this error.
  func apply(_ change: PageChange) throws -> PageOutcome
}

/// What has become of a list that a page was put into.
public struct PageOutcome: Sendable, Hashable {
  /// How many rows it has where pages go, with those that did not come from the loader.
  public var rowCount: Int
  /// How many rows of the page have come: others may be elsewhere in the list already.
  public var added: Int

  public init(rowCount: Int, added: Int) { (self.rowCount, self.added) = (rowCount, added) }
}

/// What a page does to a list. No row of it has an id that another row of the pages in the list has.
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
