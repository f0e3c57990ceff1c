/// What an item of the tail costs at least, as its letters and words say without its text being read.
///
/// Once the segments have given enough hits, hardly any item costs so little that it is worth reading.
struct TailScreen: Sendable {
  private struct ClauseScreen: Sendable {
    /// What the words that match literally begin with, each after the mark before it; whole words are marked on both sides.
    let begun, whole: [[UInt8]]
    /// The same of words that are the clause and the next one, or the one before.
    let joined: [[UInt8]]
    /// What any other way costs.
    let other: UInt32
  }

  private let letters: LetterScreen
  private let clauses: [ClauseScreen]
  private let costs: CostTable
  /// Whether words and their number decide what an item costs.
  private let isByWords: Bool

  init(_ prepared: PreparedQuery, _ folding: FoldingOptions) {
    letters = LetterScreen(prepared, folding)
    let scorer = prepared.scorer
    let costs = scorer.costs
    self.costs = costs
    isByWords = if case .words = prepared.way { true } else { false }
    func marked(_ row: Int?) -> [UInt8]? { row.map { [TailItem.wordMark] + scorer.rows[$0].term.bytes } }
    clauses =
      !prepared.isAskedByClauses
      ? []
      : scorer.clauses.enumerated().map { index, clause in
        var begun: [[UInt8]] = []
        var other = UInt32.max
        for alternative in clause.alternatives {
          guard case .term(let row) = alternative else {
            // Patterns stand anywhere.
            other = 0
            continue
          }
          if let term = marked(row) { begun.append(term) }
          guard scorer.rows[row].admitsLoose else { continue }
          other = min(other, costs.cheapestLoose)
          if HitSource.runLengths ~= scorer.rows[row].term.length { other = min(other, costs.cheapestWordRun) }
        }
        let joined = [marked(clause.joinedRow), index > 0 ? marked(scorer.clauses[index - 1].joinedRow) : nil]
        return ClauseScreen(
          begun: begun, whole: begun.map { $0 + [TailItem.wordMark] }, joined: joined.compactMap(\.self), other: other)
      }
  }

  /// What an item costs at least; `nil` if it costs more than `most`, or is no hit.
  func leastCost(_ item: TailItem, most: UInt32) -> UInt32? {
    guard letters.admits(item.letters, typos: Int(most / costs.typo)) else { return nil }
    guard isByWords else { return 0 }
    var total: UInt32 = 0
    for clause in clauses {
      let cost =
        clause.other == 0 || item.holdsAny(of: clause.whole)
        ? 0
        : min(
          item.holdsAny(of: clause.begun) ? costs.prefix : .max,
          item.holdsAny(of: clause.joined) ? costs.joined / 2 : .max, clause.other)
      total = total.addingClamped(cost)
      if total > most || cost == .max { return nil }
    }
    return total
  }
}

extension TailItem {
  fileprivate func holdsAny(of texts: [[UInt8]]) -> Bool {
    let words = words
    for text in texts where words.span.firstOffset(of: text) != nil { return true }
    return false
  }
}
