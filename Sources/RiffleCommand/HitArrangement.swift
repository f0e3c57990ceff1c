import Riffle

/// The printed order of hits, if they are of several searches, or in an order that no single search returns.
struct HitArrangement {
  /// The order of hits that match equally well.
  enum Equals { case length, first, last }

  var order = HitOrder.relevance
  var equals = Equals.length
  /// In list order, the cost in ``CostTable/unit``s up to which a hit is certain, regardless of the other lines. Hits that cost
  /// more are printed last, because only the end of the list decides on them.
  var certainUnits = UInt32.max

  /// A hit, and the search that it matches best.
  struct Arranged {
    var hit: LineHit
    let search: Int
  }

  /// Whether a single search returns its hits in this order.
  var isThatOfASearch: Bool { equals == .length && certainUnits == .max }

  /// Whether certain hits come first, in the order of the list.
  var beginsWithCertain: Bool { order == .list && equals != .last }

  /// Returns the hits of several searches without repeats, each for the search that it matches best.
  /// - Complexity: O(*n* log *n*).
  func arranged(_ results: [LineResults]) -> ArrangedHits {
    var places: [HitPlace] = []
    if results.count == 1 {
      places = results[0].indices.map { HitPlace(search: 0, hit: UInt32(truncatingIfNeeded: $0)) }
    } else {
      var best: [UInt32: HitPlace] = [:]
      for (search, found) in results.enumerated() {
        for hit in found.indices {
          let ranked = found.ranked(hit)
          if let other = best[ranked.row], other.ranked(in: results) <= ranked { continue }
          best[ranked.row] = HitPlace(
            search: UInt32(truncatingIfNeeded: search), hit: UInt32(truncatingIfNeeded: hit))
        }
      }
      places = Array(best.values)
    }
    places.sort { comesBefore($0.ranked(in: results), $1.ranked(in: results)) }
    return ArrangedHits(results: results, places: places)
  }

  private func comesBefore(_ a: RankedRow, _ b: RankedRow) -> Bool {
    if order == .list {
      let areCertain = (a.score.units <= certainUnits, b.score.units <= certainUnits)
      if areCertain.0 != areCertain.1 { return areCertain.0 }
      return isFirst(a, b)
    }
    if equals == .length { return a < b }
    let (first, second) = (a.score.beforeWords, b.score.beforeWords)
    return first == second ? isFirst(a, b) : first < second
  }

  private func isFirst(_ a: RankedRow, _ b: RankedRow) -> Bool { equals == .last ? a.row > b.row : a.row < b.row }

  /// Returns whether no other line can keep this one from being a hit.
  func isCertain(_ hit: LineHit) -> Bool { hit.score.units <= certainUnits }
}

/// A hit by number, which takes less memory than the hit.
private struct HitPlace {
  let search, hit: UInt32

  func ranked(in results: [LineResults]) -> RankedRow { results[Int(search)].ranked(Int(hit)) }
}

/// The hits of several searches in their common order.
struct ArrangedHits: RandomAccessCollection {
  private let results: [LineResults]
  private let places: [HitPlace]

  fileprivate init(results: [LineResults], places: [HitPlace]) { (self.results, self.places) = (results, places) }

  var startIndex: Int { 0 }
  var endIndex: Int { places.count }

  subscript(position: Int) -> HitArrangement.Arranged {
    let place = places[position]
    return HitArrangement.Arranged(hit: results[Int(place.search)][Int(place.hit)], search: Int(place.search))
  }
}
