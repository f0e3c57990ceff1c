/// Lower bounds of the cost of a pattern, by the bytes of texts as they are.
///
/// Folding changes no more of ASCII than its capitals, and cuts it only between letters and digits and beside capitals; see
/// ``ASCIIWords``. So the bound of an ASCII text is mostly its cost, without folding and cutting.
struct PatternBounds: Sendable {
  private let needle: ASCIINeedle
  /// Where the needle has punctuation; `nil` if nowhere.
  private let mark: Int?
  private let fields: [Field]
  private let costs: CostTable
  private let segment: Segment
  /// The columns of ``fields``, stored flat.
  private let columns: [TextColumn]

  /// - Returns: `nil` if the texts do not say where the pattern is.
  init?(_ pattern: TextPattern, _ costs: CostTable, in segment: Segment) {
    let needle = ASCIINeedle(pattern.bytes, segment.options.folding)
    if pattern.isNegated || !needle.isPlain { return nil }
    self.needle = needle
    mark = needle.bytes.firstIndex(where: ASCIINeedle.isPunctuation)
    self.costs = costs
    self.segment = segment
    fields = (pattern.isInTitleOnly ? [.title] : Field.allCases).filter { segment.column($0).count > 0 }
    columns = fields.map { segment.column($0) }
  }

  /// A lower bound of the cost in a row, or in a text.
  struct Bound {
    var cost = UInt32.max
    /// Whether it is left open what letters beyond ASCII fold to.
    var isOpen = false
  }

  /// What the pattern costs at least in a row; `nil` if it does not stand there.
  /// - Parameters:
  ///   - row: its place in the list.
  ///   - paysForStart: whether it costs more elsewhere than at the start.
  /// - Complexity: O(*n*) in the length of the texts; O(*n* × *m*) for a pattern of *m* bytes that repeat themselves.
  func leastCost(_ row: Int, paysForStart: Bool) -> Bound? {
    if segment.unworded?[row] == true { return Bound(cost: 0, isOpen: true) }
    var least = Bound()
    for (field, column) in zip(fields, columns) {
      // A search text has no start.
      let fieldCost = costs.cost(of: field) + (paysForStart && field == .searchText ? costs.notAtStart : 0)
      // Fields come in the order of their costs.
      if fieldCost >= least.cost { break }
      let bytes = column.bytes
      let text = bytes.span(column.indexedRange(row))
      let bound = text.isASCII ? leastCost(inASCII: text) : leastCost(in: text)
      least.cost = min(least.cost, bound.cost.addingClamped(fieldCost))
      if bound.isOpen { least.isOpen = true }
    }
    return least.cost == .max ? nil : least
  }

  private func leastCost(inASCII text: Span<UInt8>) -> Bound {
    var least = Bound()
    var start = 0
    while let found = needle.nextCandidate(in: text, from: start), least.cost > 0 {
      least.cost = min(least.cost, leastCost(found..<found + needle.bytes.count, text))
      start = found + 1
    }
    return least
  }

  /// Other letters than those of ASCII may fold to any, but not to punctuation, except in rows that are left open as a whole.
  private func leastCost(in text: Span<UInt8>) -> Bound {
    guard let mark else { return Bound(cost: 0, isOpen: true) }
    let byte = needle.bytes[mark]
    var least = Bound()
    for found in 0..<text.count where text[found] == byte {
      guard let isOpen = fits(text, at: found, mark) else { continue }
      if isOpen { return Bound(cost: 0, isOpen: true) }
      let start = found - mark
      least.cost = min(least.cost, leastCost(start..<start + needle.bytes.count, text))
      if least.cost == 0 { break }
    }
    return least
  }

  /// Whether it is left open if the pattern stands where a byte of it was found; `nil` if it certainly does not.
  private func fits(_ text: Span<UInt8>, at offset: Int, _ mark: Int) -> Bool? {
    for direction in [-1, 1] {
      var (place, index) = (offset + direction, mark + direction)
      while needle.bytes.indices.contains(index) {
        guard place >= 0, place < text.count else { return nil }
        let byte = text[place]
        if byte > 0x7F { return true }
        if byte != needle.bytes[index], !(byte &- 0x41 < 26 && byte | 0x20 == needle.bytes[index]) { return nil }
        place += direction
        index += direction
      }
    }
    return false
  }

  private func leastCost(_ range: Range<Int>, _ text: Span<UInt8>) -> UInt32 {
    let infix = isInWord(range.lowerBound, text) ? costs.way(of: .infix).cost : nil
    let prefix = isInWord(range.upperBound, text) ? costs.literal(isWhole: false) : 0
    return infix ?? prefix
  }

  /// Whether a word certainly goes on at an offset.
  private func isInWord(_ offset: Int, _ text: Span<UInt8>) -> Bool {
    guard offset > 0, offset < text.count else { return false }
    let (before, after) = (text[offset - 1], text[offset])
    let areSmall = before &- 0x61 < 26 && after &- 0x61 < 26
    return areSmall || before &- 0x30 < 10 && after &- 0x30 < 10
  }
}
