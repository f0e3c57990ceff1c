/// Between which places a new item belongs.
extension ListRows {
  /// The rows directly before and after an item, if any.
  typealias Neighbours = (lower: ListRow?, upper: ListRow?)

  /// The neighbours of an item in a sorted list, after all that are equal to it.
  ///
  /// - Parameters:
  ///   - ranges: which rows of each part are of its bucket.
  ///   - isBefore: whether it comes before the item at a place.
  /// - Complexity: O(log *n*) comparisons for each part.
  func neighbours(in ranges: [Range<Int>], isBefore: (ListRow) -> Bool) -> Neighbours {
    var found: Neighbours = (nil, nil)
    for (part, range) in ranges.enumerated() {
      let place = range.partitioningIndex { isBefore(ListRow(part: part, row: $0)) }
      keep(live(ofPart: part), part, place, &found)
    }
    return found
  }

  /// The neighbours of several items that stand in order, each after all rows that are equal to it.
  ///
  /// - Parameters:
  ///   - ranges: the rows of each part in the bucket of all of them.
  ///   - isBefore: whether the item with a number comes before the row at a place.
  /// - Complexity: O(*k* log(*n* / *k*)) comparisons for each part, in the numbers of items and of rows. Each search starts at
  ///   the previous item's place with steps that double: J. L. Bentley and A. C. Yao, An Almost Optimal Algorithm for Unbounded
  ///   Searching (1976).
  func neighbours(
    of count: Int, in ranges: [Range<Int>], isBefore: (Int, ListRow) -> Bool
  ) -> [Neighbours] {
    var found = [Neighbours](repeating: (nil, nil), count: count)
    for (part, range) in ranges.enumerated() {
      let live = live(ofPart: part)
      var row = range.lowerBound
      for number in 0..<count {
        var (end, step) = (row, 1)
        while end < range.upperBound, !isBefore(number, ListRow(part: part, row: end)) {
          row = end + 1
          end = min(range.upperBound, end + step)
          step *= 2
        }
        row = (row..<max(row, end)).partitioningIndex { isBefore(number, ListRow(part: part, row: $0)) }
        keep(live, part, row, &found[number])
      }
    }
    return found
  }

  private func live(ofPart part: Int) -> LiveRows {
    part < tailPart ? segments[part].live : LiveRows(rowCount: tailLabels.count)
  }

  /// Keeps what is nearer of the neighbours that are known and those that a part has.
  /// - Parameter row: the first one of the part that comes after the item.
  private func keep(_ live: LiveRows, _ part: Int, _ row: Int, _ found: inout Neighbours) {
    // Tombstones stand in the order of their own segment, but others may have been put in without regard to them.
    let before = live.rank(row)
    if before > 0 { keepLater(ListRow(part: part, row: live.row(ofRank: before - 1)), &found.lower) }
    if before < live.count { keepEarlier(ListRow(part: part, row: live.row(ofRank: before)), &found.upper) }
  }

  /// The last row of the list, live or not.
  var last: ListRow? {
    var last: ListRow?
    for part in 0...tailPart where rowCount(ofPart: part) > 0 {
      keepLater(ListRow(part: part, row: rowCount(ofPart: part) - 1), &last)
    }
    return last
  }

  private func keepLater(_ place: ListRow, _ last: inout ListRow?) {
    if let known = last, label(known) >= label(place) { return }
    last = place
  }

  private func keepEarlier(_ place: ListRow, _ first: inout ListRow?) {
    if let known = first, label(known) <= label(place) { return }
    first = place
  }

  /// The neighbours of the place that an item has after it has been put at a position, from 0 to ``count``.
  ///
  /// - Parameter moved: the item itself, if it is in the list, which is not its own neighbour.
  func neighbours(at position: Int, without moved: ListRow?) -> Neighbours {
    let rows = liveRows
    // Where it is taken away, all after it move up.
    let own = moved.map { self.position(of: $0, among: rows) } ?? .max
    func place(at position: Int) -> ListRow? {
      guard position >= 0 else { return nil }
      return window(of: rows, offset: position < own ? position : position + 1, limit: 1).first
    }
    return (place(at: position - 1), place(at: position))
  }

  /// The nearest live neighbour of a place, after or before it, that is not `moved`.
  func neighbours(nextTo place: ListRow, after: Bool, without moved: ListRow?) -> Neighbours {
    let rows = liveRows
    let position = position(of: place, among: rows)
    let own = moved.map { self.position(of: $0, among: rows) } ?? .max
    let among = position > own ? position - 1 : position
    return neighbours(at: after ? among + 1 : among, without: moved)
  }
}
