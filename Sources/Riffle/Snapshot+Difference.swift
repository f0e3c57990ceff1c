/// The parts that two snapshots of one list do not share, found without reading those they do: rows that have come or gone, and
/// rows that are in both, but have been moved or rewritten.
extension Snapshot {
  /// Rows of one snapshot that the other one does not have as they are, in order.
  package struct LooseRows {
    private let state: ListState<Element, ID>
    /// How many rows of their snapshot come before each.
    package let ranks: [Int]
    private let places: [ListRow]

    fileprivate init(_ rows: [[Int]], of state: ListState<Element, ID>, among parts: [PartRows]) {
      self.state = state
      (ranks, places) = state.rows.inOrder(rows, among: parts)
    }

    private init(_ rows: [(rank: Int, place: ListRow)], of state: ListState<Element, ID>) {
      self.state = state
      (ranks, places) = (rows.map(\.rank), rows.map(\.place))
    }

    /// These and other rows of the snapshot.
    /// - Parameter ranks: of rows that are not among these, ascending.
    package func adding(_ ranks: [Int], of snapshot: Snapshot) -> LooseRows {
      if ranks.isEmpty { return self }
      var rows = Array(zip(self.ranks, places)).map { (rank: $0, place: $1) }
      for rank in ranks {
        let places = state.rows.window(of: snapshot.partRows, offset: rank, limit: 1)
        rows += places.map { (rank, $0) }
      }
      return LooseRows(rows.sorted { $0.rank < $1.rank }, of: state)
    }

    package var elements: [Element] { state.elements(places) }
    package var ids: [ID] { places.map { state.id($0) } }
  }

  /// Returns the rows of a stretch of `earlier` and of one of this snapshot that are not in the other one.
  ///
  /// Rows in both stand in the same order in both. If elements are made from segments, rows that were merged into another
  /// segment, or read anew, are in both if nothing about them has changed. In other lists they are in neither.
  /// - Parameters:
  ///   - ranks: the stretch of this part, by how many rows of this part come before each row.
  ///   - earlierRanks: the stretch of `earlier`.
  /// - Complexity: O(log² *n*) and O(*c* log *n*) for *c* rows that come or go, for each segment; if either is only a part of
  ///   the list, or many rows have gone, also O(*m* / 64) for stretches of *m* rows; and O(*r*) for *r* rows of segments that
  ///   only one of the two has.
  ///   segments that only one of the two has.
  package func difference(
    _ ranks: Range<Int>, from earlier: Self, _ earlierRanks: Range<Int>
  ) -> (gone: LooseRows, come: LooseRows) {
    let before = RowDifference.Stretch(earlier.state.rows, earlier.partRows, earlierRanks)
    let after = RowDifference.Stretch(state.rows, partRows, ranks)
    let shared = SharedParts(earlier.state, before, state, after)
    var difference = RowDifference(before, after, shared: shared.segments)
    if state.reader.makesElements, earlier.state.reader.makesElements {
      var content = ContentDifference(earlier.state, state, shared)
      content.find(&difference)
    } else {
      shared.before.forEachAlone { difference.addGone($0) }
      shared.after.forEachAlone { difference.addCome($0) }
    }
    return (
      LooseRows(difference.gone, of: earlier.state, among: before.parts),
      LooseRows(difference.come, of: state, among: after.parts)
    )
  }

  /// Whether rows are compared by what stands in them; see ``difference(_:from:_:)``.
  package var comparesRows: Bool { state.reader.makesElements }

  /// The ids of all rows that have been written since an earlier snapshot, and of those that have been merged into another
  /// segment.
  /// - Returns: `nil` if there are more than `limit`.
  package func written(since earlier: Self, atMost limit: Int) -> [ID]? {
    let before = RowDifference.Stretch(earlier.state.rows, earlier.state.rows.liveRows, 0..<earlier.state.count)
    let after = RowDifference.Stretch(state.rows, state.rows.liveRows, 0..<state.count)
    let parts = SharedParts(earlier.state, before, state, after).after
    guard parts.mostAlone <= limit else { return nil }
    var ids: [ID] = []
    parts.forEachAlone { ids.append(state.id($0)) }
    return ids
  }

  /// For ascending positions in the whole list, how many rows of this part come before each.
  /// - Complexity: O(log² *n*) for each position and segment while they are few, O(1) on average for many.
  package func ranks(ofPositions positions: [Int]) -> [Int] {
    within.map { state.rows.ranks(ofPositions: positions, among: $0.rows) } ?? positions
  }

  /// Where in the whole list the rows of this part stand, in order.
  /// - Complexity: O(*n* / 64), and O(log *n*) for each row and segment.
  package func positions() -> [Int] {
    guard let within else { return Array(0..<count) }
    let rows = within.rows.map { $0.setCount == 0 ? [] : $0.bits.rows.map { Int($0) } }
    return state.rows.inOrder(rows, among: state.rows.liveRows).ranks
  }
}
