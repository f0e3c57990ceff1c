/// A hit before it is shown: smaller is better.
package struct RankedRow: Sendable, Hashable, Comparable {
  package let score: Score
  package let titleLength: UInt32
  /// Position in list order.
  package let row: UInt32

  package init(score: Score, titleLength: Int, row: Int) {
    self.score = score
    self.titleLength = UInt32(truncatingIfNeeded: titleLength)
    self.row = UInt32(truncatingIfNeeded: row)
  }

  package static func < (a: RankedRow, b: RankedRow) -> Bool {
    if a.score != b.score { return a.score < b.score }
    if a.titleLength != b.titleLength { return a.titleLength < b.titleLength }
    return a.row < b.row
  }
}
