/// Rows of a list in the order of some keys, and in list order where these are equal.
struct SortedRows: Sendable {
  private let columns: [SortColumn]
  private let list: ListRows
  /// Of each part.
  private let rows: [BitColumn]
  let count: Int
  /// All rows in order, once a deep window has been asked for.
  private let all = Lazy<[ListRow]>()

  /// The first rows are found without putting all in order.
  private static let mostSelected = 4096

  /// - Parameter rows: of each part.
  init(_ columns: [SortColumn], _ rows: [BitColumn], of list: ListRows) {
    (self.columns, self.rows, self.list) = (columns, rows, list)
    count = rows.reduce(0) { $0 + $1.setCount }
  }

  private struct Entry {
    var places: [SortColumn.Place]
    var row: ListRow
  }

  // MARK: - Windows

  /// Some of the rows: `limit` of them after the first `offset`.
  /// - Complexity: O(rows) for the first 4,096; O(rows) for each key the first time beyond, then O(`limit`).
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

  /// The first rows of a part. It is read in list order, so of rows that are equal by all keys the later ones can be left out.
  private func first(_ limit: Int, ofPart part: Int) -> [Entry] {
    var selection = RowSelection(limit)
    guard let column = columns.first else { return [] }
    let others = columns.dropFirst()
    func offer(_ row: Int, _ place: SortColumn.Place) {
      guard let bound = selection.bound, !(place < bound.places[0]) else {
        return selection.insert([place] + others.map { $0.place(row, part: part) }, row)
      }
      if others.isEmpty || bound.places[0] < place { return }
      let places = [place] + others.map { $0.place(row, part: part) }
      if places.lexicographicallyPrecedes(bound.places) { selection.insert(places, row) }
    }
    // Those that have the field, and those that lack it, in the order of the groups.
    for group in [0, 1] as [UInt8] {
      if group == column.presentGroup {
        // As most rows are turned down, that is done here.
        var most = UInt64.max
        column.forEach(of: rows[part], part: part) { row, code in
          if code > most { return }
          offer(row, SortColumn.Place(group: group, code: code))
          if let bound = selection.bound, bound.places[0].group == group { most = bound.places[0].code }
        }
      } else if selection.bound == nil || selection.bound.map({ $0.places[0].group >= group }) == true {
        var missing = rows[part]
        var present = BitColumn(count: missing.count)
        column.forEach(of: rows[part], part: part) { row, _ in present.insert(row) }
        missing.subtract(present)
        missing.forEachRow { offer($0, SortColumn.Place(group: group, code: 0)) }
      }
    }
    return selection.sorted().map { Entry(places: $0.places, row: ListRow(part: part, row: $0.row)) }
  }

  private func sort(_ entries: inout [Entry], by isBefore: (Entry, Entry) -> Bool) {
    entries.sort { a, b in
      for index in a.places.indices where a.places[index] != b.places[index] {
        return a.places[index] < b.places[index]
      }
      return isBefore(a, b)
    }
  }

  /// All rows in order: sorted by each key from the last one on, which keeps the order of those that are equal.
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
      // By part and row, so that columns are read from their beginning to their end.
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

  /// How many of the rows come before one of them.
  /// - Complexity: O(rows).
  func position(of row: ListRow) -> Int {
    let wanted = places(row)
    let label = list.label(row)
    var position = 0
    for part in rows.indices where rows[part].count > 0 {
      let end = part == Int(row.part) ? Int(row.row) : list.rank(of: label, inPart: part)
      rows[part].forEachRow { other in
        let places = columns.map { $0.place(other, part: part) }
        if places == wanted ? other < end : places.lexicographicallyPrecedes(wanted) { position += 1 }
      }
    }
    return position
  }
}

/// The first rows of those that it gets, as many as are wanted: twice as many are kept, then the worse half is given up.
private struct RowSelection {
  private let limit: Int
  private var kept: [(places: [SortColumn.Place], row: Int)] = []
  /// The last row that is wanted, of those that came first; `nil` before there are as many.
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

/// Sorting by integers byte by byte, from the last one on, as far as they differ.
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
