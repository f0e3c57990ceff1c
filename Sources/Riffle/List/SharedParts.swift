/// The segments and items of the tail that stretches of two generations of a list have in common.
struct SharedParts {
  /// By their numbers in each.
  private(set) var segments: [(before: Int, after: Int)] = []
  private(set) var before, after: Side

  /// The parts of one generation.
  struct Side {
    let stretch: RowDifference.Stretch
    fileprivate(set) var isShared: [Bool]
    /// The rows of the tail whose items the other stretch has as they are.
    fileprivate(set) var tail: BitColumn

    fileprivate init(_ stretch: RowDifference.Stretch) {
      self.stretch = stretch
      isShared = stretch.parts.map { _ in false }
      tail = BitColumn(count: stretch.list.rowCount(ofPart: stretch.list.tailPart))
    }

    /// Whether a row is in the stretch, but in no shared segment, and no shared item of the tail.
    func isAlone(_ place: ListRow) -> Bool {
      let (part, row) = (Int(place.part), Int(place.row))
      return !isShared[part] && stretch.contains(place) && (part < stretch.list.tailPart || !tail[row])
    }

    /// There are no more such rows.
    var mostAlone: Int {
      isShared.indices.reduce(-tail.setCount) { isShared[$1] ? $0 : $0 + stretch.parts[$1].count }
    }

    /// Calls `body` for all such rows, part by part.
    func forEachAlone(_ body: (ListRow) -> Void) {
      for part in isShared.indices where !isShared[part] {
        stretch.forEachRow(part) { row in
          if part < stretch.list.tailPart || !tail[row] { body(ListRow(part: part, row: row)) }
        }
      }
    }
  }

  init<Element, ID>(
    _ old: ListState<Element, ID>, _ before: RowDifference.Stretch, _ new: ListState<Element, ID>,
    _ after: RowDifference.Stretch
  ) {
    (self.before, self.after) = (Side(before), Side(after))
    var numbers: [ObjectIdentifier: Int] = [:]
    for (part, content) in new.contents.enumerated() { numbers[ObjectIdentifier(content.identity)] = part }
    for (part, content) in old.contents.enumerated() {
      guard let other = numbers[ObjectIdentifier(content.identity)] else { continue }
      segments.append((part, other))
      self.before.isShared[part] = true
      self.after.isShared[other] = true
    }
    var entries: [ObjectIdentifier: Int] = [:]
    after.forEachRow(new.tailPart) { entries[new.tail.entries[$0].identity] = $0 }
    if entries.isEmpty { return }
    before.forEachRow(old.tailPart) { row in
      guard let other = entries[old.tail.entries[row].identity] else { return }
      self.before.tail.insert(row)
      self.after.tail.insert(other)
    }
  }

  /// The rows of each generation that both stretches have as they are, by part.
  /// - Returns: `nil` if there are none.
  /// - Complexity: O(*m* / 64) for stretches of *m* rows.
  var rows: (before: [PartRows], after: [PartRows])? {
    if segments.isEmpty, before.tail.setCount == 0 { return nil }
    let none = PartRows.live(LiveRows(rowCount: 0))
    var rows = (before: before.isShared.map { _ in none }, after: after.isShared.map { _ in none })
    for (part, other) in segments {
      var bits = before.stretch.bits(part)
      bits.formIntersection(after.stretch.bits(other))
      rows.before[part] = .chosen(RankedBits(bits))
      rows.after[other] = rows.before[part]
    }
    rows.before[rows.before.count - 1] = .chosen(RankedBits(before.tail))
    rows.after[rows.after.count - 1] = .chosen(RankedBits(after.tail))
    return rows
  }
}
