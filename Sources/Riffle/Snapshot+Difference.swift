/// What two snapshots of one list do not share, without a look at what they do: what has come and gone, and also rows that
/// are in both, but have been written anew, moved, or merged into another segment.
extension Snapshot {
  /// Rows of one snapshot that the other one does not have as they are, in order.
  package struct LooseRows {
    /// How many rows of their snapshot come before each.
    package let ranks: [Int]
    package let elements: [Element]
  }

  /// The rows of a stretch of `earlier` and of one of this snapshot that are not in the other one.
  ///
  /// The rows that are in both stand in the same order in both.
  /// - Parameters:
  ///   - ranks: the stretch of this part, by how many rows of this part come before each row.
  ///   - earlierRanks: that of `earlier`.
  /// - Complexity: O(log² *n*) and O(*c* log *n*) for *c* rows that come or go, for each segment; where either is only a
  ///   part of the list, or many rows have gone, also O(*m* / 64) for stretches of *m* rows.
  package func difference(
    _ ranks: Range<Int>, from earlier: Self, _ earlierRanks: Range<Int>
  ) -> (gone: LooseRows, come: LooseRows) {
    let before = RowDifference.Stretch(earlier.state.rows, earlier.partRows, earlierRanks)
    let after = RowDifference.Stretch(state.rows, partRows, ranks)
    let (old, new) = (earlier.state.contents, state.contents)
    var difference = RowDifference(
      before, after, shared: old.map { content in new.firstIndex { $0 === content } })
    // Items of a tail that are in both are the same objects.
    var entries: [ObjectIdentifier: Int] = [:]
    after.forEachRow(state.tailPart) { entries[ObjectIdentifier(state.tail.entries[$0])] = $0 }
    var gone: [Int] = []
    before.forEachRow(earlier.state.tailPart) { row in
      if entries.removeValue(forKey: ObjectIdentifier(earlier.state.tail.entries[row])) == nil { gone.append(row) }
    }
    difference.setTail(gone: gone, come: Array(entries.values))
    return (earlier.loose(difference.gone, among: before.parts), loose(difference.come, among: after.parts))
  }

  private func loose(_ rows: [[Int]], among parts: [PartRows]) -> LooseRows {
    let (ranks, places) = state.rows.inOrder(rows, among: parts)
    return LooseRows(ranks: ranks, elements: state.elements(places))
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
