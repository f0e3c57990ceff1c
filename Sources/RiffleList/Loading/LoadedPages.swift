import Riffle

/// The pages that the rows of a list arrived in, and the requests for those before and after them.
///
/// It stores ids, cursors and positions, but no rows.
struct LoadedPages: Sendable {
  private struct LoadedPage {
    var request: PageRequest
    var ids: [RowID]
    var next, previous: JSONValue?
  }

  /// The part of a page that can go into the list.
  struct Arrival {
    var content: PageContent
    var ids: [RowID]
    /// Rows that are omitted because the list, or the page before them, has rows of these ids.
    var duplicates: [RowID]
  }

  private var pages: [LoadedPage] = []
  private var ids: Set<RowID> = []
  /// The requests of pages that have been dropped at either end, the nearest last.
  private var leftFirst: [PageRequest] = []
  private var leftLast: [PageRequest] = []
  /// The position of the first row among all rows of the source, and the number of those, as far as they are known.
  private(set) var offset: Int?
  private(set) var total: Int?

  var count: Int { ids.count }

  var firstRow: RowID? { pages.lazy.compactMap(\.ids.first).first }

  /// - Complexity: O(*n*).
  func position(of id: RowID) -> Int? {
    guard ids.contains(id) else { return nil }
    var start = 0
    for page in pages {
      if let position = page.ids.firstIndex(of: id) { return start + position }
      start += page.ids.count
    }
    return nil
  }

  /// Returns the positions of rows, and of all rows between them; `nil` if none of them is loaded.
  /// - Complexity: O(*n*).
  func range(of rows: Set<RowID>) -> Range<Int>? {
    var range: Range<Int>?
    var position = 0
    for page in pages where !rows.isEmpty {
      for id in page.ids {
        if rows.contains(id) { range = (range?.lowerBound ?? position)..<position + 1 }
        position += 1
      }
    }
    return range
  }

  // MARK: - Requests

  /// Returns the request for the page at an end; `nil` if there is none.
  func request(_ direction: LoadDirection, size: Int) -> PageRequest? {
    switch direction {
    case .refresh: nil
    case .append: pages.last?.next.map { PageRequest(.append, cursor: $0, size: size) } ?? leftLast.last
    case .prepend: pages.first?.previous.map { PageRequest(.prepend, cursor: $0, size: size) } ?? leftFirst.last
    }
  }

  func hasMore(_ direction: LoadDirection) -> Bool { request(direction, size: 1) != nil }

  // MARK: - Adding pages

  /// Returns the part of a page whose ids are unique.
  ///
  /// A source whose rows shift between two pages returns some of them twice. The row that is already there stays.
  ///
  /// - Parameter replacing: whether the present rows will be removed.
  func arrival(_ content: PageContent, replacing: Bool) -> Arrival {
    var seen: Set<RowID> = []
    var arrival = Arrival(content: content, ids: [], duplicates: [])
    func isNew(_ row: AnyRow) -> Bool {
      let isNew = (replacing || !ids.contains(row.id)) && seen.insert(row.id).inserted
      if isNew { arrival.ids.append(row.id) } else { arrival.duplicates.append(row.id) }
      return isNew
    }
    switch content {
    case .rows(let rows): arrival.content = .rows(rows.filter(isNew))
    case .sections(let sections):
      arrival.content = .sections(
        sections.compactMap { section in
          var kept = section
          kept.groups = section.groups.compactMap { group in
            let rows = group.rows.filter(isNew)
            return rows.isEmpty && !group.rows.isEmpty ? nil : RowGroup(group.traits, rows: rows)
          }
          return kept.groups.isEmpty && !section.groups.isEmpty ? nil : kept
        })
    }
    return arrival
  }

  /// Starts again with a first page.
  mutating func replace(_ request: PageRequest, _ page: Page, _ ids: [RowID]) {
    var request = request
    request.firstRow = nil
    self = LoadedPages()
    pages = [LoadedPage(request: request, ids: ids, next: page.next, previous: page.previous)]
    self.ids = Set(ids)
    offset = page.offset ?? (page.previous == nil && request.anchor == nil ? 0 : nil)
    total = page.total
    clampPositions()
  }

