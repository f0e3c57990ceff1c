/// All of a list at one generation: segments, and the tail. Rows of each part are in list order; the order across parts is
/// that of their labels.
struct ListState<Element: Sendable, ID: Hashable & Sendable>: Sendable {
  var segments: [SegmentView<Element, ID>]
  var tail = Tail<Element, ID>()
  var generation: UInt64 = 0
  /// How many live items each bucket has; empty in an order without buckets.
  var bucketCounts: [Int]
  /// How often labels have been changed.
  var relabellings = 0
  let reader: ElementReader<Element, ID>

  init(_ segments: [SegmentView<Element, ID>], reader: ElementReader<Element, ID>) {
    self.segments = segments
    self.reader = reader
    var counts = [Int](repeating: 0, count: reader.order.labels.count)
    for view in segments {
      let starts = view.content.bucketStarts
      for bucket in counts.indices { counts[bucket] += starts[bucket + 1] - starts[bucket] }
    }
    bucketCounts = counts
  }

  /// How many items the list has.
  var count: Int { segments.reduce(tail.count) { $0 + $1.live.count } }

  /// The number of segments, and of the tail among the parts.
  var tailPart: Int { segments.count }

  /// How many rows a part has, live or not.
  func rowCount(ofPart part: Int) -> Int { part == tailPart ? tail.count : segments[part].content.count }

  func element(_ place: ListRow) -> Element {
    let row = Int(place.row)
    return place.part == tailPart ? tail.entries[row].element : segments[Int(place.part)].content.elements[row]
  }

  func id(_ place: ListRow) -> ID {
    let row = Int(place.row)
    return place.part == tailPart ? tail.entries[row].id : segments[Int(place.part)].content.ids[row]
  }

  func label(_ place: ListRow) -> OrderLabel {
    let row = Int(place.row)
    return place.part == tailPart ? tail.labels[row] : segments[Int(place.part)].labels[row]
  }

  func bucket(_ place: ListRow) -> Int {
    let row = Int(place.row)
    return place.part == tailPart ? tail.entries[row].bucket : segments[Int(place.part)].content.bucket(row)
  }

  func isSearchable(_ place: ListRow) -> Bool {
    let row = Int(place.row)
    return place.part == tailPart
      ? tail.items[row].fields.isSearchable : segments[Int(place.part)].segment.isSearchable(row)
  }

  /// Where the item with an id lies.
  /// - Complexity: O(parts) on average.
  func place(of id: ID) -> ListRow? {
    if let row = tail.row(of: id) { return ListRow(part: tailPart, row: row) }
    for (part, view) in segments.enumerated() {
      if let row = view.row(of: id) { return ListRow(part: part, row: row) }
    }
    return nil
  }
}
