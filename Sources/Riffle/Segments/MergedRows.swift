/// A row of one of several segments.
package struct MergeRow: Sendable, Hashable {
  package var source: UInt32
  package var row: UInt32

  package init(source: Int, row: Int) {
    self.source = UInt32(truncatingIfNeeded: source)
    self.row = UInt32(truncatingIfNeeded: row)
  }
}

/// The rows of several segments by their places in the merged one.
///
/// Columns are made piece by piece, and each piece source by source. So a source is read from its beginning to its
/// end, though its rows are scattered; and where they go stays in the cache until the other sources have filled the
/// rest.
struct MergedRows: ~Copyable {
  let count: Int
  /// By row of a source, those of the first source first: the row that it becomes, or ``dead``.
  private let newRows: [UInt32]
  /// For each source where its rows begin in ``newRows``, and the last one's end.
  private let firsts: [Int]
  /// By piece, then by source, the first row of the source that may stand in the piece; then where the sources end.
  private let starts: [UInt32]
  private let sourceCount: Int
  /// How many rows of each source are left.
  let liveCounts: [Int]

  /// How many rows a piece has.
  let pieceLength: Int
  private static let dead = UInt32.max

  /// - Parameters:
  ///   - sizes: how many rows each source has.
  ///   - order: fewer than `UInt32.max`; ascending within each source.
  init(_ order: [MergeRow], sizes: [Int], pieceLength: Int) {
    var firsts = [0]
    for size in sizes { firsts.append((firsts.last ?? 0) + size) }
    var newRows = [UInt32](repeating: MergedRows.dead, count: firsts.last ?? 0)
    var next = [UInt32](repeating: 0, count: sizes.count)
    var liveCounts = [Int](repeating: 0, count: sizes.count)
    var starts: [UInt32] = []
    for piece in stride(from: 0, to: order.count, by: pieceLength) {
      starts += next
      for index in piece..<min(piece + pieceLength, order.count) {
        let source = Int(order[index].source)
        let row = order[index].row
        precondition(row >= next[source] && row < sizes[source], "the rows of a source must be ascending")
        next[source] = row + 1
        liveCounts[source] += 1
        newRows[firsts[source] + Int(row)] = UInt32(truncatingIfNeeded: index)
      }
    }
    starts += next
    count = order.count
    self.pieceLength = pieceLength
    self.newRows = newRows
    self.firsts = firsts
    self.starts = starts
    self.liveCounts = liveCounts
    sourceCount = sizes.count
  }

  var pieceCount: Int { (count + pieceLength - 1) / pieceLength }

  /// The rows of a piece.
  func range(_ piece: Int) -> Range<Int> {
    piece * pieceLength..<min((piece + 1) * pieceLength, count)
  }

  /// Calls `body` with each row of a source that stands in a piece, ascending, and with the row that it becomes.
  @inline(__always)
  func forEach(in piece: Int, of source: Int, _ body: (_ old: Int, _ new: Int) -> Void) {
    let newRows = newRows.span
    let first = firsts[source]
    for old in Int(starts[piece * sourceCount + source])..<Int(starts[(piece + 1) * sourceCount + source]) {
      let new = newRows[first + old]
      if new != MergedRows.dead { body(old, Int(new)) }
    }
  }

  /// Calls `body` with each row of a source that is left out, ascending.
  @inline(__always)
  func forEachDead(of source: Int, _ body: (_ old: Int) -> Void) {
    guard hasDead(source) else { return }
    for index in firsts[source]..<firsts[source + 1] where newRows[index] == MergedRows.dead {
      body(index - firsts[source])
    }
  }

  /// The row that a row of a source becomes; `nil` if it is left out.
  @inline(__always)
  func newRow(of old: UInt32, _ source: Int) -> UInt32? {
    let new = newRows[firsts[source] + Int(old)]
    return new == MergedRows.dead ? nil : new
  }

  /// Prefetches what ``newRow(of:_:)`` needs.
  @inline(__always)
  func prefetchNewRow(of old: UInt32, _ source: Int) { newRows.prefetch(firsts[source] + Int(old)) }

  /// The distance in rows of prefetching.
  static let prefetchDistance = 24

  /// The sources, those first of which fewer rows are left.
  var sourcesBySize: [Int] { liveCounts.indices.sorted { liveCounts[$0] < liveCounts[$1] } }

  func hasDead(_ source: Int) -> Bool { liveCounts[source] < firsts[source + 1] - firsts[source] }
}
