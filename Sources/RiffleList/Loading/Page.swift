/// Where rows come from, page by page.
///
/// The loader calls it from tasks of its own, for one load at a time in each direction: a refresh and pages at both
/// ends may be asked for at once. The task of a load that has ended otherwise is cancelled; a source that does not heed
/// that may be asked again before it has answered, and what it then answers is dropped.
public protocol PageSource: Sendable {
  /// - Throws: whatever the list shall show as the reason.
  func page(_ request: PageRequest) async throws -> Page
}

/// What is asked of a source.
///
/// Where no cursor leads back to a page that had to leave the list, it is asked for as it was the first time.
public struct PageRequest: Sendable, Hashable {
  /// ``LoadDirection/refresh`` asks for the page to begin with.
  public var direction: LoadDirection
  /// What the source has named the page by, in the page before or after it; `nil` for a refresh.
  public var cursor: JSONValue?
  /// How many rows are wanted, at least 1. The source may give more or fewer: how many says nothing about the end.
  public var size: Int
  /// With a refresh: the row to keep in place, which may be of another feed. A source that can may begin with the page
  /// around it.
  public var anchor: RowID?
  /// With a refresh: the first row that pages have brought, where one of only what is new before it would do, wherever
  /// somebody has taken that row; see ``Page/isAddition``. `nil` if the feed has none, if the rows are stale, or if rows
  /// before it are not loaded.
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
  /// Rows for whichever section the list puts them in.
  case rows([AnyRow])
  /// Sections. One with the id of the list's section at that end goes on it: a section may span pages. Rows of letters of the
  /// list's arrangement go where that has them, whatever page brings them.
  case sections([Section])

  public var rowIDs: [RowID] {
    switch self {
    case .rows(let rows): rows.map(\.id)
    case .sections(let sections): sections.flatMap { $0.groups.flatMap { $0.rows.map(\.id) } }
    }
  }

  /// Whether there is nothing to show, not even a section without rows.
  public var isEmpty: Bool {
    switch self {
    case .rows(let rows): rows.isEmpty
    case .sections(let sections): sections.isEmpty
    }
  }

  var isOfSections: Bool { if case .sections = self { true } else { false } }
}

/// What a source answers.
public struct Page: Sendable {
  public var content: PageContent
  /// Names the page after this one, in whatever way the source likes. `nil` means that there is none: nothing else
  /// does, so a page may be short, or empty, and still not be the last.
  public var next: JSONValue?
  /// Names the page before this one. A source that can only go forward leaves it `nil`.
  public var previous: JSONValue?
  /// How many rows the source has in all; `nil` if it does not know.
  public var total: Int?
  /// The position of the page's first row among all that the source has, from 0; `nil` if it does not know.
  public var offset: Int?
  /// In the answer to a refresh: the page holds only what is new, which goes before the rows of before, and these stay
  /// with whatever comes after them. It makes no difference where ``PageRequest/firstRow`` was `nil`.
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
