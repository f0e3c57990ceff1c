/// The rows of all parts of a list as a sort key orders them: a row with a lesser code comes first.
struct SortColumn: Sendable {
  private enum Source: Sendable {
    case numbers([NumberColumn])
    case flags([FlagColumn])
    case keywords(KeywordOrder)
    /// The rank of each hit, for each part by row.
    case ranks([[UInt32]])
  }

  /// The place of a row by one key.
  struct Place: Hashable, Comparable {
    /// 0 or 1; rows that lack the field are in one group, all others in the other.
    var group: UInt8
    /// 0 for rows that lack the field.
    var code: UInt64

    static func < (a: Place, b: Place) -> Bool { a.group != b.group ? a.group < b.group : a.code < b.code }
  }

  private let source: Source
  private let isDescending: Bool
  let presentGroup: UInt8
  let missingGroup: UInt8

  /// - Parameters:
  ///   - columns: the column of the field in each part.
  ///   - keywords: the order of the field's keywords; evaluated only for a keyword field.
  init(_ key: SortKey, _ columns: [FieldColumn], _ keywords: @autoclosure () -> KeywordOrder) {
    isDescending = key.isDescending
    presentGroup = key.missing == .first ? 1 : 0
    missingGroup = 1 - presentGroup
    switch columns.first {
    case .flags: source = .flags(columns.compactMap { if case .flags(let column) = $0 { column } else { nil } })
    case .keywords: source = .keywords(keywords())
    case .numbers, nil:
      source = .numbers(columns.compactMap { if case .numbers(let column) = $0 { column } else { nil } })
    }
  }

  /// Creates a column that orders hits as they are.
  /// - Parameters:
  ///   - ranked: all hits.
  ///   - rowCounts: the number of rows of each part.
  /// - Complexity: O(rows).
  init(ranked: [PlacedRow], rowCounts: [Int]) {
    isDescending = false
    (presentGroup, missingGroup) = (0, 1)
    var ranks = rowCounts.map { [UInt32](repeating: 0, count: $0) }
    for (rank, row) in ranked.enumerated() {
      ranks[Int(row.place.part)][Int(row.place.row)] = UInt32(truncatingIfNeeded: rank)
    }
    source = .ranks(ranks)
  }

  @inline(__always)
  private func directed(_ code: UInt64) -> UInt64 { isDescending ? ~code : code }

  func place(_ row: Int, part: Int) -> Place {
    let code =
      switch source {
      case .numbers(let columns): columns[part].code(row)
      case .flags(let columns): columns[part].flag(row).map { $0 ? 1 : 0 as UInt64 }
      case .keywords(let order): order.code(row, part: part, isLast: isDescending)
      case .ranks(let ranks): UInt64(ranks[part][row])
      }
    return code.map { Place(group: presentGroup, code: directed($0)) } ?? Place(group: missingGroup, code: 0)
  }

  /// Calls `body` with the codes of those rows of a part that have the field, ascending by row.
  @inline(__always)
  func forEach(of rows: BitColumn, part: Int, _ body: (_ row: Int, _ code: UInt64) -> Void) {
    // Nothing of this is read for each row: it would be copied for each.
    let direction: UInt64 = isDescending ? .max : 0
    switch source {
    case .numbers(let columns): columns[part].forEach(of: rows) { body($0, $1 ^ direction) }
    case .flags(let columns):
      let column = columns[part]
      rows.forEachRow { row in if let flag = column.flag(row) { body(row, (flag ? 1 : 0) ^ direction) } }
    case .ranks(let ranks):
      let ranks = ranks[part]
      rows.forEachRow { body($0, UInt64(ranks[$0])) }
    case .keywords(let order):
      order.forEach(of: rows, part: part, isLast: isDescending) { body($0, $1 ^ direction) }
    }
  }
}
