package import Riffle

/// The order of hits that match equally well: that of the list or the opposite, for lists of any length.
///
/// An index has only 65,536 weights to order equal hits by, so in a long list neighbouring lines share one. A window of hits is
/// therefore searched with a margin at both ends: as many hits as may share one weight. These are then sorted.
package struct EqualHits: Sendable {
  /// Whether, of equal hits, later ones are better.
  package let isReversed: Bool

  /// Groups of weights, with the number of lines that share each, from the first lines on.
  private let groups: [(count: Int, size: Int)]

  /// The first lines have unique weights; beyond ten million lines some hundreds share one.
  package static let standardGroups = [
    (count: 1 << 15, size: 1), (count: 28_000, size: 1 << 9), (count: 4_768, size: 1 << 16),
  ]

  package init(isReversed: Bool, groups: [(count: Int, size: Int)] = EqualHits.standardGroups) {
    (self.isReversed, self.groups) = (isReversed, groups)
  }

  /// Returns the weight that a line is indexed with.
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
    // Beyond some three hundred million lines, all later ones share a weight.
    return isReversed ? .max : 0
  }

  /// Returns the most lines of a list that share one weight.
  package func largestGroup(ofLineCount count: Int) -> Int {
    var (rest, largest) = (count, 1)
    for group in groups where rest > 0 {
      largest = max(largest, group.size)
      rest -= group.count * group.size
    }
    return largest
  }

  /// Returns a request for all hits that may belong to the window of another one.
  package func widened(_ request: SearchRequest, lineCount: Int) -> SearchRequest {
    let margin = largestGroup(ofLineCount: lineCount)
    if margin <= 1 || request.limit == .max { return request }
    var wide = request
    wide.offset = max(0, request.offset - margin)
    wide.limit = request.offset - wide.offset + request.limit + margin
    return wide
  }

  /// Returns whether a hit precedes another, each with its line.
  func isBefore(_ a: (score: Score, line: UInt32), _ b: (score: Score, line: UInt32)) -> Bool {
    let (first, second) = (a.score.beforeWords, b.score.beforeWords)
    if first != second { return first < second }
    return isReversed ? a.line > b.line : a.line < b.line
  }

  /// Returns the window of a request from the hits of the widened one.
  package func window<ID>(
    of hits: some Sequence<Hit<UInt32, ID>>, _ request: SearchRequest, widened: SearchRequest
  ) -> ArraySlice<Hit<UInt32, ID>> {
    let sorted = hits.sorted { isBefore(($0.score, $0.element), ($1.score, $1.element)) }
    return sorted.dropFirst(request.offset - widened.offset).prefix(request.limit)
  }
}
