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

/// What a scorer needs to know of an item besides its words.
struct ItemTraits {
  /// Of a title that is a path.
  var lastComponent: LastComponent?
  /// Whether the reading is the title in Latin letters, as a ``Romanizer`` guesses it.
  var isRomanized = false
}

/// The words of one item that is read from its text, numbered in their order.
struct ItemWords: RowWords {
  private let rows: [TermMatcher]
  /// The words as ``TokenColumn`` codes them.
  private(set) var tokens: [UInt32] = []
  private var ranges: [Range<Int>] = []
  private var letters: [UInt8] = []
  private var typos = TypoScratch()

  init(_ scorer: Scorer) { rows = scorer.rows }

  /// Reads the words of an item.
  mutating func read(_ letters: [UInt8], _ layout: borrowing ItemLayout) {
    self.letters = letters
    tokens.removeAll(keepingCapacity: true)
    ranges.removeAll(keepingCapacity: true)
    for (index, word) in layout.words.enumerated() {
      tokens.append(
        TokenColumn.token(
          UInt32(truncatingIfNeeded: index), word.kind, word.field, startsPhrase: word.isCounted && word.startsPhrase))
      ranges.append(word.range)
    }
  }

  func literal(_ row: Int, _ word: UInt32) -> WordMatch.Literal {
    let term = rows[row].term.bytes
    let range = ranges[Int(word)]
    guard letters.span.extracting(range).starts(with: term) else { return .none }
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
    let letters = letters
    for index in start..<tokens.count {
      let range = ranges[Int(tokens[index] & TokenColumn.wordBits)]
      let match = rows[row].match(letters.span.extracting(range), scratch: &self.typos)
      if !match.isNone, !match.isLiteral { return (index, match) }
    }
    return nil
  }

  func nextBeginning(_ row: Int, _ tokens: Span<UInt32>, from start: Int) -> Int {
    let first = rows[row].term.bytes[0]
    var index = start
    while index < tokens.count {
      let range = ranges[Int(tokens[index] & TokenColumn.wordBits)]
      if !range.isEmpty, letters[range.lowerBound] == first { break }
      index += 1
    }
    return index
  }

  func common(_ row: Int, _ word: UInt32, from offset: Int) -> (letters: Int, isWhole: Bool) {
    rows[row].term.common(letters.span.extracting(ranges[Int(word)]), from: offset)
  }

  func byteCount(_ word: UInt32) -> Int { ranges[Int(word)].count }
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
