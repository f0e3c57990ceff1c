/// A term as beginnings of consecutive words may make it, seen without laying the words out.
///
/// It says more often than ``RunMatcher`` that there may be a run, never less often.
struct RunGate: Sendable {
  fileprivate let term: [UInt8]
  fileprivate let first: UInt8
  let firstLetter: LineLetters
  /// By byte of the term: the letter that begins there, none inside a letter.
  fileprivate let letters: [UInt64]
  /// What makes a capital of ASCII small, or leaves it.
  fileprivate let smallBit: UInt8
  /// Whether the term is too long for a ``RunReach``; then it may always be there.
  let isTooLong: Bool

  /// - Parameter isCaseSensitive: whether texts keep their capitals when they are folded.
  init(_ term: Term, isCaseSensitive: Bool) {
    self.term = term.bytes
    first = term.bytes[0]
    smallBit = isCaseSensitive ? 0 : 0x20
    isTooLong = term.bytes.count > 62
    let letters: [UInt64] = term.bytes.indices.map { index in
      let lead = term.bytes[index]
      if lead & 0xC0 == 0x80 { return 0 }
      return LineLetters(Array(term.bytes[index..<index + utf8Length(lead: lead)])).bits
    }
    self.letters = letters
    firstLetter = LineLetters(bits: letters[0])
  }
}

/// How much of a term the words read so far may make, up to the last one.
struct RunReach {
  /// Bit *n*: the words before this unit may make the first *n* bytes of the term.
  private var before: UInt64 = 0
  /// The same with words of this unit. A run goes on after any of them, or after the unit.
  private var within: UInt64 = 0

  /// Whether no word read so far may be a part of the run.
  var isAtStart: Bool { before | within == 0 }

  /// What follows is another unit: a word with all of its parts, or more.
  @inline(__always)
  mutating func beginUnit() {
    before = within
    within = 0
  }

  /// Reads the text from the beginning of a word on; returns whether a run may end with it.
  @inline(__always)
  mutating func read(_ text: Span<UInt8>, from start: Int, _ gate: borrowing RunGate) -> Bool {
    var from = before | within | 1
    if from == 1, start < text.count, !isSame(text[start], gate.first, gate) { return false }
    let term = gate.term.span
    while from != 0 {
      var offset = from.trailingZeroBitCount
      from &= from &- 1
      var index = start
      while offset < term.count, index < text.count, isSame(text[index], term[offset], gate) {
        offset &+= 1
        index &+= 1
        within |= 1 << UInt64(offset)
      }
    }
    return within >> UInt64(term.count) & 1 != 0
  }

  /// Reads words of which no more is known than their letters together; returns whether a run may end among them.
  mutating func read(_ letters: LineLetters, _ gate: borrowing RunGate) -> Bool {
    let steps = gate.letters.span
    var from = before | within | 1
    while from != 0 {
      var offset = from.trailingZeroBitCount
      from &= from &- 1
      while offset < steps.count, steps[offset] & ~letters.bits == 0 {
        offset &+= 1
        within |= 1 << UInt64(offset)
        from &= ~(1 << UInt64(offset))
      }
    }
    return within >> UInt64(steps.count) & 1 != 0
  }

  @inline(__always)
  private func isSame(_ byte: UInt8, _ letter: UInt8, _ gate: borrowing RunGate) -> Bool {
    byte == letter || (byte | gate.smallBit == letter && letter < 0x80)
  }
}
