import Riffle

/// The pages that the rows of a list came in, and how to get those before and after them.
///
/// It remembers ids, cursors and positions, and no rows.
struct LoadedPages: Sendable {
  private struct LoadedPage {
    var request: PageRequest
    var ids: [RowID]
    var next, previous: JSONValue?
  }

  /// What of a page can go into the list.
  struct Arrival {
    var content: PageContent
    var ids: [RowID]
    /// Rows that are left out because the list, or the page before them, has rows of these ids.
    var duplicates: [RowID]
  }

  private var pages: [LoadedPage] = []
  private var ids: Set<RowID> = []
  /// The requests of pages that have left at either end, the nearest last.
  private var leftFirst: [PageRequest] = []
  private var leftLast: [PageRequest] = []
  /// The position of the first row among all that the source has, and how many it has, as far as it has said.
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

  /// The positions of rows, and of all between them; `nil` if none of them is loaded.
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

  /// How to ask for the page at an end; `nil` if there is none.
  func request(_ direction: LoadDirection, size: Int) -> PageRequest? {
    switch direction {
    case .refresh: nil
    case .append: pages.last?.next.map { PageRequest(.append, cursor: $0, size: size) } ?? leftLast.last
    case .prepend: pages.first?.previous.map { PageRequest(.prepend, cursor: $0, size: size) } ?? leftFirst.last
    }
  }

  func hasMore(_ direction: LoadDirection) -> Bool { request(direction, size: 1) != nil }

  // MARK: - Arriving pages

  /// What of a page has ids of its own.
  ///
  /// A source whose rows shift between two pages gives some twice. The row that is there stays.
  ///
  /// - Parameter replacing: whether the rows that are there will leave.
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

  /// The first page of a list that is otherwise forgotten.
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

  /// New rows before all others: the source's own start has moved.
  mutating func add(_ page: Page, _ request: PageRequest, _ ids: [RowID]) {
    offset = page.offset ?? offset
    total = page.total ?? total.map { $0.addingClamped(ids.count) }
    clampPositions()
    guard !ids.isEmpty else { return }
    self.ids.formUnion(ids)
    pages.insert(LoadedPage(request: request, ids: ids, next: nil, previous: page.previous), at: 0)
  }

  /// A page at an end; at the other end so many pages leave.
  ///
  /// - Complexity: O(*m* + *p*) in the rows that come and leave and the number of pages.
  mutating func extend(
    _ direction: LoadDirection, _ request: PageRequest, _ page: Page, _ ids: [RowID], droppingPages dropped: Int
  ) {
    let isStart = direction == .prepend
    let wasNamed = isStart ? pages.first?.previous != nil : pages.last?.next != nil
    let isLast = (isStart ? page.previous : page.next) == nil
    if isStart { forget(&leftFirst) } else { forget(&leftLast) }
    func forget(_ requests: inout [PageRequest]) {
      // A source that leads there by cursors says where the end is; any other is asked for all that has left.
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

  // MARK: - Leaving pages

  /// How many pages can leave at the other end, once so many rows have been loaded at one.
  ///
  /// - Parameter canLeave: whether the rows of a page can leave, given those that stay, from that end on.
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

  /// The rows of so many pages at the end that is not loaded at.
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
