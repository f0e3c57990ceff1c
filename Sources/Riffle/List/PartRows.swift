/// Some of the rows of one part of a list, by rank: all live ones, or the hits of a query.
enum PartRows: Sendable {
  case live(LiveRows)
  case chosen(RankedBits)

  var count: Int {
    switch self {
    case .live(let rows): rows.count
    case .chosen(let rows): rows.setCount
    }
  }

  /// One bit for every row of the part.
  var bits: BitColumn {
    switch self {
    case .live(let rows): rows.bits ?? BitColumn(count: rows.rowCount, repeating: true)
    case .chosen(let rows): rows.bits
    }
  }

  func contains(_ row: Int) -> Bool {
    switch self {
    case .live(let rows): rows.contains(row)
    case .chosen(let rows): rows.bits[row]
    }
  }

  /// Returns how many of the rows come before `row`.
  func rank(_ row: Int) -> Int {
    switch self {
    case .live(let rows): rows.rank(row)
    case .chosen(let rows): rows.rank(row)
    }
  }

  /// The first of the rows at or after `row`; `end` if there is none before.
  /// - Complexity: O(log *n*); O(1) if it is near.
  func first(from row: Int, to end: Int) -> Int {
    switch self {
    case .live(let rows): rows.firstRow(from: row, to: end)
    case .chosen(let rows): rows.firstRow(from: row, to: end)
    }
  }
}
