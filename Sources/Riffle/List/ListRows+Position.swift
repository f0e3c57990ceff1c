/// From positions in list order to rows and back, in all live rows or in those that a query leaves.
extension ListRows {
  /// All live rows, by part.
  var liveRows: [PartRows] { segments.map { .live($0.live) } + [.live(LiveRows(rowCount: tailLabels.count))] }

  /// Returns how many of `rows` come before a place.
  /// - Complexity: O(log *n*) for each part.
  func position(of place: ListRow, among rows: [PartRows]) -> Int {
    let label = label(place)
    var position = 0
    for part in rows.indices {
      position += rows[part].rank(part == place.part ? Int(place.row) : rank(of: label, inPart: part))
    }
    return position
  }

  /// Returns how many of `rows` come before each of some places of one part.
  /// - Parameter places: ascending.
  /// - Complexity: O(log *g*) for each place and part, where *g* rows of the part lie between two places.
  func positions(of places: [Int], inPart part: Int, among rows: [PartRows]) -> [Int] {
    var cuts = rows.map { _ in 0 }
    return places.map { row in
      let label = label(ListRow(part: part, row: row))
      var position = rows[part].rank(row)
      for other in rows.indices where other != part {
        cuts[other] = rank(of: label, inPart: other, from: cuts[other])
        position += rows[other].rank(cuts[other])
      }
      return position
    }
  }

  /// How many rows of a part have a lesser label, which is more than so many: found by steps that grow.
  private func rank(of label: OrderLabel, inPart part: Int, from start: Int) -> Int {
    let count = rowCount(ofPart: part)
    var (low, step) = (start, 1)
    while low + step <= count, self.label(ListRow(part: part, row: low + step - 1)) < label {
      low += step
      step *= 2
    }
    return rank(of: label, inPart: part, low..<min(count, low + step))
  }

  /// Some of `rows` in list order: `limit` of them after the first `offset`.
  /// - Complexity: O(log² *n*) for each part, and O(parts) for each row that is given.
  func window(of rows: [PartRows], offset: Int, limit: Int) -> [ListRow] {
    let count = rows.reduce(0) { $0 + $1.count }
    guard offset < count, limit > 0 else { return [] }
    var next = offset == 0 ? rows.map { _ in 0 } : cuts(of: rows, before: offset)
    var found: [ListRow] = []
    found.reserveCapacity(min(limit, count - offset))
    var heads = rows.indices.map { part in head(&next[part], of: rows[part], part) }
    while found.count < limit {
      var best: Int?
      for part in heads.indices {
        guard let label = heads[part] else { continue }
        if let known = best.flatMap({ heads[$0] }), known <= label { continue }
        best = part
      }
      guard let best else { break }
      found.append(ListRow(part: best, row: next[best]))
      if found.count == limit { break }
      next[best] += 1
      heads[best] = head(&next[best], of: rows[best], best)
    }
    return found
  }

  /// Goes on to the next of `rows`, and gives its label.
  private func head(_ row: inout Int, of rows: PartRows, _ part: Int) -> OrderLabel? {
    let end = rowCount(ofPart: part)
    row = rows.first(from: row, to: end)
    return row < end ? label(ListRow(part: part, row: row)) : nil
  }

  /// For each part the row before which those of the first `offset` of `rows` lie that are in this part.
  ///
  /// Halves the part that is least known, at a row of which all parts know where they stand.
  func cuts(of rows: [PartRows], before offset: Int) -> [Int] {
    var low = rows.map { _ in 0 }
    var high = rows.indices.map { rowCount(ofPart: $0) }
    while true {
      var widest = 0
      for part in rows.indices where high[part] - low[part] > high[widest] - low[widest] { widest = part }
      if low[widest] == high[widest] { return low }
      let middle = (low[widest] + high[widest]) / 2
      let label = label(ListRow(part: widest, row: middle))
      var cut = low
      var before = 0
      for part in rows.indices {
        cut[part] = part == widest ? middle : rank(of: label, inPart: part, low[part]..<high[part])
        before += rows[part].rank(cut[part])
      }
      if before == offset { return cut }
      if before > offset {
        high = cut
      } else {
        low = cut
        low[widest] = middle + 1
      }
    }
  }
}