  /// Adds new rows before all others: the source's own start has moved.
  mutating func add(_ page: Page, _ request: PageRequest, _ ids: [RowID]) {
    offset = page.offset ?? offset
    total = page.total ?? total.map { $0.addingClamped(ids.count) }
    clampPositions()
    guard !ids.isEmpty else { return }
    self.ids.formUnion(ids)
    pages.insert(LoadedPage(request: request, ids: ids, next: nil, previous: page.previous), at: 0)
  }

  /// Adds a page at an end, and drops pages at the other end.
  ///
  /// - Complexity: O(*m* + *p*) in the rows that are added and dropped and the number of pages.
  mutating func extend(
    _ direction: LoadDirection, _ request: PageRequest, _ page: Page, _ ids: [RowID], droppingPages dropped: Int
  ) {
    let isStart = direction == .prepend
    let wasNamed = isStart ? pages.first?.previous != nil : pages.last?.next != nil
    let isLast = (isStart ? page.previous : page.next) == nil
    if isStart { forget(&leftFirst) } else { forget(&leftLast) }
    func forget(_ requests: inout [PageRequest]) {
      // A source that leads there by cursors marks the end itself; from any other, all dropped pages are requested.
      if wasNamed, isLast { requests = [] } else { _ = requests.popLast() }
    }
    total = page.total ?? total
    if isStart { offset = page.offset ?? offset.map { max(0, $0.addingClamped(-ids.count)) } }
    if ids.isEmpty {
      if isStart, !pages.isEmpty { pages[0].previous = page.previous }
      if !isStart, let last = pages.indices.last { pages[last].next = page.next }
    } else {
      self.ids.formUnion(ids)
      let arrived = LoadedPage(request: request, ids: ids, next: page.next, previous: page.previous)
      pages.insert(arrived, at: isStart ? 0 : pages.endIndex)
    }
    drop(dropped, after: direction)
    clampPositions()
  }

  // MARK: - Dropping pages

  /// Returns the number of pages that can be dropped at the other end, once `added` rows have been loaded at one.
  ///
  /// - Parameter canLeave: returns whether the rows of a page can leave, given the rows that stay, from that end on.
  func droppablePages(
    after direction: LoadDirection, adding added: Int, maxRows: Int?,
    canLeave: (_ leaving: [RowID], _ remaining: AnySequence<RowID>) -> Bool
  ) -> Int {
    guard let maxRows else { return 0 }
    var excess = count + added - maxRows
    var rest = pages[...]
    var dropped = 0
    while excess > 0, let page = direction == .append ? rest.popFirst() : rest.popLast() {
      let remaining =
        direction == .append
        ? AnySequence(rest.lazy.flatMap(\.ids)) : AnySequence(rest.lazy.reversed().flatMap { $0.ids.reversed() })
      guard canLeave(page.ids, remaining) else { break }
      excess -= page.ids.count
      dropped += 1
    }
    return dropped
  }

  /// Returns the rows of the last `count` pages at the end opposite to the load.
  func rowIDs(ofPages count: Int, leavingAfter direction: LoadDirection) -> [RowID] {
    (direction == .append ? pages.prefix(count) : pages.suffix(count)).flatMap(\.ids)
  }

  private mutating func drop(_ count: Int, after direction: LoadDirection) {
    guard count > 0 else { return }
    let leaving = direction == .append ? pages.prefix(count) : pages.suffix(count)
    let rows = leaving.flatMap(\.ids)
    ids.subtract(rows)
    if direction == .append {
      leftFirst += leaving.map(\.request)
      offset = offset.map { $0.addingClamped(rows.count) }
      pages.removeFirst(leaving.count)
    } else {
      leftLast += leaving.reversed().map(\.request)
      pages.removeLast(leaving.count)
    }
  }

  private mutating func clampPositions() {
    offset = offset.map { max(0, $0) }
    total = total.map { max(0, $0) }
  }
}
