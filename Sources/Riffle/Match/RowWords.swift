/// The words of an item, or of a whole list, by number, as the terms of a scorer match them.
///
/// A row is the index of a term in ``Scorer/rows``. Letters are Unicode scalars.
protocol RowWords {
  /// How a row's term matches a word literally.
  func literal(_ row: Int, _ word: UInt32) -> WordMatch.Literal
  /// Which of the next 64 words of an item, from one on, a row's term matches literally: one bit each.
  func literals(_ row: Int, _ tokens: Span<UInt32>, from start: Int) -> UInt64
  /// The first word of a row of words, from one on, that a row's term matches, but not literally, and how; `nil` if there is none.
  ///
  /// - Parameter typos: words with more typos may be left out.
  mutating func nextLoose(
    _ row: Int, _ tokens: Span<UInt32>, from start: Int, typos: Int
  ) -> (index: Int, match: WordMatch)?
  /// Which of the next 64 words of an item, from one on, begin with the first letter of a row's term: one bit each.
  func beginnings(_ row: Int, _ tokens: Span<UInt32>, from start: Int) -> UInt64
  /// How many letters of a row's term, from the letter at `offset` on, a word begins with, and whether these are all of it.
  mutating func common(_ row: Int, _ word: UInt32, from offset: Int) -> (letters: Int, isWhole: Bool)
  /// The length of a word in bytes of UTF-8.
  func byteCount(_ word: UInt32) -> Int
  /// Whether a word is one of ``FunctionWords``.
  func isFunctionWord(_ word: UInt32) -> Bool
}

/// The words of one item that is read from its text, as the terms of a scorer match them.
struct ItemWords: RowWords {
  private let rows: [TermMatcher]
  /// The item.
  var item = ItemTokens()

  init(_ scorer: Scorer) { rows = scorer.rows }

  func literal(_ row: Int, _ word: UInt32) -> WordMatch.Literal {
    let term = rows[row].term.bytes
    let range = item.range(word)
    guard item.letters.span.extracting(range).starts(with: term) else { return .none }
    return range.count == term.count ? .exact : .prefix
  }

  func literals(_ row: Int, _ tokens: Span<UInt32>, from start: Int) -> UInt64 {
    tokens.bits(from: start) { literal(row, $0 & TokenColumn.wordBits) != .none }
  }

  mutating func nextLoose(
    _ row: Int, _ tokens: Span<UInt32>, from start: Int, typos: Int
  ) -> (index: Int, match: WordMatch)? {
    let letters = item.letters
    for index in start..<tokens.count {
      let range = item.range(tokens[index] & TokenColumn.wordBits)
      let match = rows[row].match(letters.span.extracting(range))
      if !match.isNone, !match.isLiteral { return (index, match) }
    }
    return nil
  }

  func beginnings(_ row: Int, _ tokens: Span<UInt32>, from start: Int) -> UInt64 {
    let first = rows[row].term.bytes[0]
    return tokens.bits(from: start) { token in
      let range = item.range(token & TokenColumn.wordBits)
      return !range.isEmpty && item.letters[range.lowerBound] == first
    }
  }

  func common(_ row: Int, _ word: UInt32, from offset: Int) -> (letters: Int, isWhole: Bool) {
    rows[row].term.common(item.letters.span.extracting(item.range(word)), from: offset)
  }

  func byteCount(_ word: UInt32) -> Int { item.range(word).count }

  func isFunctionWord(_ word: UInt32) -> Bool {
    FunctionWords.contains(item.letters.span.extracting(item.range(word)))
  }
}

extension Span<UInt32> {
  /// Which of the next 64 words, from one on, satisfy a predicate: one bit each.
  @inline(__always)
  func bits(from start: Int, where predicate: (UInt32) -> Bool) -> UInt64 {
    var bits: UInt64 = 0
    for index in start..<Swift.min(count, start &+ UInt64.bitWidth) where predicate(self[index]) {
      bits |= 1 << UInt64(truncatingIfNeeded: index &- start)
    }
    return bits
  }
}

extension UInt64 {
  /// Takes the lowest bit out, and returns its number.
  @inline(__always)
  mutating func takeLowestBit() -> Int {
    let bit = trailingZeroBitCount
    self &= self &- 1
    return bit
  }
}

extension Term {
  /// How many letters of the term, from the letter at `offset` on, a word begins with, and whether these are all of it.
  func common(_ word: Span<UInt8>, from offset: Int) -> (letters: Int, isWhole: Bool) {
    var (letters, index) = (0, 0)
    while offset + letters < scalars.count, index < word.count {
      let (scalar, length) = scalarAndLength(word, at: index)
      guard scalar == scalars[offset + letters] else { break }
      letters += 1
      index += length
    }
    return (letters, letters > 0 && index == word.count)
  }
}

extension ItemLayout {
  /// Lays out the words of an item without their letters.
  /// - Parameter tokens: as ``TokenColumn`` codes them.
  mutating func read<Words: RowWords>(_ tokens: Span<UInt32>, lengths words: Words) {
    removeAll()
    var field = Field.title
    for index in tokens.indices {
      let token = tokens[index]
      if TokenColumn.field(token) != field {
        endField(field)
        field = TokenColumn.field(token)
      }
      append(
        TokenColumn.kind(token), start: 0,
        length: UInt32(truncatingIfNeeded: words.byteCount(token & TokenColumn.wordBits)),
        field: field, startsPhrase: TokenColumn.startsPhrase(token))
    }
    endField(field)
  }
}
