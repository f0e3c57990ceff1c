/// A source of rows, page by page.
///
/// The loader calls it from tasks of its own, for one load at a time in each direction: a refresh and pages at both ends may be
/// requested at once. If a load has ended otherwise, its task is cancelled. A source that ignores the cancellation may be called
/// again before it has returned; its late result is dropped.
public protocol PageSource: Sendable {
  /// - Throws: the error that the list is to show as the reason.
  func page(_ request: PageRequest) async throws -> Page
}

/// A request to a source for a page.
///
/// If no cursor leads back to a page that was dropped, it is requested by its original request.
public struct PageRequest: Sendable, Hashable {
  /// The direction; ``LoadDirection/refresh`` requests the page to begin with.
  public var direction: LoadDirection
  /// The name that the source gave to the page, in the page before or after it; `nil` for a refresh.
  public var cursor: JSONValue?
  /// The number of rows requested, at least 1. The source may return more or fewer; the number does not mark the end.
  public var size: Int
  /// With a refresh: the row to keep in place, which may be of another feed. The source may begin with the page around it.
  public var anchor: RowID?
  /// With a refresh: the first row that pages have brought, wherever it is now in the list. The source may then return only the
  /// new rows before it; see ``Page/isAddition``. `nil` if the feed has none, if the rows are stale, or if rows before it are not
  /// loaded.
  public var firstRow: RowID?

  public init(
    _ direction: LoadDirection, cursor: JSONValue? = nil, size: Int, anchor: RowID? = nil, firstRow: RowID? = nil
  ) {
    self.direction = direction
    self.cursor = cursor
    self.size = size
    self.anchor = anchor
    self.firstRow = firstRow
  }
}

/// The rows of a page, in order.
public enum PageContent: Sendable {
  /// Rows without sections; the list decides on their place.
  case rows([AnyRow])
  /// Sections. One with the id of the list's section at that end continues it: a section may span pages. Rows of sections of the
  /// list's arrangement go to their places there, whichever page brings them.
  case sections([Section])

  public var rowIDs: [RowID] {
    switch self {
    case .rows(let rows): rows.map(\.id)
    case .sections(let sections): sections.flatMap { $0.groups.flatMap { $0.rows.map(\.id) } }
    }
  }

  /// Whether there is nothing to show, not even an empty section.
  public var isEmpty: Bool {
    switch self {
    case .rows(let rows): rows.isEmpty
    case .sections(let sections): sections.isEmpty
    }
  }

  var isOfSections: Bool { if case .sections = self { true } else { false } }
}

/// A page of rows, as returned by a source.
public struct Page: Sendable {
  public var content: PageContent
  /// A name for the page after this one, in any form. `nil` means that there is none, and nothing else does: a page may be short,
  /// or empty, and still not be the last.
  public var next: JSONValue?
  /// A name for the page before this one. A source that can only go forward leaves it `nil`.
  public var previous: JSONValue?
  /// The number of rows of the source; `nil` if it is unknown.
  public var total: Int?
  /// The position of the page's first row among all rows of the source, from 0; `nil` if it is unknown.
  public var offset: Int?
  /// In the result of a refresh: whether the page holds only new rows. They are inserted before the former rows, which stay.
  /// Ignored if ``PageRequest/firstRow`` was `nil`.
  public var isAddition = false

  public init(
    _ content: PageContent, next: JSONValue? = nil, previous: JSONValue? = nil, total: Int? = nil, offset: Int? = nil
  ) {
    self.content = content
    self.next = next
    self.previous = previous
    self.total = total
    self.offset = offset
  }

  public init(
    rows: [AnyRow], next: JSONValue? = nil, previous: JSONValue? = nil, total: Int? = nil, offset: Int? = nil
  ) {
    self.init(.rows(rows), next: next, previous: previous, total: total, offset: offset)
  }

  public init(
    sections: [Section], next: JSONValue? = nil, previous: JSONValue? = nil, total: Int? = nil, offset: Int? = nil
  ) {
    self.init(.sections(sections), next: next, previous: previous, total: total, offset: offset)
  }
}
