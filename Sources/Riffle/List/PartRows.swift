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

  /// How many of the rows come before `row`.
  func rank(_ row: Int) -> Int {
    switch self {
    case .live(let rows): rows.rank(row)
    case .chosen(let rows): rows.rank(row)
    }
  }

  func contains(_ row: Int) -> Bool {
    switch self {
    case .live(let rows): rows.contains(row)
    case .chosen(let rows): rows.bits[row]
    }
  }
}
