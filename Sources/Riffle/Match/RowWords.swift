/// The words of an item, or of a whole list, by number, as the terms of a scorer match them.
///
/// A row is the index of a term in ``Scorer/rows``. Letters are Unicode scalars.
protocol RowWords {
  /// How a row's term matches a word literally.
  func literal(_ row: Int, _ word: UInt32) -> WordMatch.Literal
  /// The first word of a row of words, from one on, that a row's term matches literally; the number of words if there is none.
  func nextLiteral(_ row: Int, _ tokens: Span<UInt32>, from start: Int) -> Int
  /// The first word of a row of words, from one on, that a row's term matches, but not literally, and how; `nil` if there is none.
  ///
  /// - Parameter typos: words with more typos may be left out.
  mutating func nextLoose(
    _ row: Int, _ tokens: Span<UInt32>, from start: Int, typos: Int
  ) -> (index: Int, match: WordMatch)?
  /// The first word of a row of words, from one on, that begins with the first letter of a row's term; the number of words if
  /// there is none.
  func nextBeginning(_ row: Int, _ tokens: Span<UInt32>, from start: Int) -> Int
  /// How many letters of a row's term, from the letter at `offset` on, a word begins with, and whether these are all of it.
  mutating func common(_ row: Int, _ word: UInt32, from offset: Int) -> (letters: Int, isWhole: Bool)
  /// The length of a word in bytes of UTF-8.
  func byteCount(_ word: UInt32) -> Int
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

  func nextLiteral(_ row: Int, _ tokens: Span<UInt32>, from start: Int) -> Int {
    var index = start
    while index < tokens.count, literal(row, tokens[index] & TokenColumn.wordBits) == .none { index += 1 }
    return index
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

  func nextBeginning(_ row: Int, _ tokens: Span<UInt32>, from start: Int) -> Int {
    let first = rows[row].term.bytes[0]
    var index = start
    while index < tokens.count {
      let range = item.range(tokens[index] & TokenColumn.wordBits)
      if !range.isEmpty, item.letters[range.lowerBound] == first { break }
      index += 1
    }
    return index
  }

  func common(_ row: Int, _ word: UInt32, from offset: Int) -> (letters: Int, isWhole: Bool) {
    rows[row].term.common(item.letters.span.extracting(item.range(word)), from: offset)
  }

  func byteCount(_ word: UInt32) -> Int { item.range(word).count }
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
