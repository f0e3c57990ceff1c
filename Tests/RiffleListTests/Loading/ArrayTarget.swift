@testable import Riffle
@testable import RiffleList

/// A list of sections that is no more than arrays, and has one feed.
final class ArrayTarget: PageTarget {
  struct Part: Equatable {
    var id: SectionID
    var rows: [RowID]
  }

  struct State {
    var parts: [Part] = []
    var changeCount = 0
    /// What the next change throws.
    var error: SourceError?
    /// Changes that no list could make.
    var problems: [String] = []
    var viewport: Viewport?
    var readers: [AsyncStream<Void>.Continuation] = []

    var ids: [RowID] { parts.flatMap(\.rows) }
  }

  let state = Lock(State())

  var ids: [RowID] { state.withLock { $0.ids } }
  var parts: [Part] { state.withLock { $0.parts } }
  var changeCount: Int { state.withLock { $0.changeCount } }
  var problems: [String] { state.withLock { $0.problems } }

  func fail(_ error: SourceError?) { state.withLock { $0.error = error } }

  var rowCount: Int { ids.count }

  var changes: AsyncStream<Void> {
    let (stream, reader) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    state.withLock { $0.readers.append(reader) }
    return stream
  }

  var sight: FeedSight? {
    let (ids, viewport, positions) = state.withLock { state in
      let ids = state.ids
      let positions = state.viewport?.positions(
        count: ids.count, row: { ids.indices ~= $0 ? ids[$0] : nil }, position: { ids.firstIndex(of: $0) })
      return (ids, state.viewport, positions)
    }
    guard let viewport, let positions else { return nil }
    let position: @Sendable (RowID) -> Int? = { ids.firstIndex(of: $0) }
    let first = max(0, positions.lowerBound)
    return FeedSight(
      viewport: positions, count: ids.count, feed: 0..<ids.count, firstRow: first < ids.count ? ids[first] : nil,
      scrollCount: viewport.number, position: position)
  }

  /// A front end shows these positions.
  func viewport(_ positions: Range<Int>) {
    change { state in
      let ids = state.ids
      var viewport = Viewport(positions, count: ids.count) { start in
        Array(ids[start..<max(start + 1, min(positions.upperBound, ids.count))])
      }
      _ = viewport.follow(state.viewport)
      state.viewport = viewport
    }
  }

  /// Somebody takes all rows out.
  func removeAll() { change { $0.parts = [] } }

  private func change(_ body: (inout State) -> Void) {
    let readers = state.withLock { state in
      body(&state)
      return state.readers
    }
    for reader in readers { reader.yield() }
  }

  func apply(_ change: PageChange, following anchor: RowID?) throws -> PageOutcome {
    try state.withLock { state in
      if let error = state.error { throw error }
      state.changeCount += 1
      let before = state.ids
      var outcome = PageOutcome(rowCount: 0, added: 0)
      switch change {
      case .replace(let content):
        state.parts = ArrayTarget.parts(content)
        outcome = PageOutcome(rowCount: 0, added: content.rowIDs.count)
      case .append(let content, let leaving):
        ArrayTarget.drop(leaving, &state)
        state.parts = ArrayTarget.joined(state.parts, ArrayTarget.parts(content))
        outcome = PageOutcome(rowCount: 0, added: content.rowIDs.count, dropped: leaving.count)
      case .prepend(let content, let leaving):
        ArrayTarget.drop(leaving, &state)
        state.parts = ArrayTarget.joined(ArrayTarget.parts(content), state.parts)
        outcome = PageOutcome(rowCount: 0, added: content.rowIDs.count, dropped: leaving.count)
      }
      let ids = state.ids
      if Set(ids).count != ids.count { state.problems.append("an id twice: \(ids)") }
      outcome.rowCount = ids.count
      outcome.anchor = anchor.map { RefreshAnchor($0, before: before, after: ids) }
      return outcome
    }
  }

  private static func parts(_ content: PageContent) -> [Part] {
    switch content {
    case .rows(let rows): rows.isEmpty ? [] : [Part(id: "", rows: rows.map(\.id))]
    case .sections(let sections): sections.map { Part(id: $0.traits.id, rows: $0.rows.map(\.id)) }
    }
  }

  private static func joined(_ first: [Part], _ second: [Part]) -> [Part] {
    guard var middle = first.last, let next = second.first, middle.id == next.id else { return first + second }
    middle.rows += next.rows
    return first.dropLast() + [middle] + second.dropFirst()
  }

  private static func drop(_ leaving: [RowID], _ state: inout State) {
    let leaving = Set(leaving)
    state.parts = state.parts.compactMap { part in
      let rows = part.rows.filter { !leaving.contains($0) }
      return rows.isEmpty && !part.rows.isEmpty ? nil : Part(id: part.id, rows: rows)
    }
  }
}
