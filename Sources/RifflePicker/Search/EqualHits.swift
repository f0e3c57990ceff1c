package import Riffle

/// Puts hits that match equally well in the order of the list, or in the opposite order, however long the list is.
///
/// An index has only 65,536 weights to order equals by, so in a long list neighbouring lines share one. Whoever wants a part
/// of the hits asks for more at both ends, by as many as there can be with one weight, and puts these in order.
package struct EqualHits: Sendable {
  /// Whether, of equals, later ones are better.
  package let isReversed: Bool

  /// How many weights are shared by how many lines each, the first lines first.
  private let groups: [(count: Int, size: Int)]

  /// The first lines have weights of their own, more than ten million share one with some hundreds.
  package static let standardGroups = [
    (count: 1 << 15, size: 1), (count: 28_000, size: 1 << 9), (count: 4_768, size: 1 << 16),
  ]

  package init(isReversed: Bool, groups: [(count: Int, size: Int)] = EqualHits.standardGroups) {
    (self.isReversed, self.groups) = (isReversed, groups)
  }

  /// The weight that a line is indexed with.
  package func weight(ofLine line: Int) -> UInt16 {
    var (rest, weight) = (line, 0)
    for group in groups {
      let lines = group.count * group.size
      if rest < lines {
        weight += rest / group.size
        return isReversed ? UInt16(clamping: weight) : .max - UInt16(clamping: weight)
      }
      (rest, weight) = (rest - lines, weight + group.count)
    }
    // Of some three hundred million lines those that come later are all alike.
    return isReversed ? .max : 0
  }

  /// How many lines of a list share one weight at most.
  package func largestGroup(ofLineCount count: Int) -> Int {
    var (rest, largest) = (count, 1)
    for group in groups where rest > 0 {
      largest = max(largest, group.size)
      rest -= group.count * group.size
    }
    return largest
  }

  /// The request whose hits hold all that may belong to the window of another one.
  package func widened(_ request: SearchRequest, lineCount: Int) -> SearchRequest {
    let margin = largestGroup(ofLineCount: lineCount)
    if margin <= 1 || request.limit == .max { return request }
    var wide = request
    wide.offset = max(0, request.offset - margin)
    wide.limit = request.offset - wide.offset + request.limit + margin
    return wide
  }

  /// Whether a hit comes before another, each with its line.
  func isBefore(_ a: (score: Score, line: UInt32), _ b: (score: Score, line: UInt32)) -> Bool {
    let (first, second) = (a.score.beforeWords, b.score.beforeWords)
    if first != second { return first < second }
    return isReversed ? a.line > b.line : a.line < b.line
  }

  /// The window of a request, of the hits of the widened one.
  package func window<ID>(
    of hits: some Sequence<Hit<UInt32, ID>>, _ request: SearchRequest, widened: SearchRequest
  ) -> ArraySlice<Hit<UInt32, ID>> {
    let sorted = hits.sorted { isBefore(($0.score, $0.element), ($1.score, $1.element)) }
    return sorted.dropFirst(request.offset - widened.offset).prefix(request.limit)
  }
}
