/// Finds the clauses that are literal in nothing of a row but single parts of compounds of its title, each in compounds where no other
/// clause is: if all clauses take literal words, these leave the rest of as many compounds out, which costs
/// (``CostTable/partOfCompound``).
struct LoneParts {
  // All are sets of clauses, one bit each.

  /// Those that may be either of several terms, of which nothing is said.
  private let several: UInt32
  /// Those that may take something else.
  private var free: UInt32
  /// Those that may take several units of the title at once, or none; complete after ``count(of:extensionUnits:)``.
  private(set) var wide: UInt32 = 0
  /// Those that are literal in the compound at hand.
  private var here: UInt32 = 0
  /// Those of them that may take more than one of its parts.
  private var reaching: UInt32 = 0
  /// Those that begin the compound, or an inner one of it. A clause takes the parts that its letters reach, so one that also
  /// begins the first part takes no more than that.
  private var beginning: UInt32 = 0
  private var partCount: Int32 = 0

  /// - Parameter several: the clauses that may be either of several terms.
  init(several: UInt32) {
    self.several = several
    free = several
  }

  /// Goes on to the next token of the title.
  @inline(__always)
  mutating func next(_ kind: TokenKind) {
    switch kind {
    case .simple, .compound:
      // Most words are simple, and follow one that is.
      if here != 0 { close(extensionUnits: 0) }
      partCount = 0
    case .part: partCount += 1
    case .inner, .extra, .extraAcross: break
    }
  }

  /// Adds a clause that is literal in the token at hand.
  ///
  /// - Parameters:
  ///   - kind: the token's; `nil` in other fields than the title.
  ///   - isExact: whether it is the whole token.
  @inline(__always)
  mutating func insert(_ clause: Int, _ kind: TokenKind?, isExact: Bool) {
    let bit: UInt32 = 1 << UInt32(clause)
    switch kind {
    case .part:
      here |= bit
      if partCount == 1 { beginning &= ~bit }
    case .compound, .inner:
      here |= bit
      // What begins later leaves the first part out.
      if partCount == 0, isExact { reaching |= bit }
      if partCount == 0, !isExact { beginning |= bit }
      if partCount > 0 { wide |= bit }
      wide |= bit & several
    case .extra, .extraAcross:
      free |= bit
      wide |= bit
    case .simple, nil: free |= bit
    }
  }

  @inline(never)
  private mutating func close(extensionUnits: Int32) {
    let isLone = here & (here &- 1) == 0 && here & (reaching | beginning) == 0 && partCount - extensionUnits > 1
    if !isLone { free |= here }
    wide |= reaching | beginning
    (here, reaching, beginning) = (0, 0, 0)
  }

  /// How many clauses there are of that kind.
  ///
  /// - Parameters:
  ///   - clauses: those that are literal in the row.
  ///   - extensionUnits: how many units at the end of the title need not be found.
  mutating func count(of clauses: UInt32, extensionUnits: Int32) -> UInt32 {
    if here != 0 { close(extensionUnits: extensionUnits) }
    return UInt32((clauses & ~free).nonzeroBitCount)
  }
}
