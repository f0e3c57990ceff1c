/// A counter of the units and words of a title, token by token, as in ``ItemLayout``.
struct TitleWalk {
  private var words: Int32 = 0
  private var units: Int32 = 0
  private var hasCompound = false
  /// How many parts the first word has, while it is the only one.
  private var unitsOfFirst: Int32 = 0

  /// Where the next token begins.
  @inline(__always)
  mutating func next(_ kind: TokenKind) -> Int32 {
    var unit = units
    switch kind {
    case .simple:
      units += 1
      words += 1
    case .compound:
      words += 1
      hasCompound = true
    case .part: units += 1
    case .inner: break
    case .extra, .extraAcross, .spelling: unit = max(0, units - 1)
    }
    if words == 1 { unitsOfFirst = units }
    return unit
  }

  /// How many words the title has; the parts of a compound that is all of it count as its words.
  var wordCount: Int32 { words == 1 && hasCompound ? unitsOfFirst : words }
}
