/// Counts of numbers or times in rows of several parts of a list.
struct NumberCounts {
  private let kind: FieldKind
  private let columns: [NumberColumn]
  private let rows: [BitColumn]

  /// - Parameters:
  ///   - columns: the column of the field in each part.
  ///   - rows: the rows of each part.
  init(_ kind: FieldKind, _ columns: [NumberColumn], _ rows: [BitColumn]) {
    (self.kind, self.columns, self.rows) = (kind, columns, rows)
  }

  @inline(__always)
  private func forEachCode(_ body: (UInt64) -> Void) {
    for (column, rows) in zip(columns, rows) { column.forEach(of: rows) { body($1) } }
  }

  /// The least and the greatest code; `nil` if no row has one.
  /// - Complexity: O(rows).
  var bounds: (least: UInt64, greatest: UInt64)? {
    var (least, greatest, isFound) = (UInt64.max, UInt64.min, false)
    forEachCode { code in
      (least, greatest, isFound) = (min(least, code), max(greatest, code), true)
    }
    return isFound ? (least, greatest) : nil
  }

  /// The number of rows for each code, ascending by code.
  /// - Complexity: O(rows), or O(rows × log rows) if codes span 65,536 steps or more.
  func counts() -> [(code: UInt64, count: Int)] {
    var found: [(code: UInt64, count: Int)] = []
    for (column, rows) in zip(columns, rows) { found += column.counts(of: rows) }
    if columns.count > 1 { found.sort { $0.code < $1.code } }
    var joined: [(code: UInt64, count: Int)] = []
    for (code, count) in found {
      if let last = joined.last, last.code == code {
        joined[joined.count - 1].count += count
      } else {
        joined.append((code, count))
      }
    }
    return joined
  }

  // MARK: - Histograms

  /// The number of rows in each bucket that has any, ascending.
  /// - Throws: ``FilterError/tooLarge(what:limit:)``.
  func histogram(_ buckets: Facet.Histogram) throws(FilterError) -> [FacetCounts.Value] {
    guard let found = self.buckets(buckets) else {
      throw .tooLarge(what: "buckets in a histogram", limit: Facet.maximumBucketCount)
    }
    return found.map { FacetCounts.Value(value: FieldCode.value($0.key, kind), count: $0.value) }
  }

  /// The number of rows in each bucket that has any, by the code where it begins, ascending; `nil` if they are too many.
  func buckets(_ buckets: Facet.Histogram) -> [(key: UInt64, value: Int)]? {
    var counts: [UInt64: Int] = [:]
    // Neighbouring rows often share a bucket.
    var latest: (bucket: UInt64, count: Int) = (0, 0)
    let most = Facet.maximumBucketCount
    func add(_ count: Int, at code: UInt64) {
      let bucket = start(of: code, buckets)
      if bucket != latest.bucket {
        if latest.count > 0, counts.count <= most { counts[latest.bucket, default: 0] += latest.count }
        latest = (bucket, 0)
      }
      latest.count += count
    }
    if let (first, length, stretches) = stretches(within: buckets) {
      for (place, count) in stretches.enumerated() where count > 0 { add(count, at: first + UInt64(place) * length) }
    } else {
      forEachCode { add(1, at: $0) }
    }
    if latest.count > 0 { counts[latest.bucket, default: 0] += latest.count }
    return counts.count <= most ? counts.sorted { $0.key < $1.key } : nil
  }

  /// The number of rows in stretches of equal length, each of which lies in one bucket: buckets, or days. So a bucket is found once
  /// for each stretch, and not for each row.
  /// - Returns: `nil` for reals, and if there would be 65,536 stretches or more.
  private func stretches(within buckets: Facet.Histogram) -> (first: UInt64, length: UInt64, counts: [Int])? {
    guard kind != .real, let (least, greatest) = bounds else { return nil }
    var width = 86_400_000.0
    if case .every(let given) = buckets { width = kind == .time ? given * 1000 : given }
    guard let length = Int64(exactly: width), length > 0 else { return nil }
    let first = FieldCode.code(NumberCounts.start(of: FieldCode.integer(least), width))
    let whole = UInt64(length)
    let last = (greatest - first) / whole
    // The least bucket of all may be shorter.
    guard FieldCode.integer(first) % length == 0, last < 1 << 16 else { return nil }
    var counts = [Int](repeating: 0, count: Int(last) + 1)
    forEachCode { counts[Int(min(last, ($0 &- first) / whole))] += 1 }
    return (first, whole, counts)
  }

  /// The code where the bucket of a code begins.
  private func start(of code: UInt64, _ buckets: Facet.Histogram) -> UInt64 {
    switch buckets {
    case .every(let width):
      if kind == .real { return FieldCode.code(NumberCounts.start(of: FieldCode.real(code), width)) ?? code }
      let number = FieldCode.integer(code)
      return FieldCode.code(NumberCounts.start(of: number, kind == .time ? width * 1000 : width))
    case .months, .years:
      let time = Timestamp(millisecondsSince1970: FieldCode.integer(code))
      let (year, month) = time.yearAndMonth
      let start = Timestamp(year: year, month: buckets == .months ? month : 1)
      return FieldCode.code(start?.millisecondsSince1970 ?? .min)
    }
  }

  /// The greatest multiple of a width that is no greater than a number; the number itself where reals lie farther apart than
  /// buckets do.
  private static func start(of number: Double, _ width: Double) -> Double {
    let quotient = (number / width).rounded(.down)
    // Rounded, the quotient may be the next whole number.
    for quotient in [quotient + 1, quotient, quotient - 1] {
      let start = quotient * width
      if start.isFinite, start <= number { return start }
    }
    // Below 0, a bucket may begin below all finite reals.
    return number.isFinite && number < 0 && quotient.isFinite ? -.infinity : number
  }

  /// The least integer of the bucket that an integer is in; the least integer of all if the bucket begins below it.
  private static func start(of number: Int64, _ width: Double) -> Int64 {
    if width <= 1 { return number }
    if width == .infinity { return number < 0 ? .min : 0 }
    if let whole = Int64(exactly: width) {
      let rest = number % whole
      let (start, isBelow) = number.subtractingReportingOverflow(rest < 0 ? rest + whole : rest)
      return isBelow ? .min : start
    }
    let quotient = (Double(number) / width).rounded(.down)
    for quotient in [quotient + 1, quotient, quotient - 1] {
      if let start = Int64(exactly: (quotient * width).rounded(.up)), start <= number { return start }
    }
    return .min
  }
}

extension NumberColumn {
  /// The number of rows for each code, ascending by code.
  func counts(of rows: BitColumn) -> [(code: UInt64, count: Int)] {
    var (least, greatest) = (UInt64.max, UInt64.min)
    forEach(of: rows) { _, code in (least, greatest) = (min(least, code), max(greatest, code)) }
    if least > greatest { return [] }
    let most = steps(between: least, greatest)
    if most < 1 << 16 {
      var counts = [Int](repeating: 0, count: Int(most) + 1)
      forEach(of: rows) { _, code in counts[Int(min(steps(between: least, code), most))] += 1 }
      return counts.indices.compactMap { counts[$0] == 0 ? nil : (code(after: least, UInt64($0)), counts[$0]) }
    }
    var codes: [UInt64] = []
    forEach(of: rows) { codes.append($1) }
    codes.sort()
    var counts: [(code: UInt64, count: Int)] = []
    for code in codes {
      if let last = counts.last, last.code == code {
        counts[counts.count - 1].count += 1
      } else {
        counts.append((code, 1))
      }
    }
    return counts
  }
}
