/// A pattern without letters and digits, found by the bytes of texts as they are.
///
/// In ASCII it never lies in a word, so that its first place in a text is the cheapest one, as
/// ``TextPattern/bestMatch(in:layout:costs:)`` finds it.
struct PunctuationPattern: Sendable {
  private let pattern: TextPattern
  let needle: ASCIINeedle
  private let isASCII: Bool
  /// Letters that a text must have before it is folded; none where folding is not that by default.
  private let letters: LineLetters
  /// The cost of a hit by field: at the unit that counts as the start of the field, and elsewhere.
  private let atStart, elsewhere: InlineArray<3, UInt32>

  /// A bound of a row's cost from its bytes.
  struct Bound: Equatable {
    /// What the row costs at least.
    let cost: UInt32
    /// Whether the row is a hit of this cost.
    let isExact: Bool
  }

  /// - Returns: `nil` if the pattern has letters or digits.
  init?(_ pattern: TextPattern, _ costs: CostTable, _ options: FoldingOptions) {
    var hasLetters = false
    TextPieces.forEach(in: pattern.bytes.span) { _ in hasLetters = true }
    if hasLetters { return nil }
    self.pattern = pattern
    func cost(in field: Int, at unit: Int32) -> UInt32 {
      let field = Field.allCases[field]
      let hit = TermHit(
        PatternMatch(range: 0..<0, field: field, cost: costs.cost(of: field), wayCost: 0, firstUnit: unit))
      return hit.cost + costs.start(hit, titleStart: 0)
    }
    atStart = InlineArray { cost(in: $0, at: 0) }
    elsewhere = InlineArray { cost(in: $0, at: 1) }
    needle = ASCIINeedle(pattern.bytes, options)
    isASCII = pattern.bytes.span.isASCII
    letters = options == FoldingOptions() ? LineLetters(pattern.bytes) : .empty
  }

  /// The fields in which the pattern counts, the cheapest first.
  var fields: [Field] { pattern.isInTitleOnly ? [.title] : Field.allCases }

  /// The bound of a row whose cheaper fields do not hold the pattern; `nil` if this field does not hold it either.
  ///
  /// - Parameters:
  ///   - text: a field whose punctuation is that of its folded text.
  ///   - first: the unit that counts as the start of the field.
  /// - Complexity: O(*n*) in the length of the text.
  @inline(__always)
  func bound(in text: Span<UInt8>, of field: Field, from first: Int32) -> Bound? {
    guard let start = needle.nextCandidate(in: text, from: 0) else { return nil }
    let end = start + pattern.bytes.count
    let (least, other) = (atStart[Int(field.rawValue)], elsewhere[Int(field.rawValue)])
    let shown = pattern.isInTitleOnly ? pattern.shownRange(of: text) : 0..<0
    // A mark behind the pattern may change how the pattern is folded.
    let isPlain = isASCII && text[start] <= 0x7F && (end == text.count || text[end] <= 0x7F)
    guard isPlain, pattern.anchor != .wholeTitle || text.isASCII else {
      guard needle.hasPunctuation(text) else { return nil }
      if !isASCII, !LineLetters(unfolded: text).contains(letters) { return nil }
      // The pattern does not lie in the ASCII before. The last unit there may not be one, with the mark that follows.
      if pattern.isInTitleOnly, start - shown.lowerBound >= pattern.bytes.count { return nil }
      let isBehindStart = least < other && ASCIIWords.unitCount(text.extracting(first: start)) - 2 > first
      return Bound(cost: isBehindStart ? other : least, isExact: false)
    }
    if pattern.isInTitleOnly, !pattern.isAnchored(start..<end, shown: shown, endsWord: true) { return nil }
    // There are no more units than bytes.
    let isAtStart =
      least < other && end > first && max(0, ASCIIWords.unitCount(text.extracting(first: end)) - 1) == first
    // A reading that is a guess costs more.
    return Bound(cost: isAtStart ? least : other, isExact: field != .reading)
  }
}
