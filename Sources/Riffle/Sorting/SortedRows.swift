/// Rows of a list, sorted by some keys; rows that are equal by all keys are in list order.
struct SortedRows: Sendable {
  private let columns: [SortColumn]
  private let list: ListRows
  /// The rows of each part.
  private let rows: [BitColumn]
  let count: Int
  /// All rows in order, once they have been needed.
  private let all = Lazy<[ListRow]>()

  /// Windows that end here at most are found by selection, without sorting all rows.
  private static let mostSelected = 4096

  /// - Parameter rows: the rows of each part.
  init(_ columns: [SortColumn], _ rows: [BitColumn], of list: ListRows) {
    (self.columns, self.rows, self.list) = (columns, rows, list)
    count = rows.reduce(0) { $0 + $1.setCount }
  }

  private struct Entry {
    var places: [SortColumn.Place]
    var row: ListRow
  }

  // MARK: - Windows

  /// A window of the rows: `limit` of them after the first `offset`.
  /// - Complexity: O(rows) if it ends within the first 4,096 rows. Otherwise O(rows) for each key the first time, then
  /// O(`limit`).
  func window(offset: Int, limit: Int) -> [ListRow] {
    let start = min(max(0, offset), count)
    let end = min(count, start.addingClamped(max(0, limit)))
    if end <= start { return [] }
    if columns.isEmpty {
      return list.window(of: rows.map { .chosen(RankedBits($0)) }, offset: start, limit: end - start)
    }
    if end <= SortedRows.mostSelected, all.made == nil { return Array(first(end)[start...]) }
    return Array(all.value { sorted() }[start..<end])
  }

  /// All rows in order.
  var everyRow: [ListRow] { all.value { sorted() } }

  /// The first rows in order.
  private func first(_ limit: Int) -> [ListRow] {
    var best: [Entry] = []
    for part in rows.indices where rows[part].count > 0 { best += first(limit, ofPart: part) }
    sort(&best, by: { list.label($0.row) < list.label($1.row) })
    return best.prefix(limit).map(\.row)
  }

  /// The first rows of a part. Rows are read in list order, so a later row is left out if it is equal by all keys.
  private func first(_ limit: Int, ofPart part: Int) -> [Entry] {
    var selection = RowSelection(limit)
    guard let column = columns.first else { return [] }
    let others = columns.dropFirst()
    func offer(_ row: Int, _ place: SortColumn.Place) {
      if let bound = selection.bound, !isBefore(row, place, bound.places, part: part) { return }
      selection.insert([place] + others.map { $0.place(row, part: part) }, row)
    }
    // Rows that have the field and rows that lack it, the first group first.
    for group in [0, 1] as [UInt8] {
      if group == column.presentGroup {
        // Most rows are rejected here.
        var most = UInt64.max
        column.forEach(of: rows[part], part: part) { row, code in
          if code > most { return }
          offer(row, SortColumn.Place(group: group, code: code))
          if let bound = selection.bound, bound.places[0].group == group { most = bound.places[0].code }
        }
      } else if selection.bound == nil || selection.bound.map({ $0.places[0].group >= group }) == true {
        missing(column, part: part).forEachRow { offer($0, SortColumn.Place(group: group, code: 0)) }
      }
    }
    return selection.sorted().map { Entry(places: $0.places, row: ListRow(part: part, row: $0.row)) }
  }

  /// Whether a row comes before some places by the keys.
  /// - Parameters:
  ///   - place: the row's by the first key.
  ///   - orEqual: what is returned if all keys are equal.
  private func isBefore(
    _ row: Int, _ place: SortColumn.Place, _ places: [SortColumn.Place], part: Int, orEqual: Bool = false
  ) -> Bool {
    if place != places[0] { return place < places[0] }
    for index in columns.indices.dropFirst() {
      let place = columns[index].place(row, part: part)
      if place != places[index] { return place < places[index] }
    }
    return orEqual
  }

  private func sort(_ entries: inout [Entry], by isBefore: (Entry, Entry) -> Bool) {
    entries.sort { a, b in
      for index in a.places.indices where a.places[index] != b.places[index] {
        return a.places[index] < b.places[index]
      }
      return isBefore(a, b)
    }
  }

