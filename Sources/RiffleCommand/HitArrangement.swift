import Riffle

/// The order in which hits are printed that several searches have found, or that no single search gives in this order.
struct HitArrangement {
  /// What decides between hits that match equally well.
  enum Equals { case length, first, last }

  var order = HitOrder.relevance
  var equals = Equals.length
  /// In list order, what a hit may cost to be one whatever the other lines are. Those that cost more come last, because only
  /// the end of the list says that they are hits.
  var certainCost = Double.infinity

  /// A hit, and which of the searches has found it best.
  struct Arranged {
    var hit: LineHit
    let search: Int
  }

  /// Whether one search gives its hits in this order.
  var isThatOfASearch: Bool { equals == .length && certainCost == .infinity }

  /// The hits of several searches, each once, as that of the search that it matches best.
  /// - Complexity: O(*n* log *n*).
  func arranged(_ results: [LineResults]) -> [Arranged] {
    var best: [Int: Arranged] = [:]
    for (search, results) in results.enumerated() {
      for hit in results {
        if let other = best[hit.lineNumber], other.hit.ranked <= hit.ranked { continue }
        best[hit.lineNumber] = Arranged(hit: hit, search: search)
      }
    }
    return best.values.sorted { comesBefore($0.hit, $1.hit) }
  }

  private func comesBefore(_ a: LineHit, _ b: LineHit) -> Bool {
    if order == .list {
      let areCertain = (isCertain(a), isCertain(b))
      if areCertain.0 != areCertain.1 { return areCertain.0 }
      return isFirst(a, b)
    }
    if equals == .length { return a.ranked < b.ranked }
    let (first, second) = (a.score.beforeWords, b.score.beforeWords)
    return first == second ? isFirst(a, b) : first < second
  }

  private func isFirst(_ a: LineHit, _ b: LineHit) -> Bool {
    equals == .last ? a.lineNumber > b.lineNumber : a.lineNumber < b.lineNumber
  }

  /// Whether no other line can keep this one from being a hit.
  func isCertain(_ hit: LineHit) -> Bool { hit.score.cost <= certainCost }
}
