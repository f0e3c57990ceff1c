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
  /// Whether reach has cut off rows that match; `nil` if that has not been found out.
  var isCutByReach: Bool?
  /// How the hits of each segment match; nothing if there is nothing to match.
  let matches: [PartMatches]
  var work = SearchWork()
  var ending = SearchEnding.complete
}

/// A hit before it is shown, of one part of a list: smaller is better.
struct PlacedRow: Sendable, Comparable {
  let place: ListRow
  let score: Score
  /// What decides between equal scores; see ``RankedRow``.
  let length: UInt32
  /// What decides between equal lengths: the place in the list.
  let label: OrderLabel

  init(_ place: ListRow, _ label: OrderLabel, score: Score = Score(rawValue: 0), length: UInt32 = 0) {
    self.place = place
    self.label = label
    self.score = score
    self.length = length
  }

  static func < (a: PlacedRow, b: PlacedRow) -> Bool {
    if a.score != b.score { return a.score < b.score }
    if a.length != b.length { return a.length < b.length }
    return a.label < b.label
  }

  static func == (a: PlacedRow, b: PlacedRow) -> Bool { a.place == b.place && a.score == b.score }

  func with(_ score: Score) -> PlacedRow { PlacedRow(place, label, score: score, length: length) }

  /// What rows of other parts have to be better than to be no worse, whatever stands first in the list.
  var bound: RankedRow { RankedRow(score: score, length: Int(length), row: Int(UInt32.max)) }
}
