/// A keyword field, by row: numbers of distinct keywords.
///
/// The number of a keyword is its place in the order by key, then by bytes; the key is the folded keyword, or its bytes. So a
/// prefix or a range of keywords is a range of numbers.
struct KeywordColumn: Sendable {
  /// The distinct keywords.
  let values: TextColumn
  /// The keys of ``values``; `nil` if keywords are compared by their bytes.
  private let folded: TextColumn?
  /// One number for each row, or the numbers of all rows one after the other.
  private let numbers: PackedColumn<UInt32>
  /// The place of each row's first number, and the end of the last row; `nil` if rows have one keyword at most.
  private let starts: OffsetColumn?
  /// The rows that have a keyword; `nil` for all rows, and for fields of several keywords.
  private let present: BitColumn?
  private let madeFirstEquals = Lazy<[UInt32]?>()
  private let madeRowsWithKeywords = Lazy<BitColumn>()
  let tallies = KeywordTallies()
  let count: Int

  init(
    values: TextColumn, folded: TextColumn?, numbers: PackedColumn<UInt32>, starts: OffsetColumn?, present: BitColumn?
  ) {
    self.values = values
    self.folded = folded
    self.numbers = numbers
    self.starts = starts
    self.present = present
    count = starts.map { max(0, $0.count - 1) } ?? numbers.count
  }

  // MARK: - Keywords

  /// The keys of all keywords.
  private var keys: TextColumn { folded ?? values }

  var isFolded: Bool { folded != nil }
  var hasSeveral: Bool { starts != nil }

  /// Whether two keywords have the same key.
  func areEqual(_ a: Int, _ b: Int) -> Bool {
    if a == b || folded == nil { return a == b }
    return KeywordColumn.compare(keys, a, keys, b) == 0
  }

  /// The first keyword that is equal to each one; `nil` if no two are equal.
  /// - Complexity: O(*k*) the first time, for *k* keywords.
  var firstEquals: [UInt32]? {
    if folded == nil { return nil }
    return madeFirstEquals.value {
      var firsts: [UInt32] = []
      var areDistinct = true
      firsts.reserveCapacity(values.count)
      for number in 0..<values.count {
        let isNew = number == 0 || !areEqual(number - 1, number)
        firsts.append(isNew ? UInt32(truncatingIfNeeded: number) : firsts[number - 1])
        if !isNew { areDistinct = false }
      }
      return areDistinct ? nil : firsts
    }
  }

  /// Compares a keyword with one of another column by key, then by bytes; less than 0 if it comes first, 0 if they are the same.
  func compare(_ number: UInt32, _ other: KeywordColumn, _ otherNumber: UInt32) -> Int {
    let order = KeywordColumn.compare(keys, Int(number), other.keys, Int(otherNumber))
    return order != 0 || folded == nil
      ? order : KeywordColumn.compare(values, Int(number), other.values, Int(otherNumber))
  }

  /// Compares a keyword with one of another column by key.
  func compareKeys(_ number: UInt32, _ other: KeywordColumn, _ otherNumber: UInt32) -> Int {
    KeywordColumn.compare(keys, Int(number), other.keys, Int(otherNumber))
  }

  private static func compare(_ a: TextColumn, _ row: Int, _ b: TextColumn, _ otherRow: Int) -> Int {
    let (bytes, others) = (a.bytes, b.bytes)
    let (span, other) = (bytes.span(a.range(row)), others.span(b.range(otherRow)))
    for index in 0..<min(span.count, other.count) where span[index] != other[index] {
      return span[index] < other[index] ? -1 : 1
    }
    return span.count - other.count
  }

  /// The key of a keyword.
  func keyBytes(_ number: Int) -> [UInt8] {
    guard number < keys.count else { return [] }
    let bytes = keys.bytes
    return [UInt8](copying: bytes.span(keys.range(number)))
  }

  /// The numbers of the keywords whose keys are in a range.
  func numbers(_ range: KeywordRange) -> Range<Int> {
    switch range {
    case .beginning(let prefix):
      let start = firstNumber { !$0.isOrderedBefore(prefix.span) }
      return start..<max(start, firstNumber { !$0.isOrderedBefore(prefix.span) && !$0.starts(with: prefix) })
    case .between(let lower, let upper):
      let start = lower.map { bound in
        firstNumber { bound.isIncluded ? !$0.isOrderedBefore(bound.key.span) : bound.key.span.isOrderedBefore($0) }
      }
      let end = upper.map { bound in
        firstNumber { bound.isIncluded ? bound.key.span.isOrderedBefore($0) : !$0.isOrderedBefore(bound.key.span) }
      }
      return (start ?? 0)..<max(start ?? 0, end ?? keys.count)
    }
  }

  private func firstNumber(_ isAfter: (Span<UInt8>) -> Bool) -> Int {
    let bytes = keys.bytes
    return (0..<keys.count).partitioningIndex { isAfter(bytes.span(keys.range($0))) }
  }

  // MARK: - Rows

  /// The rows that have a keyword; `nil` for all.
  /// - Complexity: O(rows) the first time.
  var rowsWithKeywords: BitColumn? {
    guard let starts else { return present }
    return madeRowsWithKeywords.value {
      var rows = BitColumn(count: count)
      for row in 0..<count where !starts.range(row).isEmpty { rows.insert(row) }
      return rows
    }
  }

  func hasKeyword(_ row: Int) -> Bool {
    if let starts { return !starts.range(row).isEmpty }
    return present.map { $0[row] } ?? true
  }

