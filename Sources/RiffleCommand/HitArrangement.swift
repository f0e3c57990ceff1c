import Riffle

/// The printed order of hits, if they are of several searches, or in an order that no single search returns.
struct HitArrangement {
  /// The order of hits that match equally well.
  enum Equals { case length, first, last }

  var order = HitOrder.relevance
  var equals = Equals.length
  /// In list order, the cost up to which a hit is certain, regardless of the other lines. Hits that cost more are printed last,
  /// because only the end of the list decides on them.
  var certainCost = Double.infinity

  /// A hit, and the search that it matches best.
  struct Arranged {
    var hit: LineHit
    let search: Int
  }

  /// Whether a single search returns its hits in this order.
  var isThatOfASearch: Bool { equals == .length && certainCost == .infinity }

  /// Returns the hits of several searches without repeats, each for the search that it matches best.
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

  /// Returns whether no other line can keep this one from being a hit.
  func isCertain(_ hit: LineHit) -> Bool { hit.score.cost <= certainCost }
}
