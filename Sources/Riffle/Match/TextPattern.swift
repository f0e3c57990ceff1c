/// Folded text to be found as it is, punctuation and all.
package struct TextPattern: Sendable, Hashable {
  package enum Anchor: Sendable, Hashable {
    case anywhere
    /// At the start of the title.
    case titleStart
    /// At the end of a word.
    case wordEnd
    /// From the start of the title to its end.
    case wholeTitle
  }

  /// Not empty.
  package let bytes: [UInt8]
  package let anchor: Anchor

  package init(_ bytes: [UInt8], anchor: Anchor) {
    self.bytes = bytes
    self.anchor = anchor
  }

  /// The cheapest place where the pattern stands in the item, the leftmost of equals.
  func bestMatch(in item: borrowing ItemText, layout: borrowing ItemLayout, costs: CostTable) -> PatternMatch? {
    var best: PatternMatch?
    for field in Field.allCases {
      if anchor == .titleStart || anchor == .wholeTitle, field != .title { continue }
      let text = item.fields[Int(field.rawValue)]
      var start = 0
      let folded = text.bytes.span.extracting(first: text.foldedCount)
      while let offset = folded.firstOffset(of: bytes, from: start) {
        start = offset + 1
        let range = offset..<offset + bytes.count
        guard isAnchored(range, in: text) else { continue }
        let cost = cost(of: range, in: text, costs) + costs.cost(of: field)
        if cost < best?.cost ?? .max {
          best = PatternMatch(range: range, field: field, cost: cost, wayCost: cost - costs.cost(of: field))
          if best?.wayCost == 0 { break }
        }
      }
    }
    best?.locate(in: item, layout)
    return best
  }

  private func isAnchored(_ range: Range<Int>, in text: borrowing FieldText) -> Bool {
    switch anchor {
    case .anywhere: true
    case .titleStart: text.bytes[..<range.lowerBound].allSatisfy { $0 == 0x20 }
    case .wordEnd: TextPattern.isWordBoundary(range.upperBound, in: text, atEnd: true)
    case .wholeTitle:
      text.bytes[..<range.lowerBound].allSatisfy { $0 == 0x20 }
        && text.bytes[range.upperBound..<text.foldedCount].allSatisfy { $0 == 0x20 }
    }
  }

  private func cost(of range: Range<Int>, in text: borrowing FieldText, _ costs: CostTable) -> UInt32 {
    guard TextPattern.isWordBoundary(range.lowerBound, in: text, atEnd: false) else { return costs.infix }
    return TextPattern.isWordBoundary(range.upperBound, in: text, atEnd: true) ? 0 : costs.prefix
  }

  /// Whether no word, or part of a compound, goes on across `offset`.
  private static func isWordBoundary(_ offset: Int, in text: borrowing FieldText, atEnd: Bool) -> Bool {
    var isInsideWord = false
    for token in text.tokens where token.kind != .extra && token.kind != .extraAcross {
      let range = token.range
      if (atEnd ? range.upperBound : range.lowerBound) == offset { return true }
      if range.lowerBound < offset, offset < range.upperBound { isInsideWord = true }
    }
    return !isInsideWord
  }
}

/// Where a pattern stands.
package struct PatternMatch: Sendable, Hashable {
  /// In the folded text of the field.
  package let range: Range<Int>
  let field: Field
  let cost: UInt32
  let wayCost: UInt32
  private(set) var firstCounted: Int32 = 0
  private(set) var lastCounted: Int32 = 0
  private(set) var firstUnit: Int32 = 0
  private(set) var endUnit: Int32 = 0

  init(range: Range<Int>, field: Field, cost: UInt32, wayCost: UInt32) {
    self.range = range
    self.field = field
    self.cost = cost
    self.wayCost = wayCost
  }

  func assignment(_ costs: CostTable, clause: Int, alternative: Int) -> Assignment {
    var assignment = Assignment(clause: clause, alternative: alternative, pattern: self)
    assignment.wayCost = wayCost
    return assignment
  }

  /// Finds the words that the range touches; text without words lies at the word before it.
  mutating func locate(in item: borrowing ItemText, _ layout: borrowing ItemLayout) {
    var isFirst = true
    for (index, word) in layout.words.enumerated() where word.field == field {
      guard word.kind == .simple || word.kind == .part else { continue }
      let token = item.range(ofWord: index, in: layout)
      if token.upperBound <= range.lowerBound || isFirst {
        firstCounted = word.firstCounted
        lastCounted = word.lastCounted
        firstUnit = word.firstUnit
        endUnit = word.endUnit
      }
      guard token.overlaps(range) else { continue }
      if isFirst {
        firstCounted = word.firstCounted
        firstUnit = word.firstUnit
      }
      isFirst = false
      lastCounted = word.lastCounted
      endUnit = word.endUnit
    }
  }
}
