/// The rows of a segment that are still in the list: all except the tombstones.
///
/// The latest tombstones are kept apart from the bits of all others, so that a change does not have to copy these.
struct LiveRows: Sendable {
  let rowCount: Int
  /// How many rows are live.
  private(set) var count: Int
  /// The rows that were live when there were too many tombstones to keep apart; `nil` for all.
  private var settled: RankedBits?
  /// The rows of ``settled`` that have died since, ascending.
  private var recent: [UInt32] = []
  /// Stands for ``settled``: copies that share it have the same one.
  private var settling: Settling?
  private var madeBits = MadeBits()

  /// More are not kept apart.
  private static let mostRecent = 512

  /// All of so many rows.
  init(rowCount: Int) {
    self.rowCount = rowCount
    count = rowCount
  }

  var areAll: Bool { count == rowCount }

  func contains(_ row: Int) -> Bool {
    guard settled?.bits[row] ?? true else { return false }
    if recent.isEmpty { return true }
    let place = recentCount(before: row)
    return place == recent.count || recent[place] != UInt32(truncatingIfNeeded: row)
  }

  /// Makes a live row a tombstone.
  /// - Complexity: O(1) on average, as long as that has not been done 512 times; then O(rows / 64).
  mutating func remove(_ row: Int) {
    recent.insert(UInt32(truncatingIfNeeded: row), at: recentCount(before: row))
    count -= 1
    // A snapshot that shares them may still make them, of the rows as they were.
    if !isKnownUniquelyReferenced(&madeBits) || madeBits.areSomeMade { madeBits = MadeBits() }
    if recent.count > LiveRows.mostRecent { settle() }
  }

  /// Makes live rows tombstones.
  /// - Parameter rows: none of them twice, in any order.
  /// - Complexity: O(`rows.count`), and O(rows / 64) if they are many.
  mutating func remove(contentsOf rows: [UInt32]) {
    guard recent.count + rows.count > LiveRows.mostRecent else {
      for row in rows { remove(Int(row)) }
      return
    }
    recent += rows
    count -= rows.count
    madeBits = MadeBits()
    settle()
  }

  private mutating func settle() {
    settled = RankedBits(makeBits())
    settling = Settling(settling?.byOrdinal.made?.without(recent))
    recent = []
  }

  /// The latest tombstones of both, ascending, if those that came before are the same.
  func latestTombstones(of other: LiveRows) -> (own: [Int], others: [Int])? {
    guard settling === other.settling else { return nil }
    return (recent.map { Int($0) }, other.recent.map { Int($0) })
  }

  /// How many live rows come before `row`.
  /// - Complexity: O(log *t*) in the number of latest tombstones, at most 512.
  func rank(_ row: Int) -> Int {
    (settled?.rank(row) ?? min(row, rowCount)) - (recent.isEmpty ? 0 : recentCount(before: row))
  }

  /// The row that has `rank` live rows before it; the number of rows if there is none.
  /// - Complexity: O(log *n*) in the number of rows.
  func row(ofRank rank: Int) -> Int {
    if areAll { return min(rank, rowCount) }
    // The rank after a row is larger than before it if the row is live.
    return (0..<rowCount).partitioningIndex { self.rank($0 + 1) > rank }
  }

  /// The first live row at or after `row`; `end` if there is none before.
  /// - Complexity: O(1) if it is among the next eight, otherwise O(log *n*), however many tombstones lie between.
  func firstRow(from row: Int, to end: Int) -> Int {
    var row = row
    let near = min(end, row + 8)
    while row < near {
      if contains(row) { return row }
      row += 1
    }
    return row < end ? min(end, self.row(ofRank: rank(row))) : end
  }

  private func recentCount(before row: Int) -> Int {
    recent.partitioningIndex { Int($0) >= row }
  }

  /// One bit for every row; `nil` if all are live.
  /// - Complexity: O(rows / 64) the first time.
  var bits: BitColumn? {
    if areAll { return nil }
    return madeBits.all.value { makeBits() }
  }

  /// The live rows among `rows`; `nil` if all rows are live. The result is cached: `rows` must be equal in every call.
  /// - Complexity: O(rows / 64) the first time.
  func bits(within rows: BitColumn?) -> BitColumn? {
    guard let rows, let all = bits else { return bits }
    return madeBits.some.value {
      var some = all
      some.formIntersection(rows)
      return some
    }
  }

  /// The same by ordinal. The result is cached: `order` and `ordinals` must be equal in every call.
  /// - Complexity: O(rows / 64) the first time, if it was computed before the latest tombstones came; otherwise O(rows).
  func bits(by order: StaticOrder, within ordinals: BitColumn?) -> BitColumn? {
    if areAll { return nil }
    return madeBits.someByOrdinal.value {
      var bits = settledByOrdinal(order) ?? BitColumn(count: rowCount, repeating: true)
      for row in recent { bits.remove(order.ordinal(Int(row))) }
      if let ordinals { bits.formIntersection(ordinals) }
      return bits
    }
  }

  private func settledByOrdinal(_ order: StaticOrder) -> BitColumn? {
    guard let settled else { return nil }
    return settling?.byOrdinal.value { OrdinalBits(order.ordinals(ofRows: settled.bits), order) }.column
  }

  private func makeBits() -> BitColumn {
    var bits = settled?.bits ?? BitColumn(count: rowCount, repeating: true)
    for row in recent { bits.remove(Int(row)) }
    return bits
  }

  /// The rows that are live here and not in `later`, ascending; all that are live if that is `nil`.
  /// - Complexity: O(rows / 64), or O(1) if nothing has changed since.
  func rows(goneIn later: LiveRows?) -> [Int] {
    if let later, later.count == count { return [] }
    var gone = bits ?? BitColumn(count: rowCount, repeating: true)
    if let later, let left = later.bits { gone.subtract(left) }
    return gone.rows.map(Int.init)
  }
}

/// The bits of the live rows of one moment.
private final class MadeBits: Sendable {
  /// Of all live rows, and of those among others, by row and by ordinal.
  let all = Lazy<BitColumn>()
  let some = Lazy<BitColumn>()
  let someByOrdinal = Lazy<BitColumn>()

  var areSomeMade: Bool { all.made != nil || someByOrdinal.made != nil }
}

/// One bit for each ordinal of a segment.
private struct OrdinalBits: Sendable {
  let column: BitColumn
  private let order: StaticOrder

  init(_ column: BitColumn, _ order: StaticOrder) { (self.column, self.order) = (column, order) }

  func without(_ rows: [UInt32]) -> OrdinalBits {
    var left = column
    for row in rows { left.remove(order.ordinal(Int(row))) }
    return OrdinalBits(left, order)
  }
}

/// Stands for what has been settled once.
private final class Settling: Sendable {
  /// The settled rows by ordinal.
  let byOrdinal: Lazy<OrdinalBits>

  init(_ byOrdinal: OrdinalBits?) { self.byOrdinal = Lazy(byOrdinal) }
}

extension LiveRows: ColumnPart {
  func list(in columns: inout ColumnList) {
    if let settled { columns.add("settled", settled) }
    columns.add("recent", inMemory: recent)
  }
}
