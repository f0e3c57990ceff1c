extension TextPattern {
  /// Whether the item matches, and where.
  /// - Complexity: O(*n*) in the length of the item.
  package func bestMatch(in item: borrowing ItemText, layout: borrowing ItemLayout, costs: CostTable) -> PatternMatch? {
    let place = cheapestPlace(in: item, layout: layout, costs: costs)
    return isNegated ? place == nil ? .absent : nil : place
  }

  /// The cheapest place where the text stands in the item, the leftmost of equals.
  private func cheapestPlace(
    in item: borrowing ItemText, layout: borrowing ItemLayout, costs: CostTable
  ) -> PatternMatch? {
    var best: PatternMatch?
    for field in Field.allCases {
      if anchor == .titleStart || anchor == .wholeTitle, field != .title { continue }
      let text = item.fields[Int(field.rawValue)]
      let folded = text.bytes.span.extracting(first: text.foldedCount)
      let shown = shownRange(of: folded)
      var starts = WordBoundaries(text)
      var ends = starts
      search.forEachOffset(in: folded) { offset in
        let range = offset..<offset + bytes.count
        let startsWord = starts.contains(range.lowerBound)
        let endsWord = ends.contains(range.upperBound)
        guard isAnchored(range, shown: shown, endsWord: endsWord) else { return true }
        let wayCost = !startsWord ? costs.infix : endsWord ? 0 : costs.prefix
        let cost = wayCost + layout.cost(of: field, costs)
        if cost < best?.cost ?? .max {
          best = PatternMatch(range: range, field: field, cost: cost, wayCost: wayCost)
        }
        return wayCost > 0
      }
    }
    best?.locate(in: item, layout)
    return best
  }

  /// - Parameter shown: the field without the blanks around it.
  func isAnchored(_ range: Range<Int>, shown: Range<Int>, endsWord: Bool) -> Bool {
    switch anchor {
    case .anywhere: true
    case .wordEnd: endsWord
    case .titleStart: range.lowerBound == shown.lowerBound
    case .wholeTitle: range == shown
    }
  }

  /// The text without the blanks around it.
  func shownRange(of folded: Span<UInt8>) -> Range<Int> {
    var range = 0..<folded.count
    while !range.isEmpty, isBlank(folded[range.lowerBound]) { range = range.lowerBound + 1..<range.upperBound }
    while !range.isEmpty, isBlank(folded[range.upperBound - 1]) { range = range.lowerBound..<range.upperBound - 1 }
    return range
  }
}

/// The places where no word, and no part of a compound, goes on; read from left to right. Extras lie in words, except for the
/// initials of a romanised text, or are not in the text at all, as the initials of Korean words.
private struct WordBoundaries {
  private let tokens: [Token]
  private let foldedCount: Int
  private var next = 0
  private var lastEnd = 0

  init(_ text: borrowing FieldText) {
    tokens = text.tokens
    foldedCount = text.foldedCount
  }

  /// - Parameter offset: not less than in the call before.
  mutating func contains(_ offset: Int) -> Bool {
    while next < tokens.count {
      let range = tokens[next].range
      let isApart = tokens[next].kind == .extra && range.lowerBound >= lastEnd && range.lowerBound < foldedCount
      if tokens[next].isSmallest || isApart {
        if range.upperBound > offset { break }
        lastEnd = range.upperBound
      }
      next += 1
    }
    return next == tokens.count || offset <= tokens[next].range.lowerBound
  }
}

extension Token {
  /// A word or part that has no parts: these follow each other in the text.
  fileprivate var isSmallest: Bool { kind == .simple || kind == .part }
}

/// The place of a pattern, or its absence if it is negated.
package struct PatternMatch: Sendable, Hashable {
  /// The match of a negated pattern: it takes nothing of the item and costs nothing, regardless of its neighbours.
  static let absent = PatternMatch(range: 0..<0, field: .title, cost: 0, wayCost: 0, isAbsent: true)

  package let isAbsent: Bool
  /// In the folded text of the field.
  package let range: Range<Int>
  package let field: Field
  let cost: UInt32
  package let wayCost: UInt32
  package private(set) var firstCounted: Int32 = 0
  package private(set) var lastCounted: Int32 = 0
  package private(set) var firstUnit: Int32
  package private(set) var endUnit: Int32 = 0

  init(
    range: Range<Int>, field: Field, cost: UInt32, wayCost: UInt32, firstUnit: Int32 = 0, isAbsent: Bool = false
  ) {
    self.isAbsent = isAbsent
    self.range = range
    self.field = field
    self.cost = cost
    self.wayCost = wayCost
    self.firstUnit = firstUnit
  }

  /// Finds the words that the range touches. Text without words lies at the word before it, and leaves
  /// that to others.
  mutating func locate(in item: borrowing ItemText, _ layout: borrowing ItemLayout) {
    var touchesWords = false
    for (index, word) in layout.words.enumerated() where word.field == field {
      guard word.kind == .simple || word.kind == .part else { continue }
      let token = item.range(ofWord: index, in: layout)
      if token.lowerBound >= range.upperBound { break }
      if !touchesWords {
        touchesWords = token.upperBound > range.lowerBound
        firstCounted = word.firstCounted
        firstUnit = word.firstUnit
      }
      lastCounted = word.lastCounted
      endUnit = touchesWords ? word.endUnit : word.firstUnit
    }
  }
}
