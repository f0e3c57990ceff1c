/// A hit before it is shown: smaller is better.
package struct RankedRow: Sendable, Hashable, Comparable {
  package let score: Score
  /// What decides between equal scores: of most modes the title's length in bytes. Between equal lengths it is whether the title
  /// shows the query exactly as it was typed.
  package let length: UInt32
  /// Position in list order, or the ordinal in the ``StaticOrder`` of a segment.
  package let row: UInt32

  package init(score: Score, length: Int, row: Int) {
    self.score = score
    self.length = UInt32(truncatingIfNeeded: length)
    self.row = UInt32(truncatingIfNeeded: row)
  }

  /// The best that a row can be.
  static func best(_ row: Int) -> RankedRow { RankedRow(score: Score(rawValue: 0), length: 0, row: row) }

  /// The same by another number of the row.
  func at(_ row: Int) -> RankedRow { RankedRow(score: score, length: Int(length), row: row) }

  /// That of a row that costs so many ``CostTable/unit``s more.
  func adding(_ cost: UInt32) -> RankedRow {
    RankedRow(score: score.adding(Int64(cost)), length: Int(length), row: Int(row))
  }

  /// The same of an item that shows so much of the query.
  func showing(marks: Bool, asTyped: Bool) -> RankedRow {
    RankedRow(score: score.showing(marks: marks, asTyped: asTyped), length: Int(length), row: Int(row))
  }

  package static func < (a: RankedRow, b: RankedRow) -> Bool {
    if a.score != b.score { return a.score < b.score }
    if a.length != b.length { return a.length < b.length }
    if a.score.isAsTyped != b.score.isAsTyped { return a.score.isAsTyped }
    return a.row < b.row
  }
}
