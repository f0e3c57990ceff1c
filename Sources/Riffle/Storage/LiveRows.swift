import Synchronization

/// Which rows of a segment are still in the list: all but the tombstones.
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
  private var lazyBits = LazyBits()

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
    if !isKnownUniquelyReferenced(&lazyBits) || lazyBits.areMade { lazyBits = LazyBits() }
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
    lazyBits = LazyBits()
    settle()
  }

  private mutating func settle() {
    settled = RankedBits(makeBits())
    settling = Settling()
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
    return lazyBits.all { makeBits() }
  }

  /// The live rows among `rows`; `nil` if all rows are live. The result is cached: `rows` must be equal in every call.
  /// - Complexity: O(rows / 64) the first time.
  func bits(within rows: BitColumn?) -> BitColumn? {
    guard let rows, let all = bits else { return bits }
    return lazyBits.some {
      var some = all
      some.formIntersection(rows)
      return some
    }
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

/// Bits that are made when somebody first asks for them. Several threads that ask at once may all make them; the first ones
/// made are kept.
private final class LazyBits: Sendable {
  private final class Bits: Sendable {
    let column: BitColumn
    init(_ column: BitColumn) { self.column = column }
  }

  /// Of all live rows, and of those among others.
  private let ofAll = AtomicLazyReference<Bits>()
  private let ofSome = AtomicLazyReference<Bits>()

  var areMade: Bool { ofAll.load() != nil }

  func all(_ make: () -> BitColumn) -> BitColumn {
    if let made = ofAll.load() { return made.column }
    return ofAll.storeIfNil(Bits(make())).column
  }

  func some(_ make: () -> BitColumn) -> BitColumn {
    if let made = ofSome.load() { return made.column }
    return ofSome.storeIfNil(Bits(make())).column
  }
}

/// Stands for what has been settled once.
private final class Settling: Sendable {}

extension LiveRows: ColumnPart {
  func list(in columns: inout ColumnList) {
    if let settled { columns.add("settled", settled) }
    columns.add("recent", inMemory: recent)
  }
}
