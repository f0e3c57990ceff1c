import Riffle

extension ListModel {
  /// A front end shows these positions of the ``view`` now. Whoever observes is told what has come and what has gone since
  /// the last report, by id; so rows that only stand elsewhere are not told of again.
  ///
  /// - Complexity: O(`positions.count` + log² *n*).
  public func viewport(_ positions: Range<Int>) {
    let view = view
    let positions = positions.clamped(to: 0..<view.count)
    let rows = view.rows(offset: positions.lowerBound, limit: positions.count).map(\.id)
    let sections = view.sections(showing: positions).map(\.id)
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
    }
    tell()
  }
}

extension ListView {
  /// The sections of which a row shows at one of these positions.
  fileprivate func sections(showing positions: Range<Int>) -> [Section] {
    guard !positions.isEmpty, let first = layout.section(holding: positions.lowerBound),
      let last = layout.section(holding: positions.upperBound - 1)
    else { return [] }
    return (first.number...last.number).compactMap { section(at: $0) }
  }
}
