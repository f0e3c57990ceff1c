internal import CKernels

/// A cutter of text that folded to ASCII into words, 64 bytes at a time.
///
/// In ASCII the rules of UAX #29 reduce to the single characters that glue the letters at their sides: each joiner, and `,` and
/// `;` between digits. Only gaps of several characters with a `_` or `@` in them need more, so text with such a gap is left to
/// ``WordBreaking``.
struct ASCIIWords {
  /// The classes of 64 bytes of folded text.
  struct Block {
    var words: UInt64 = 0
    var letters: UInt64 = 0
    var digits: UInt64 = 0
    var capitals: UInt64 = 0
    var spaces: UInt64 = 0
    var connectors: UInt64 = 0

    init() {}

    /// - Parameter capitals: where capital letters of the original begin.
    @inline(always)
    init(_ masks: ascii_masks, capitals: UInt64) {
      words = masks.letters | masks.digits
      letters = masks.letters
      digits = masks.digits
      self.capitals = capitals
      spaces = masks.spaces
      connectors = masks.connectors
    }

    @inline(always)
    init(unfolded text: Span<UInt8>, at start: Int) {
      let masks = asciiMasks(text, from: start)
      self.init(masks, capitals: masks.capitals)
    }
  }

  private var builder = WordBuilder()
  private var previous = Block()
  /// Where the part began that has not ended yet, or -1.
  private var partStart = -1
  private var continuesWord = false

  /// `- . ' & + @ _`, as bits of the two halves of ASCII.
  private static let joiners: (UInt64, UInt64) = (
    1 << 0x2D | 1 << 0x2E | 1 << 0x27 | 1 << 0x26 | 1 << 0x2B, 1 << 0x00 | 1 << 0x1F
  )

  /// Cuts the folded text if it is one block that this can cut; else returns `false`.
  @inline(always)
  static func cut(_ block: Block, _ text: inout FieldText) -> Bool {
    if cutSimple(block, &text) { return true }
    if needsRules(block, after: Block(), before: Block()) { return false }
    var words = ASCIIWords()
    words.cut(block, before: Block(), at: 0, of: &text)
    words.finish(&text)
    return true
  }

  /// Cuts the folded text if it is one block of words without parts, as most titles are.
  @inline(always)
  private static func cutSimple(_ block: Block, _ text: inout FieldText) -> Bool {
    let words = block.words
    let small = block.letters & ~block.capitals
    let cuts =
      block.capitals & (small << 1 | block.capitals << 1 & small >> 1)
      | block.letters & block.digits << 1 | block.digits & block.letters << 1
    var starts = words & ~(words << 1)
    let mayBeGlued = starts & words << 2 & ~(block.spaces << 1)
    if cuts | mayBeGlued | block.connectors != 0 { return false }
    // Not only to save time: the standard library would write a length of 0 to the memory that all empty arrays share.
    if starts == 0 { return true }
    // The end of a word at the very end of 64 bytes is not among these.
    var ends = ~words & words << 1
    text.tokens.append(addingCapacity: starts.nonzeroBitCount) { output in
      while starts != 0 {
        let start = starts.trailingZeroBitCount
        output.append(Token(start: start, length: ends.trailingZeroBitCount - start, kind: .simple))
        starts &= starts &- 1
        ends &= ends &- 1
      }
    }
    return true
  }

  /// Cuts the folded text if it is ASCII that this can cut; else returns `false`.
  static func cut(_ text: inout FieldText) -> Bool {
    guard text.capitalTails.isEmpty, isSimple(text.bytes.span) else { return false }
    var words = ASCIIWords()
    var next = block(of: text, at: 0)
    for start in stride(from: 0, to: text.foldedCount, by: 64) {
      let current = next
      next = block(of: text, at: start + 64)
      words.cut(current, before: next, at: start, of: &text)
    }
    words.finish(&text)
    return true
  }

  private static func block(of text: borrowing FieldText, at start: Int) -> Block {
    Block(asciiMasks(text.bytes.span, from: start), capitals: text.capitals.mask(from: start))
  }