  /// The numbers of a row's keywords, in the order of the item.
  func numbers(ofRow row: Int) -> [UInt32] {
    guard let starts else { return present.map { $0[row] } ?? true ? [number(numbers[row])] : [] }
    return numbers[starts.range(row).clamped(to: numbers.indices)].map { number($0) }
  }

  /// The least number of a row, or the greatest if `isLast`; `nil` if it has no keyword.
  @inline(__always)
  func number(ofRow row: Int, isLast: Bool) -> UInt32? {
    guard let starts else { return present.map { $0[row] } ?? true ? number(numbers[row]) : nil }
    var found: UInt32?
    numbers.forEach(in: starts.range(row).clamped(to: numbers.indices)) { _, next in
      let number = number(next)
      found = found.map { isLast ? max($0, number) : min($0, number) } ?? number
    }
    return found
  }

  /// Limits a number to those that there are: zeros may have taken the place of a block, see ``BlockMemory``.
  @inline(__always)
  private func number(_ number: UInt32) -> UInt32 {
    min(number, UInt32(truncatingIfNeeded: max(1, values.count) - 1))
  }

  /// Calls `body` with all keywords of some rows, ascending by row.
  @inline(__always)
  func forEach(of rows: BitColumn, _ body: (_ row: Int, _ number: UInt32) -> Void) {
    let last = UInt32(truncatingIfNeeded: max(1, values.count) - 1)
    guard let starts else {
      var rows = rows
      if let present { rows.formIntersection(present) }
      return numbers.forEach(of: rows) { body($0, min($1, last)) }
    }
    rows.forEachRow { row in
      numbers.forEach(in: starts.range(row).clamped(to: numbers.indices)) { body(row, min($1, last)) }
    }
  }

  /// Calls `body` with the keywords of some rows, in any order: where rows lie side by side, all of theirs at once.
  @inline(__always)
  func forEachNumber(of rows: BitColumn, _ body: (_ number: UInt32) -> Void) {
    guard let starts else { return forEach(of: rows) { body($1) } }
    let last = UInt32(truncatingIfNeeded: max(1, values.count) - 1)
    var start = rows.firstRow(from: 0, to: count)
    while start < count {
      let end = rows.firstClearRow(from: start, to: count)
      let places = starts[start]..<max(starts[start], starts[end])
      numbers.forEach(in: places.clamped(to: numbers.indices)) { body(min($1, last)) }
      start = rows.firstRow(from: end, to: count)
    }
  }

  /// The rows that have any of some keywords.
  /// - Parameter ranges: their numbers, ascending, without overlaps.
  /// - Complexity: O(rows) for each of up to eight ranges, and O(rows) for more.
  func rows(of ranges: [Range<Int>]) -> BitColumn {
    var found = BitColumn(count: numbers.count)
    if ranges.count <= 8 {
      for range in ranges where !range.isEmpty {
        numbers.insertIndices(of: UInt32(range.lowerBound)...UInt32(range.upperBound - 1), into: &found)
      }
    } else {
      var wanted = BitColumn(count: values.count)
      for range in ranges { wanted.insert(range.clamped(to: 0..<values.count)) }
      numbers.forEach(in: numbers.indices) { if wanted[Int(number($1))] { found.insert($0) } }
    }
    guard let starts else {
      if let present { found.formIntersection(present) }
      return found
    }
    return rows(ofPlaces: found, starts)
  }

  /// The rows that some places of ``numbers`` belong to.
  private func rows(ofPlaces places: BitColumn, _ starts: OffsetColumn) -> BitColumn {
    var rows = BitColumn(count: count)
    var (row, end) = (0, count > 0 ? starts[1] : 0)
    places.forEachRow { place in
      if place >= end {
        row = starts.firstIndex(from: row, endingBeyond: place)
        if row < count { end = starts[row + 1] }
      }
      if row < count { rows.insert(row) }
    }
    return rows
  }
}

/// A range of keywords by key.
enum KeywordRange: Sendable, Hashable {
  struct Bound: Sendable, Hashable {
    let key: [UInt8]
    let isIncluded: Bool
  }

  /// The keywords whose keys have a prefix.
  case beginning([UInt8])
  /// The keywords between two bounds; `nil` for no bound.
  case between(Bound?, Bound?)

  static func equal(_ key: [UInt8]) -> KeywordRange {
    .between(Bound(key: key, isIncluded: true), Bound(key: key, isIncluded: true))
  }
}

extension KeywordColumn: ColumnPart {
  func list(in columns: inout ColumnList) {
    columns.add("values", values)
    if let folded { columns.add("folded", folded) }
    columns.add("numbers", numbers)
    if let starts { columns.add("starts", starts) }
    columns.add("present", present)
  }

  /// - Throws: ``SegmentError`` if columns are missing or contradict each other.
  init(_ columns: ColumnSource, _ field: FieldDefinition) throws(SegmentError) {
    values = try columns.part("values")
    let keys: TextColumn? = field.isFolded ? try columns.part("folded") : nil
    try columns.check(keys == nil || keys?.count == values.count, "folded.places.distances")
    folded = keys
    numbers = try columns.whenRead.part("numbers")
    if field.hasSeveralValues {
      starts = try columns.whenRead.part("starts")
      present = nil
      count = max(0, (starts?.count ?? 0) - 1)
    } else {
      starts = nil
      present = try columns.bits("present", count: numbers.count)
      count = numbers.count
    }
    let isWithoutNumbers = starts == nil ? present.map { $0.setCount == 0 } ?? (count == 0) : numbers.count == 0
    try columns.check(values.count > 0 || isWithoutNumbers, "values.places.distances")
  }
}
