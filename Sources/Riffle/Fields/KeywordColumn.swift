/// The keywords of each row, as numbers of the distinct ones.
///
/// A keyword's number is its place in the order of keywords: by what they are compared by, their keys, then by their bytes. So all
/// that begin alike, or that lie between two others, are a range of numbers.
struct KeywordColumn: Sendable {
  /// The distinct keywords.
  let values: TextColumn
  /// Their keys; `nil` if they are compared as they are.
  private let folded: TextColumn?
  /// Of each row, or, one after the other, of all rows that have several.
  private let numbers: PackedColumn<UInt32>
  /// Where the numbers of each row begin, and the last one's end; `nil` if a row has one at most.
  private let starts: OffsetColumn?
  /// The rows that have a keyword; `nil` for all, and where rows have several.
  private let present: BitColumn?
  private let madeFirstEquals = Lazy<[UInt32]>()
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

  /// What keywords are compared by.
  private var keys: TextColumn { folded ?? values }

  var isFolded: Bool { folded != nil }
  var hasSeveral: Bool { starts != nil }

  /// Whether two keywords, by number, are equal.
  func areEqual(_ a: Int, _ b: Int) -> Bool {
    if a == b || folded == nil { return a == b }
    return KeywordColumn.compare(keys, a, keys, b) == 0
  }

  /// For each keyword the first one that is equal to it.
  /// - Complexity: O(*k*) the first time, for *k* keywords.
  var firstEquals: [UInt32] {
    madeFirstEquals.value {
      var firsts: [UInt32] = []
      firsts.reserveCapacity(values.count)
      for number in 0..<values.count {
        let isNew = number == 0 || !areEqual(number - 1, number)
        firsts.append(isNew ? UInt32(truncatingIfNeeded: number) : firsts[number - 1])
      }
      return firsts
    }
  }

  /// How a keyword and one of another column of the field are ordered: less than 0, 0 if they are the same, or more than 0.
  func compare(_ number: UInt32, _ other: KeywordColumn, _ otherNumber: UInt32) -> Int {
    let order = KeywordColumn.compare(keys, Int(number), other.keys, Int(otherNumber))
    return order != 0 || folded == nil
      ? order : KeywordColumn.compare(values, Int(number), other.values, Int(otherNumber))
  }

  /// The same by their keys alone: 0 if they are equal.
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

  /// What a keyword is compared by.
  func keyBytes(_ number: Int) -> [UInt8] {
    guard number < keys.count else { return [] }
    let bytes = keys.bytes
    return bytes.span(keys.range(number)).withUnsafeBufferPointer { Array($0) }
  }

  /// The numbers of the keywords that are in a range of keys.
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
  var rowsWithKeywords: BitColumn? {
    guard let starts else { return present }
    var rows = BitColumn(count: count)
    for row in 0..<count where !starts.range(row).isEmpty { rows.insert(row) }
    return rows
  }

  func hasKeyword(_ row: Int) -> Bool {
    if let starts { return !starts.range(row).isEmpty }
    return present.map { $0[row] } ?? true
  }

  /// The numbers of a row's keywords, as it was given them.
  func numbers(ofRow row: Int) -> [UInt32] {
    guard let starts else { return present.map { $0[row] } ?? true ? [number(numbers[row])] : [] }
    return numbers[starts.range(row).clamped(to: numbers.indices)].map { number($0) }
  }

  /// The least keyword of a row by number; the greatest if `isLast`. `nil` if it has none.
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

  /// Numbers of a damaged column may be any.
  @inline(__always)
  private func number(_ number: UInt32) -> UInt32 {
    min(number, UInt32(truncatingIfNeeded: max(1, values.count) - 1))
  }

  /// Calls `body` with the keywords of some rows: each row ascending, and all of its keywords.
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

  /// The rows that have one of some keywords.
  /// - Parameter ranges: their numbers; they ascend and do not meet.
  /// - Complexity: O(rows) for each range, or O(rows) for many.
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

  /// The rows whose keywords lie at some places of ``numbers``.
  private func rows(ofPlaces places: BitColumn, _ starts: OffsetColumn) -> BitColumn {
    var rows = BitColumn(count: count)
    var (row, end) = (0, count > 0 ? starts[1] : 0)
    places.forEachRow { place in
      if place >= end {
        // Most that are far are passed over at once.
        row =
          place - end > 64
          ? (row..<count).partitioningIndex { starts[$0 + 1] > place }
          : (row..<count).first { starts[$0 + 1] > place } ?? count
        if row < count { end = starts[row + 1] }
      }
      if row < count { rows.insert(row) }
    }
    return rows
  }
}

/// Some of the keywords by their keys.
enum KeywordRange: Sendable, Hashable {
  struct Bound: Sendable, Hashable {
    let key: [UInt8]
    let isIncluded: Bool
  }

  /// Those that begin with a key.
  case beginning([UInt8])
  /// Those between two; `nil` for no bound.
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

  /// - Throws: ``SegmentError`` if columns are missing, or do not belong together.
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
  }
}
