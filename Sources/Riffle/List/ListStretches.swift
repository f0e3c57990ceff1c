/// All rows of a list in its order, live or not, as stretches that lie side by side in one part.
struct ListStretches: Sequence, IteratorProtocol {
  private let list: ListRows
  private var starts: [Int]

  init(_ list: ListRows) {
    self.list = list
    starts = Array(repeating: 0, count: list.tailPart + 1)
  }

  /// - Complexity: O(log *n*), and O(parts).
  mutating func next() -> (part: Int, rows: Range<Int>)? {
    var first: (part: Int, label: OrderLabel)?
    var second: OrderLabel?
    for part in starts.indices where starts[part] < list.rowCount(ofPart: part) {
      let label = list.label(ListRow(part: part, row: starts[part]))
      if let known = first, known.label <= label {
        second = Swift.min(second ?? label, label)
      } else {
        second = first?.label ?? second
        first = (part, label)
      }
    }
    guard let part = first?.part else { return nil }
    let start = starts[part]
    var end = list.rowCount(ofPart: part)
    // Of a label that a live row and a tombstone share it does not matter which comes first.
    if let second { end = Swift.max(start + 1, list.rank(of: second, inPart: part, start..<end)) }
    starts[part] = end
    return (part, start..<end)
  }
}
