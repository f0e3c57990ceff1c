/// What numbers or times rows of several parts of a list have.
struct NumberCounts {
  private let kind: FieldKind
  private let columns: [NumberColumn]
  private let rows: [BitColumn]

  /// - Parameters:
  ///   - columns: that of the field in each part.
  ///   - rows: of each part.
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

  /// How many rows have each code, ascending.
  /// - Complexity: O(rows), or O(rows × log rows) if the codes lie far apart.
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

  /// How many rows each bucket has, ascending; buckets without rows are left out.
  /// - Throws: ``FilterError/tooLarge(what:limit:)``.
  func histogram(_ buckets: Facet.Histogram) throws(FilterError) -> [FacetCounts.Value] {
    var counts: [UInt64: Int] = [:]
    // Neighbours mostly share a bucket.
    var latest: (bucket: UInt64, count: Int) = (0, 0)
    let most = Facet.maximumBucketCount
    forEachCode { code in
      let bucket = start(of: code, buckets)
      if bucket != latest.bucket {
        if latest.count > 0, counts.count <= most { counts[latest.bucket, default: 0] += latest.count }
        latest = (bucket, 0)
      }
      latest.count += 1
    }
    if latest.count > 0 { counts[latest.bucket, default: 0] += latest.count }
    guard counts.count <= most else { throw .tooLarge(what: "buckets in a histogram", limit: most) }
    return counts.sorted { $0.key < $1.key }.map {
      FacetCounts.Value(value: FieldCode.value($0.key, kind), count: $0.value)
    }
  }

  /// The code where the bucket of a code begins.
  private func start(of code: UInt64, _ buckets: Facet.Histogram) -> UInt64 {
    switch buckets {
    case .every(let width):
      if kind == .real {
        let number = FieldCode.real(code)
        let start = (number / width).rounded(.down) * width
        return FieldCode.code(start.isNaN ? number : start) ?? code
      }
      let unit = kind == .time ? width * 1000 : width
      let number = FieldCode.integer(code)
      guard let whole = Int64(exactly: unit) else {
        let start = (Double(number) / unit).rounded(.down) * unit
        return FieldCode.code(Int64(exactly: start.rounded(.up)) ?? (start < 0 ? .min : .max))
      }
      let rest = number % whole
      let (start, isBelow) = number.subtractingReportingOverflow(rest < 0 ? rest + whole : rest)
      return FieldCode.code(isBelow ? .min : start)
    case .months, .years:
      let time = Timestamp(millisecondsSince1970: FieldCode.integer(code))
      let (year, month) = time.yearAndMonth
      let start = Timestamp(year: year, month: buckets == .months ? month : 1)
      return FieldCode.code(start?.millisecondsSince1970 ?? .min)
    }
  }
}

extension NumberColumn {
  /// How many of some rows have each code, ascending.
  func counts(of rows: BitColumn) -> [(code: UInt64, count: Int)] {
    var (least, greatest) = (UInt64.max, UInt64.min)
    forEach(of: rows) { _, code in (least, greatest) = (min(least, code), max(greatest, code)) }
    if least > greatest { return [] }
    let most = steps(between: least, greatest)
    if most < 1 << 16 {
      var counts = [Int](repeating: 0, count: Int(most) + 1)
      forEach(of: rows) { _, code in counts[Int(steps(between: least, code))] += 1 }
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
