/// Access to rows and elements for predicates.
extension ListState {
  /// Returns the contiguous elements from a place on; none if there is no such place.
  /// - Complexity: O(1).
  func elements(from place: ListRow) -> ArraySlice<Element> {
    let row = Int(place.row)
    if place.part == tailPart { return tail.entries.dropFirst(row).prefix(1).map(\.element)[...] }
    return contents[Int(place.part)].elements.stretch(from: row)
  }

  /// An empty set of rows for each part.
  var none: [BitColumn] { (0...tailPart).map { BitColumn(count: rowCount(ofPart: $0)) } }

  /// Returns the rows of each part, with all rows where an entry is `nil`.
  func all(_ rows: [BitColumn?]) -> [BitColumn] {
    rows.indices.map { rows[$0] ?? BitColumn(count: rowCount(ofPart: $0), repeating: true) }
  }

  func placed(_ places: [ListRow], score: Score) -> [PlacedRow] {
    places.map { PlacedRow($0, rows.label($0), score: score) }
  }

  /// Calls `body` with the given rows in list order until it returns `false`; returns `false` if it has.
  func forEachRow(of rows: [BitColumn], _ body: (ListRow) -> Bool) -> Bool {
    for (part, stretch) in ListStretches(self.rows) {
      for row in stretch where rows[part][row] {
        if !body(ListRow(part: part, row: row)) { return false }
      }
    }
    return true
  }
}

extension Snapshot {
  /// Returns the rows of each part that predicates may be applied to; `nil` for all.
  func candidates(includesUnsearchable: Bool) -> [BitColumn?] {
    (0...state.tailPart).map { part in
      if let within { return includesUnsearchable ? within.rows[part].bits : within.searchable[part] }
      let live = part < state.tailPart ? state.rows.segments[part].live.bits : nil
      guard !includesUnsearchable, let searchable = state.searchable(ofPart: part) else { return live }
      guard var rows = live else { return searchable }
      rows.formIntersection(searchable)
      return rows
    }
  }
}
