import Riffle

extension ListModel {
  /// A front end shows these positions of the ``view`` now. Whoever observes is told what has come and what has gone since
  /// the last report, by id; so rows that only stand elsewhere are not told of again. Loaders of the list's feeds
  /// (``pages(in:)``) load what is near.
  ///
  /// Positions may reach below 0 or beyond the last row, where placeholders show.
  ///
  /// - Complexity: O(`positions.count` + log² *n*).
  public func viewport(_ positions: Range<Int>) {
    let view = view
    let limit = 1 << 40
    let report = min(max(positions.lowerBound, -limit), limit)..<min(max(positions.upperBound, -limit), limit)
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
      state.viewport = (report, positions.lowerBound, (state.viewport?.reports ?? 0) + 1)
      for feed in state.feeds.values { feed.yield() }
      if !gone.0.isEmpty || !gone.1.isEmpty { state.events.append(.didEndDisplaying(rows: gone.0, sections: gone.1)) }
      if !come.0.isEmpty || !come.1.isEmpty { state.events.append(.willDisplay(rows: come.0, sections: come.1)) }
    }
    tell()
  }
}

extension ListModel {
  /// The positions of a view that a front end shows: those that it last reported, moved with the rows that were there.
  /// - Returns: also how often it has reported; `nil` if never.
  func viewport(in view: ListView) -> (positions: Range<Int>, reports: Int)? {
    let (viewport, displayed) = state.withLock { ($0.viewport, $0.displayed) }
    guard let viewport else { return nil }
    var distance = 0
    for (offset, id) in displayed.enumerated() {
      guard let position = view.position(of: id) else { continue }
      distance = position - offset - viewport.start
      break
    }
    let positions = viewport.positions
    return (positions.lowerBound + distance..<positions.upperBound + distance, viewport.reports)
  }

  /// Says whenever the list, its filter or what is looked at has changed.
  func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.feedCount += 1
      state.feeds[state.feedCount] = continuation
      return state.feedCount
    }
    continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.feeds[number] = nil } }
    return stream
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