  /// All rows in order: sorted by each key with a stable sort, the last key first.
  private func sorted() -> [ListRow] {
    var order: [ListRow] = []
    order.reserveCapacity(count)
    for (part, stretch) in ListStretches(list) {
      var row = rows[part].firstRow(from: stretch.lowerBound, to: stretch.upperBound)
      while row < stretch.upperBound {
        order.append(ListRow(part: part, row: row))
        row = rows[part].firstRow(from: row + 1, to: stretch.upperBound)
      }
    }
    for column in columns.reversed() {
      // Indexed by part and row, because columns are read sequentially.
      var codes = rows.map { [UInt64](repeating: 0, count: $0.count) }
      var present = rows.map { BitColumn(count: $0.count) }
      for part in rows.indices where rows[part].count > 0 {
        column.forEach(of: rows[part], part: part) { row, code in
          codes[part][row] = code
          present[part].insert(row)
        }
      }
      order = StableSort.sorted(order) { codes[Int($0.part)][Int($0.row)] }
      let isFirst = { (row: ListRow) in present[Int(row.part)][Int(row.row)] == (column.presentGroup == 0) }
      let second = order.filter { !isFirst($0) }
      if !second.isEmpty { order = order.filter(isFirst) + second }
    }
    return order
  }

  // MARK: - Places

  func places(_ row: ListRow) -> [SortColumn.Place] { columns.map { $0.place(Int(row.row), part: Int(row.part)) } }

  func contains(_ row: ListRow) -> Bool { rows[Int(row.part)][Int(row.row)] }

  /// The number of rows before one of them.
  /// - Complexity: O(rows).
  func position(of row: ListRow) -> Int {
    let wanted = places(row)
    let label = list.label(row)
    var position = 0
    for part in rows.indices where rows[part].count > 0 {
      // Of rows that are equal by all keys, those before this one in the list come before it.
      let end = part == Int(row.part) ? Int(row.row) : list.rank(of: label, inPart: part)
      guard let column = columns.first else {
        position += rows[part].rank(end)
        continue
      }
      func count(_ other: Int, _ place: SortColumn.Place) {
        if isBefore(other, place, wanted, part: part, orEqual: other < end) { position += 1 }
      }
      column.forEach(of: rows[part], part: part) { count($0, SortColumn.Place(group: column.presentGroup, code: $1)) }
      missing(column, part: part).forEachRow { count($0, SortColumn.Place(group: column.missingGroup, code: 0)) }
    }
    return position
  }

  /// The rows of a part that lack the field of a key.
  private func missing(_ column: SortColumn, part: Int) -> BitColumn {
    var missing = rows[part]
    var present = BitColumn(count: missing.count)
    column.forEach(of: rows[part], part: part) { row, _ in present.insert(row) }
    missing.subtract(present)
    return missing
  }
}

/// A selection of the first rows by their places: collects twice as many as wanted, then drops the later half.
private struct RowSelection {
  private let limit: Int
  private var kept: [(places: [SortColumn.Place], row: Int)] = []
  /// The last of the first rows so far; `nil` as long as there are fewer than wanted.
  private(set) var bound: (places: [SortColumn.Place], row: Int)?

  init(_ limit: Int) { self.limit = limit }

  mutating func insert(_ places: [SortColumn.Place], _ row: Int) {
    kept.append((places, row))
    if kept.count >= 2 * limit { prune() }
  }

  private mutating func prune() {
    kept.sort { a, b in a.places == b.places ? a.row < b.row : a.places.lexicographicallyPrecedes(b.places) }
    if kept.count > limit { kept.removeSubrange(limit...) }
    if kept.count == limit { bound = kept.last }
  }

  consuming func sorted() -> [(places: [SortColumn.Place], row: Int)] {
    prune()
    return kept
  }
}

/// A stable radix sort by 64-bit keys, the least significant byte first; skips bytes in which no keys differ.
enum StableSort {
  /// - Complexity: O(*n*) for each byte in which keys differ.
  static func sorted<Element>(_ elements: [Element], by key: (Element) -> UInt64) -> [Element] {
    var entries = elements.map { (key: key($0), element: $0) }
    guard let first = entries.first else { return [] }
    let differing = entries.reduce(0) { $0 | ($1.key ^ first.key) }
    var spare = entries
    for shift in stride(from: UInt64(0), to: 64, by: 8) where differing >> shift & 0xFF != 0 {
      var next = InlineArray<257, Int>(repeating: 0)
      for entry in entries { next[Int(truncatingIfNeeded: entry.key >> shift & 0xFF) + 1] += 1 }
      for byte in 1...256 { next[byte] += next[byte - 1] }
      for entry in entries {
        let byte = Int(truncatingIfNeeded: entry.key >> shift & 0xFF)
        spare[next[byte]] = entry
        next[byte] += 1
      }
      swap(&entries, &spare)
    }
    return entries.map(\.element)
  }
}
