/// All of a list at one generation: segments, and the tail. Rows of each part are in list order; the order across parts is
/// that of their labels.
struct ListState<Element: Sendable, ID: Hashable & Sendable>: Sendable {
  /// What the segments hold.
  private(set) var contents: [ListSegment<Element, ID>]
  var tail = Tail<Element, ID>()
  var rows: ListRows
  var generation: UInt64 = 0
  /// Whether items are still to come that belong to the list already.
  var isIncomplete = false
  /// Whether a removed segment was damaged, so that its lost items are unknown.
  private var hasLostDamaged = false
  /// The number of live items of each bucket; empty in an order without buckets.
  var bucketCounts: [Int]
  let reader: ElementReader<Element, ID>
  /// What queries are read with.
  var synonyms: SynonymTable

  /// A new list of segments that follow one another.
  init(_ contents: [ListSegment<Element, ID>], reader: ElementReader<Element, ID>) {
    self.contents = []
    self.reader = reader
    synonyms = reader.synonyms
    rows = ListRows([])
    bucketCounts = [Int](repeating: 0, count: reader.order.labels.count)
    for content in contents {
      let starts = content.bucketStarts
      for bucket in bucketCounts.indices { bucketCounts[bucket] += starts[bucket + 1] - starts[bucket] }
    }
    append(contents) { OrderLabels(evenlySpaced: $0.count, from: .first.advanced(by: $0.lowerBound)) }
  }

  /// The number of items of the list.
  var count: Int { rows.count }

  /// The number of segments, and of the tail among the parts.
  var tailPart: Int { contents.count }

  /// Returns the number of rows of a part, live or not.
  func rowCount(ofPart part: Int) -> Int { rows.rowCount(ofPart: part) }

  func element(_ place: ListRow) -> Element {
    let row = Int(place.row)
    return place.part == tailPart ? tail.entries[row].element : contents[Int(place.part)].elements[row]
  }

  /// The elements at places, copied in runs that lie side by side.
  func elements(_ places: [ListRow]) -> [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(places.count)
    var start = 0
    while start < places.count {
      let (part, first) = (Int(places[start].part), Int(places[start].row))
      var end = start + 1
      while end < places.count, places[end].part == part, Int(places[end].row) == first + end - start { end += 1 }
      if part == tailPart {
        for row in first..<first + end - start { elements.append(tail.entries[row].element) }
      } else {
        contents[part].elements.append(first..<first + end - start, to: &elements)
      }
      start = end
    }
    return elements
  }

  func id(_ place: ListRow) -> ID {
    let row = Int(place.row)
    return place.part == tailPart ? tail.entries[row].id : contents[Int(place.part)].ids[row]
  }

  func bucket(_ place: ListRow) -> Int {
    let row = Int(place.row)
    return place.part == tailPart ? tail.entries[row].bucket : contents[Int(place.part)].bucket(row)
  }

  /// Returns the place of the item with an id.
  ///
  /// - Parameter inTail: `false` if it is known not to be in the tail.
  /// - Complexity: O(parts) on average, and the length of the tail.
  func place(of id: ID, inTail: Bool = true) -> ListRow? {
    if inTail, let row = tail.row(of: id) { return ListRow(part: tailPart, row: row) }
    let hash = reader.idHash(id)
    for part in contents.indices {
      if let row = contents[part].ids.row(of: id, hash: hash), rows.segments[part].live.contains(row) {
        return ListRow(part: part, row: row)
      }
    }
    return nil
  }

  mutating func append(_ content: ListSegment<Element, ID>, _ segment: ListRows.Segment) {
    contents.append(content)
    rows.segments.append(segment)
  }

  /// Adds segments.
  /// - Parameter labels: returns the labels of a range of all their rows.
  mutating func append(_ contents: [ListSegment<Element, ID>], labels: (Range<Int>) -> OrderLabels) {
    var start = 0
    for content in contents {
      append(content, ListRows.Segment(labels: labels(start..<start + content.count)))
      start += content.count
    }
  }

  /// The sizes of the segments, of which to choose some to merge.
  func sizes(isBusy: (ListSegment<Element, ID>) -> Bool) -> [MergePolicy.Size] {
    zip(contents, rows.segments).map { content, rows in
      MergePolicy.Size(
        rows: content.count, live: rows.live.count, isBusy: isBusy(content), bytes: content.segment.addressedBytes)
    }
  }

  /// - Parameter copy: gives a segment of the same items.
  func withSegments<Failure: Error>(_ copy: (Segment) throws(Failure) -> Segment) throws(Failure) -> Self {
    var state = self
    for part in contents.indices { state.contents[part] = try contents[part].withSegment(copy) }
    return state
  }

  /// Whether items may be missing, or answers be wrong, because the list is not complete or part of it is damaged.
  var isPartial: Bool { isIncomplete || isDamaged }

  // A key path of a generic type would be made anew for each answer, which is slower than this loop.
  var isDamaged: Bool { hasLostDamaged || contents.contains { $0.isDamaged } }

  /// Puts a segment of the same items in the place of another one.
  mutating func exchange(_ part: Int, for content: ListSegment<Element, ID>) { contents[part] = content }

  mutating func removeSegment(_ part: Int) {
    if contents.remove(at: part).isDamaged { hasLostDamaged = true }
    rows.segments.remove(at: part)
  }
}

extension ListState: ColumnPart {
  func list(in columns: inout ColumnList) {
    for (content, segment) in zip(contents, rows.segments) {
      columns.add("contents", content)
      columns.add("rows", segment)
    }
    columns.add("bucketCounts", inMemory: bucketCounts)
  }
}
