/// What is known of the hits of a query in all parts of a list.
struct ListAnswer: Sendable {
  enum Hits: Sendable {
    /// The best, best first.
    case ranked([PlacedRow])
    /// All, for each part: they are wanted as they stand in the list.
    case inListOrder([RankedBits])
    /// The list as it is, or the part of it that is left: the query has no terms.
    case wholeList
  }

  let query: PreparedQuery
  let hits: Hits
  let total: Int
  /// `false` if there are more hits than ``total``.
  let isTotalExact: Bool
  /// What knows how the hits of each segment match.
  let examiners: [RowExaminer?]
}

/// A hit before it is shown, of one part of a list.
struct PlacedRow: Sendable {
  let place: ListRow
  let score: Score
  let length: UInt32

  init(_ row: RankedRow, part: Int) {
    place = ListRow(part: part, row: Int(row.row))
    score = row.score
    length = row.length
  }

  init(_ place: ListRow, score: Score = Score(rawValue: 0)) {
    self.place = place
    self.score = score
    length = 0
  }

  /// What rows of other parts have to be better than to be no worse, whatever stands first in the list.
  var bound: RankedRow { RankedRow(score: score, length: Int(length), row: Int(UInt32.max)) }
}
