/// The hits of a query in all parts of a list.
struct ListAnswer: Sendable {
  enum Hits: Sendable {
    /// The best, best first.
    case ranked([PlacedRow])
    /// All hits, for each part, in list order.
    case inListOrder([RankedBits])
    /// The list as it is, or the part of it that is left: the query has no terms.
    case wholeList
  }

  /// A form of the query, and how its hits match.
  struct Form: Sendable {
    let query: PreparedQuery
    /// For each segment; nothing if there is nothing to match.
    var matches: [PartMatches] = []
  }

  /// The whole query first; see ``PreparedQuery/forms(of:isStrict:layouts:analyzer:costs:)``.
  let forms: [Form]
  let hits: Hits
  let total: Int
  /// `false` if there are more hits than ``total``.
  let isTotalExact: Bool
  /// Whether reach has cut off rows that match the whole query; `nil` if that has not been found out.
  let isCutByReach: Bool?
  /// The cost of the best hit in ``CostTable/unit``s; `UInt32.max` if there is none, or the query has no terms.
  let least: UInt32

  init(
    forms: [Form], hits: Hits, total: Int, isTotalExact: Bool, isCutByReach: Bool?, least: UInt32 = .max
  ) {
    self.forms = forms
    self.hits = hits
    self.total = total
    self.isTotalExact = isTotalExact
    self.isCutByReach = isCutByReach
    self.least = least
  }

  /// An answer that took no search.
  init(_ forms: [PreparedQuery], hits: Hits, total: Int) {
    self.init(
      forms: forms.map { Form(query: $0) }, hits: hits, total: total, isTotalExact: true, isCutByReach: nil)
  }

  /// The query has no terms, so it is no filter.
  var isUnfiltered: Bool { forms[0].query.isEmpty }

  func matches(ofPart part: Int, form: Int) -> PartMatches {
    part < forms[form].matches.count ? forms[form].matches[part] : PartMatches()
  }
}

/// A hit before it is shown, of one part of a list: smaller is better.
struct PlacedRow: Sendable, Comparable {
  let place: ListRow
  let score: Score
  /// What decides between equal scores; see ``RankedRow``.
  let length: UInt32
  /// What decides between equal lengths: the place in the list.
  let label: OrderLabel
  /// Which form of the query it was found by.
  let form: Int

  init(_ place: ListRow, _ label: OrderLabel, score: Score = Score(rawValue: 0), length: UInt32 = 0, form: Int = 0) {
    self.place = place
    self.label = label
    self.score = score
    self.length = length
    self.form = form
  }

  static func < (a: PlacedRow, b: PlacedRow) -> Bool {
    if a.score != b.score { return a.score < b.score }
    if a.length != b.length { return a.length < b.length }
    if a.score.isAsTyped != b.score.isAsTyped { return a.score.isAsTyped }
    return a.label < b.label
  }

  static func == (a: PlacedRow, b: PlacedRow) -> Bool { a.place == b.place && a.score == b.score }

  func with(_ score: Score) -> PlacedRow { PlacedRow(place, label, score: score, length: length, form: form) }

  /// A bound that rows of other parts must be better than, whatever their positions in the list.
  var bound: RankedRow { RankedRow(score: score, length: Int(length), row: Int(UInt32.max)) }
}