  private static func isSimple(_ text: Span<UInt8>) -> Bool {
    var previous = Block()
    var current = Block()
    for start in stride(from: 0, through: text.count, by: 64) {
      let masks = asciiMasks(text, from: start)
      if masks.others != 0 { return false }
      let next = Block(masks, capitals: 0)
      if needsRules(current, after: previous, before: next) { return false }
      previous = current
      current = next
    }
    return !needsRules(current, after: previous, before: Block())
  }

  /// Whether a connector stands anywhere but alone between two letters or digits.
  @inline(always)
  private static func needsRules(_ block: Block, after previous: Block, before next: Block) -> Bool {
    let alone =
      shiftUp(block.words, previous.words) & shiftDown(block.words, next.words) & ~block.words
    return block.connectors & ~alone != 0
  }

  /// Each bit stands for the byte before.
  @inline(always)
  private static func shiftUp(_ bits: UInt64, _ previous: UInt64) -> UInt64 {
    bits << 1 | previous >> 63
  }

  /// Each bit stands for the byte after.
  @inline(always)
  private static func shiftDown(_ bits: UInt64, _ next: UInt64) -> UInt64 { bits >> 1 | next << 63 }

  /// Where a part of a word begins right behind another one.
  @inline(always)
  private static func cuts(_ block: Block, after previous: Block, before next: Block) -> UInt64 {
    let small = block.letters & ~block.capitals
    let smallBefore = shiftUp(small, previous.letters & ~previous.capitals)
    let smallAfter = shiftDown(small, next.letters & ~next.capitals)
    let capitalBefore = shiftUp(block.capitals, previous.capitals)
    return block.capitals & (smallBefore | capitalBefore & smallAfter)
      | block.letters & shiftUp(block.digits, previous.digits)
      | block.digits & shiftUp(block.letters, previous.letters)
  }

  /// The number of words and parts of compounds, the smallest units, in a text of ASCII that is not folded.
  /// - Complexity: O(*n*).
  static func unitCount(_ text: Span<UInt8>) -> Int32 {
    var (count, previous, next) = (0, Block(), Block(unfolded: text, at: 0))
    for start in stride(from: 0, to: text.count, by: 64) {
      let current = next
      next = Block(unfolded: text, at: start + 64)
      let starts = current.words & ~shiftUp(current.words, previous.words)
      count += (starts | cuts(current, after: previous, before: next)).nonzeroBitCount
      previous = current
    }
    return Int32(truncatingIfNeeded: count)
  }

  @inline(always)
  private mutating func cut(
    _ block: Block, before next: Block, at offset: Int, of text: inout FieldText
  ) {
    let words = block.words
    let wordBefore = ASCIIWords.shiftUp(words, previous.words)
    let cuts = ASCIIWords.cuts(block, after: previous, before: next)
    let wordTwoBefore = words << 2 | previous.words >> 62
    let digitTwoBefore = block.digits << 2 | previous.digits >> 62

    var starts = words & ~wordBefore | cuts
    var ends = ~words & wordBefore | cuts
    while true {
      if partStart < 0 {
        if starts == 0 { break }
        let bit = starts & (0 &- starts)
        partStart = offset + starts.trailingZeroBitCount
        starts ^= bit
        continuesWord = cuts & bit != 0
        if !continuesWord && wordTwoBefore & bit != 0 {
          let areDigits = block.digits & digitTwoBefore & bit != 0
          continuesWord = ASCIIWords.glues(text.bytes[partStart - 1], betweenDigits: areDigits)
        }
      }
      if ends == 0 { break }
      builder.append(
        partStart..<offset + ends.trailingZeroBitCount, continuesWord: continuesWord,
        to: &text.tokens)
      ends &= ends &- 1
      partStart = -1
    }
    previous = block
  }

  @inline(always)
  private static func glues(_ byte: UInt8, betweenDigits: Bool) -> Bool {
    let bits = byte < 64 ? joiners.0 : joiners.1
    if bits >> UInt64(byte & 63) & 1 != 0 { return true }
    return betweenDigits && (byte == 0x2C || byte == 0x3B)
  }

  @inline(always)
  private mutating func finish(_ text: inout FieldText) {
    if partStart >= 0 {
      builder.append(
        partStart..<text.foldedCount, continuesWord: continuesWord, to: &text.tokens)
    }
    builder.finish(&text)
  }
}
