/// The place of a word in its field, as ``ItemLayout`` numbers units and counted words.
struct TokenPlace: Sendable {
  var unit: Int32
  var counted: Int32
  /// The compound of the field that the word is, or is a part of; -1 if none.
  var compound: Int32
  /// Whether a compound is all of the field, so that its parts are counted.
  var isInOneCompound: Bool
}

/// Numbers the words of a row, one after the other.
struct TokenWalk {
  private(set) var place = TokenPlace(unit: 0, counted: -1, compound: -1, isInOneCompound: false)
  /// Whether the word at hand is the first of its field, and whether it is counted.
  private(set) var isFieldStart = false
  private(set) var isCounted = false
  private var field: UInt32 = .max
  private var units: Int32 = 0
  private var counted: Int32 = -1
  private var compound: Int32 = -1
  private var isOneCompound = false

  @inline(__always)
  mutating func next(_ tokens: Span<UInt32>, _ index: Int) {
    let token = tokens[index]
    // Of a simple word in the field at hand nothing but the numbers matters.
    if token & (TokenColumn.kindBits | 2 << 30) == 0, token >> 30 == self.field {
      place = TokenPlace(unit: units, counted: counted &+ 1, compound: -1, isInOneCompound: false)
      (isFieldStart, isCounted) = (false, true)
      counted &+= 1
      units &+= 1
      compound = -1
      return
    }
    let field = min(token >> 30, 2)
    let kind = token & TokenColumn.kindBits
    isFieldStart = field != self.field
    if isFieldStart {
      self.field = field
      (units, counted, compound) = (0, -1, -1)
      isOneCompound = TokenColumn.kind(token) == .compound && TokenWalk.isOneCompound(tokens, from: index)
    }
    var unit = units
    isCounted = false
    if kind == 0 {
      counted &+= 1
      units &+= 1
      compound = -1
      isCounted = true
    } else {
      switch TokenColumn.kind(token) {
      case .simple: break
      case .compound:
        counted &+= 1
        compound = Int32(truncatingIfNeeded: index)
        isCounted = true
      case .part: units &+= 1
      case .inner: break
      case .extra, .extraAcross, .spelling: unit = max(0, units &- 1)
      }
    }
    place = TokenPlace(unit: unit, counted: counted, compound: compound, isInOneCompound: isOneCompound)
    if isOneCompound, TokenColumn.kind(token) == .part { place.counted = unit }
  }

  private static func isOneCompound(_ tokens: Span<UInt32>, from start: Int) -> Bool {
    let field = min(tokens[start] >> 30, 2)
    var index = start &+ 1
    while index < tokens.count, min(tokens[index] >> 30, 2) == field {
      let kind = TokenColumn.kind(tokens[index])
      if kind == .simple || kind == .compound { return false }
      index &+= 1
    }
    return true
  }
}
