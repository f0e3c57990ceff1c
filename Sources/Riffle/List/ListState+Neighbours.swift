/// Between which places a new item belongs.
extension ListState {
  /// What an item comes directly after and before, if anything.
  typealias Neighbours = (lower: ListRow?, upper: ListRow?)

  /// The neighbours of an element in the order of its kind, after all that are equal to it; those at the end of a list in
  /// its own order.
  ///
  /// - Parameters:
  ///   - bucket: the one that the element belongs to.
  ///   - text: what an alphabet orders the element by.
  /// - Complexity: O(log *n*) comparisons for each part.
  func neighbours(of element: Element, bucket: Int, sortedAs text: String) -> Neighbours {
    switch reader.order.kind {
    case .manual:
      return (last, nil)
    case .alphabet(let alphabet):
      return neighbours(bucket: bucket) { other, part, row in
        if part == tailPart {
          let sorted = reader.sortedText(of: other)
          return alphabet.collation.isOrdered(text.utf8Span.span, before: sorted.utf8Span.span)
        }
        let segment = segments[part].segment
        let hasReading = !segment.isRomanized(row) && !segment.readings.range(row).isEmpty
        let column = hasReading ? segment.readings : segment.titles
        let bytes = column.bytes
        return alphabet.collation.isOrdered(text.utf8Span.span, before: bytes.span.extracting(column.range(row)))
      }
    case .sorted(let areInIncreasingOrder, _):
      return neighbours(bucket: bucket) { other, _, _ in areInIncreasingOrder(element, other) }
    }
  }

  /// - Parameter isBefore: whether the new element comes before another, given where that is.
  private func neighbours(bucket: Int, _ isBefore: (Element, Int, Int) -> Bool) -> Neighbours {
    var found: Neighbours = (nil, nil)
    for part in 0...tailPart {
      let count = rowCount(ofPart: part)
      var rows = 0..<count
      if part < tailPart, !segments[part].content.bucketStarts.isEmpty {
        let starts = segments[part].content.bucketStarts
        rows = starts[bucket]..<starts[bucket + 1]
      } else if part == tailPart {
        let entries = tail.entries
        rows = entries.partitioningIndex { $0.bucket >= bucket }..<entries.partitioningIndex { $0.bucket > bucket }
      }
      var (low, high) = (rows.lowerBound, rows.upperBound)
      while low < high {
        let middle = (low + high) / 2
        let place = ListRow(part: part, row: middle)
        if isBefore(element(place), part, middle) { high = middle } else { low = middle + 1 }
      }
      // Tombstones stand in the order of their own segment, but others may have been put in without regard to them.
      let live = part < tailPart ? segments[part].live : LiveRows(rowCount: count)
      let before = live.rank(low)
      if before > 0 { keepLater(ListRow(part: part, row: live.row(ofRank: before - 1)), &found.lower) }
      if before < live.count { keepEarlier(ListRow(part: part, row: live.row(ofRank: before)), &found.upper) }
    }
    return found
  }

  private var last: ListRow? {
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
