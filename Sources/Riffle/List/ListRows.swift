/// The rows of each part of a list, and their order: those of the segments, then those of the tail. Their content is not read.
struct ListRows: Sendable {
  /// The rows of a segment as they belong to one generation of a list.
  struct Segment: Sendable {
    var live: LiveRows
    var labels: OrderLabels

    init(labels: OrderLabels) {
      self.labels = labels
      live = LiveRows(rowCount: labels.count)
    }
  }

  var segments: [Segment] = []
  /// Ascending.
  private(set) var tailLabels: [OrderLabel] = []
  /// How often labels have been changed.
  private(set) var relabellings = 0
  /// Stands for the labels of all rows: where two lists have the same one, equal labels are those of one place.
  private(set) var labelling = Labelling()

  init(_ segments: [Segment]) { self.segments = segments }

  /// The number of segments, and of the tail among the parts.
  var tailPart: Int { segments.count }

  /// The number of items of the list.
  var count: Int { segments.reduce(tailLabels.count) { $0 + $1.live.count } }

  /// Returns the number of rows of a part, live or not.
  func rowCount(ofPart part: Int) -> Int {
    part == segments.count ? tailLabels.count : segments[part].labels.count
  }

  func label(_ place: ListRow) -> OrderLabel {
    let (part, row) = (Int(place.part), Int(place.row))
    return part == segments.count ? tailLabels[row] : segments[part].labels[row]
  }

  /// Returns how many rows of a part have a lesser label.
  /// - Parameter rows: the range to search, if the answer is known to lie there or at its end.
  func rank(of label: OrderLabel, inPart part: Int, _ rows: Range<Int>? = nil) -> Int {
    if part < segments.count { return segments[part].labels.rank(of: label, in: rows) }
    let rank = tailLabels.partitioningIndex { $0 >= label }
    return rows.map { min(max(rank, $0.lowerBound), $0.upperBound) } ?? rank
  }

  /// Makes room for an item of the tail.
  /// - Returns: its row.
  mutating func insertIntoTail(_ label: OrderLabel) -> Int {
    let row = rank(of: label, inPart: tailPart)
    tailLabels.insert(label, at: row)
    return row
  }

  mutating func removeFromTail(_ row: Int) { tailLabels.remove(at: row) }

  mutating func removeTail() { tailLabels = [] }

  /// Records that labels of existing rows have changed.
  mutating func didRelabel() {
    relabellings += 1
    labelling = Labelling()
  }

  mutating func setLabel(_ place: ListRow, _ label: OrderLabel) {
    let (part, row) = (Int(place.part), Int(place.row))
    if part == segments.count {
      tailLabels[row] = label
    } else {
      segments[part].labels.set(row, label)
    }
  }
}

/// The identity of a labelling: rows keep their labels while it is the same object.
final class Labelling: Sendable {}

extension ListRows.Segment: ColumnPart {
  func list(in columns: inout ColumnList) {
    columns.add("live", live)
    columns.add("labels", labels)
  }
}
