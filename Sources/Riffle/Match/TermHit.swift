/// One way for a term, or for two terms as one word, to match an item.
///
/// Places are those of ``ItemLayout``: units and counted words are numbered from 0 in each field, words in the item.
struct TermHit: Sendable {
  /// In ``CostTable/unit``s, without what a typo in the beginning of a word adds, which depends on the clause.
  var wayCost: UInt32
  /// For all terms of the hit.
  var fieldCost: UInt32
  var firstUnit: Int32
  var endUnit: Int32
  var firstCounted: Int32
  var lastCounted: Int32
  /// -1 for a pattern, which stands in the text, not in words.
  var firstWord: Int32
  var lastWord: Int32
  /// What it takes of a compound of the title, by its number in the row, if that is only a part of it; -1 otherwise.
  var part: Int32 = -1
  /// The next hit of the same term; -1 after the last.
  var next: Int32 = -1
  var way: Way
  var field: Field
  var typos: UInt8 = 0
  var typosInPrefix = false
  /// Whether all of the query is a whole phrase of the search text.
  var isName = false

  @inline(__always)
  var cost: UInt32 { wayCost &+ fieldCost }

  var isPartial: Bool { part >= 0 }

  /// Whether both hold the same part of the text. An extra takes no unit, so it overlaps only itself.
  @inline(__always)
  func overlaps(_ other: TermHit) -> Bool {
    field == other.field
      && (firstWord == other.firstWord && firstWord >= 0 || firstUnit < other.endUnit && other.firstUnit < endUnit)
  }

  /// One bit for each unit that the hit takes, by its number modulo 64: hits that overlap have a bit in common.
  var unitBits: UInt64 {
    var bits: UInt64 = 0
    var unit = firstUnit
    repeat {
      bits |= 1 << UInt64(truncatingIfNeeded: unit & 63)
      unit += 1
    } while unit < min(endUnit, firstUnit + 64)
    return bits
  }
}

/// The part of one or two compounds of the title that a hit takes, if it does not take all.
struct PartOfCompound: Sendable {
  /// The compounds that the first and the last unit lie in, by their words; -1 if they lie in none.
  let first: Int32
  let last: Int32
  /// Which units of the compound the hit takes, one bit each, and which ones are all of it that matters. Of a hit in two
  /// compounds, and of one in a compound of more than 32 units, no units are all.
  var units: UInt32 = 0
  var all = UInt32.max

  /// Whether both are parts of one compound, which is charged once.
  @inline(__always)
  func isBeside(_ other: PartOfCompound) -> Bool {
    first >= 0 && first == other.last || last >= 0 && last == other.first
  }

  /// Whether both lie in the same compound and in no other.
  @inline(__always)
  func isInCompound(of other: PartOfCompound) -> Bool { first == other.last && last == other.first }
}

extension CostTable {
  /// What it costs that a hit is the first of a query.
  /// - Parameter titleStart: the unit of the title that counts as its start.
  @inline(__always)
  func start(_ hit: TermHit, titleStart: Int32) -> UInt32 {
    if hit.way == .absent { return 0 }
    let isAtStart: Bool
    switch hit.field {
    case .title: isAtStart = hit.firstUnit == titleStart
    case .reading: isAtStart = hit.firstUnit == 0
    case .searchText: isAtStart = false
    }
    return start(isAtStart: isAtStart, isName: hit.isName)
  }

  /// The cost of where the first hit of a query stands.
  /// - Parameter isName: whether the query is a whole phrase of the search text.
  @inline(__always)
  func start(isAtStart: Bool, isName: Bool = false) -> UInt32 { isAtStart || isName ? 0 : notAtStart }

  /// What it costs that one hit comes after another in the query, but not beside it in the item.
  @inline(__always)
  func step(from previous: TermHit, to hit: TermHit) -> UInt32 {
    guard hit.field == previous.field, hit.way != .absent, previous.way != .absent else { return 0 }
    return hit.firstUnit < previous.firstUnit
      ? step(isBack: true, distance: previous.firstCounted &- hit.lastCounted)
      : step(isBack: false, distance: hit.firstCounted &- previous.lastCounted)
  }

  /// The same by the direction of the step, and by its length in counted words.
  @inline(__always)
  func step(isBack: Bool, distance: Int32) -> UInt32 { (isBack ? stepBack : 0) &+ (distance <= 1 ? 0 : gap) }
}
