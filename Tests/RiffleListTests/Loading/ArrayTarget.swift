import RiffleList

@testable import Riffle

/// A list of sections that is no more than arrays.
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
  }

  let state = Lock(State())

  var ids: [RowID] { state.withLock { $0.parts.flatMap(\.rows) } }
  var parts: [Part] { state.withLock { $0.parts } }
  var changeCount: Int { state.withLock { $0.changeCount } }
  var problems: [String] { state.withLock { $0.problems } }

  func fail(_ error: SourceError?) { state.withLock { $0.error = error } }

  func apply(_ change: PageChange) throws -> PageOutcome {
    try state.withLock { state in
      let before = Set(state.parts.flatMap(\.rows))
      if let error = state.error { throw error }
      state.changeCount += 1
      switch change {
      case .replace(let content): state.parts = ArrayTarget.parts(content)
      case .append(let content, let leaving):
        ArrayTarget.drop(leaving, &state)
        state.parts = ArrayTarget.joined(state.parts, ArrayTarget.parts(content))
      case .prepend(let content, let leaving):
        ArrayTarget.drop(leaving, &state)
        state.parts = ArrayTarget.joined(ArrayTarget.parts(content), state.parts)
      }
      let ids = state.parts.flatMap(\.rows)
      if Set(ids).count != ids.count { state.problems.append("an id twice: \(ids)") }
      return PageOutcome(rowCount: ids.count, added: Set(ids).subtracting(before).count)
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
