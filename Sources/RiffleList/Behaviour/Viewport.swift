import Riffle

extension ListModel {
  /// A front end shows these positions of the ``view`` now. That is all it says of scrolling, once for all: feeds whose
  /// ends are near load pages (``PagingOptions/prefetchDistance``), a refresh keeps the first row in place, and no row
  /// that shows leaves to make room.
  ///
  /// Whoever observes is told what has come and what has gone since the last report, by id; so rows that only stand
  /// elsewhere are not told of again. Until the next report the list takes it that the same rows show, wherever they
  /// are.
  ///
  /// - Parameter positions: from 0. Where a front end shows placeholders or nothing, they reach below 0 or beyond the
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

/// What a front end shows, as it last said, followed by the rows that were there.
struct Viewport: Sendable {
  private let positions: Range<Int>
  /// The rows that show or, if none does, the nearest; `start` is where the first of them was.
  private let rows: [RowID]
  private let start: Int
  /// A row to follow where none of these is left, and where it was.
  private var substitute: (row: RowID, position: Int)?
  /// Counts the reports that said something new.
  private(set) var number = 0

  /// - Parameters:
  ///   - count: how many rows the view has.
  ///   - rows: those that show, from a position on.
  init(_ positions: Range<Int>, count: Int, rows: (Int) -> [RowID]) {
    let limit = 1 << 40
    self.positions = min(max(positions.lowerBound, -limit), limit)..<min(max(positions.upperBound, -limit), limit)
    start = max(0, min(positions.lowerBound, count - 1))
    self.rows = count > 0 ? rows(start) : []
  }

  /// Comes after another one.
  /// - Returns: whether it says something new: other rows, or more room around them. That rows stand elsewhere is not
  ///   new.
  mutating func follow(_ other: Viewport?) -> Bool {
    let isSame = other.map { $0.rows == rows && $0.relativePositions == relativePositions } ?? false
    number = (other?.number ?? 0) + (isSame ? 0 : 1)
    return !isSame
  }

  private var relativePositions: Range<Int> { moved(by: -start) }

  private func moved(by distance: Int) -> Range<Int> {
    positions.lowerBound + distance..<positions.upperBound + distance
  }

  /// The positions that show now, if the first row of those that are left still shows where it did. If none is left, they
  /// are what was said, and until one is back, the row is followed that is nearest to them now.
  ///
  /// - Parameters:
  ///   - count: how many rows the view has.
  ///   - row: the row at a position of the view.
  ///   - position: of a row in the view; `nil` if it does not show.
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
  /// The sections of which a row shows at one of these positions.
  fileprivate func sections(showing positions: Range<Int>) -> [Section] {
    guard !positions.isEmpty, let first = path(at: positions.lowerBound)?.section,
      let last = path(at: positions.upperBound - 1)?.section
    else { return [] }
    return (first...last).compactMap { section(at: $0) }
  }
}
