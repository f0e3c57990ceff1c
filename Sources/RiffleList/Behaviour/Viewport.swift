import Riffle

extension ListModel {
  /// Reports the positions of the ``view`` that a front end shows now. Scrolling needs no other report:
  ///
  /// - Feeds load pages if their ends are near (``PagingOptions/prefetchDistance``).
  /// - A refresh keeps the first visible row in place.
  /// - No visible row is removed to make room.
  ///
  /// Observers get the ids of the rows that have come into view or gone out of it since the last report; rows that only change
  /// their position are not reported again. Until the next report the list assumes that the same rows show, wherever they stand.
  ///
  /// - Parameter positions: from 0. If a front end shows placeholders or nothing, they extend below 0 or beyond the last row:
  ///   pages are then loaded until there are rows.
  ///   last row: pages are loaded until there are rows.
  /// - Complexity: O(`positions.count` + log² *n*).
  public func viewport(_ positions: Range<Int>) {
    let view = view
    let shown = positions.clamped(to: 0..<view.count)
    let rows = view.rows(offset: shown.lowerBound, limit: shown.count).map(\.id)
    let sections = view.sections(showing: shown).map(\.id)
    var viewport = Viewport(positions, count: view.count) {
      rows.isEmpty ? view.row(at: $0).map { [$0.id] } ?? [] : rows
    }
    state.withLock { state in
      let (oldRows, oldSections) = (Set(state.displayed), Set(state.displayedSections))
      let (newRows, newSections) = (Set(rows), Set(sections))
      let gone = (
        state.displayed.filter { !newRows.contains($0) }, state.displayedSections.filter { !newSections.contains($0) }
      )
      let come = (rows.filter { !oldRows.contains($0) }, sections.filter { !oldSections.contains($0) })
      state.displayed = rows
      state.displayedSections = sections
      if !gone.0.isEmpty || !gone.1.isEmpty { state.events.append(.didEndDisplaying(rows: gone.0, sections: gone.1)) }
      if !come.0.isEmpty || !come.1.isEmpty { state.events.append(.willDisplay(rows: come.0, sections: come.1)) }
      let isNews = viewport.follow(state.viewport)
      state.viewport = viewport
      if isNews { state.events.append(.didScroll(to: positions)) }
    }
    tell()
  }
}

/// The positions last reported by a front end, tracked by their rows.
struct Viewport: Sendable {
  private let positions: Range<Int>
  /// The visible rows or, if there is none, the nearest one; `start` is the position that the first of them had.
  private let rows: [RowID]
  private let start: Int
  /// The row to follow if none of these is left, and the position that it had.
  private var substitute: (row: RowID, position: Int)?
  /// The number of reports that differed from the one before.
  private(set) var number = 0

  /// - Parameters:
  ///   - count: the number of rows of the view.
  ///   - rows: the visible rows from a position on.
  init(_ positions: Range<Int>, count: Int, rows: (Int) -> [RowID]) {
    let limit = 1 << 40
    self.positions = min(max(positions.lowerBound, -limit), limit)..<min(max(positions.upperBound, -limit), limit)
    start = max(0, min(positions.lowerBound, count - 1))
    self.rows = count > 0 ? rows(start) : []
  }

  /// Makes this report the successor of another one.
  /// - Returns: whether it differs: other rows, or more space around them. Rows that only stand elsewhere make no difference.
  mutating func follow(_ other: Viewport?) -> Bool {
    let isSame = other.map { $0.rows == rows && $0.relativePositions == relativePositions } ?? false
    number = (other?.number ?? 0) + (isSame ? 0 : 1)
    return !isSame
  }

  private var relativePositions: Range<Int> { moved(by: -start) }

  private func moved(by distance: Int) -> Range<Int> {
    positions.lowerBound + distance..<positions.upperBound + distance
  }

  /// Returns the present positions, if the first remaining row still shows at the same distance. If none is left, returns the
  /// positions reported, and follows the row nearest to them until one is back.
  ///
  /// - Parameters:
  ///   - count: the number of rows of the view.
  ///   - row: the row at a position of the view.
  ///   - position: the position of a row in the view; `nil` if it does not show.
  mutating func positions(count: Int, row: (Int) -> RowID?, position: (RowID) -> Int?) -> Range<Int> {
    for (index, id) in rows.enumerated() {
      if let position = position(id) { return moved(by: position - start - index) }
    }
    if let substitute, let position = position(substitute.row) { return moved(by: position - substitute.position) }
    let nearest = max(0, min(positions.lowerBound, count - 1))
    substitute = row(nearest).map { ($0, nearest) }
    return positions
  }
}

extension ListView {
  /// Returns the sections with a row at one of these positions.
  fileprivate func sections(showing positions: Range<Int>) -> [Section] {
    guard !positions.isEmpty, let first = path(at: positions.lowerBound)?.section,
      let last = path(at: positions.upperBound - 1)?.section
    else { return [] }
    return (first...last).compactMap { section(at: $0) }
  }
}
