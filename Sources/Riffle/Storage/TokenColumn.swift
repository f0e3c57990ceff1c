/// The words of every item in their order, by number in the dictionary: the forward index.
package struct TokenColumn: Sendable {
  /// 27 bits of word number, 3 of ``TokenKind``, 2 of ``Field``, whose last value is a search text's word that begins a
  /// phrase.
  private(set) var tokens: [UInt32] = []
  private(set) var heads = RowHeads()
  /// The title's unit that counts as its start; empty unless titles are paths.
  private var titleStarts: [UInt32] = []

  static let maximumWordCount = 1 << 27

  package init() {}

  /// - Parameter titleStarts: none unless titles are paths.
  init(tokens: [UInt32], heads: RowHeads, titleStarts: [UInt32]) {
    self.tokens = tokens
    self.heads = heads
    self.titleStarts = titleStarts
  }

  var count: Int { heads.count }

  @inline(__always)
  func range(_ row: Int) -> Range<Int> { heads.tokens(row) }

  @inline(__always)
  func letters(_ row: Int) -> LetterSignature { heads.letters(row) }

  /// Those of a token that say its kind; none of them is set for ``TokenKind/simple``.
  static let kindBits: UInt32 = 7 << 27

  static func word(_ token: UInt32) -> Int { Int(token & 0x07FF_FFFF) }
  static func kind(_ token: UInt32) -> TokenKind { TokenKind(rawValue: UInt8(token >> 27 & 7)) ?? .simple }
  @inline(__always)
  static func field(_ token: UInt32) -> Field { Field(rawValue: UInt8(min(token >> 30, 2))) ?? .searchText }
  /// Whether a word of a search text begins a phrase.
  @inline(__always)
  static func startsPhrase(_ token: UInt32) -> Bool { token >> 30 == 3 }

  /// The words that are something else than a simple word or a part anywhere, of so many.
  func wordsWithParts(of count: Int) -> BitColumn {
    var words = BitColumn(count: count)
    for token in tokens where token & TokenColumn.kindBits != 0 && TokenColumn.kind(token) != .part {
      words.insert(TokenColumn.word(token))
    }
    return words
  }

  var hasTitleStarts: Bool { !titleStarts.isEmpty }

  func titleStart(_ row: Int) -> Int32 { titleStarts.isEmpty ? 0 : Int32(titleStarts[row]) }

  mutating func append(word: UInt32, kind: TokenKind, field: Field) {
    tokens.append(TokenColumn.token(word, kind, field))
  }

  /// Adds `count` words, which `write` writes as ``token(_:_:_:startsPhrase:)`` gives them.
  @inline(__always)
  mutating func append(count: Int, _ write: (inout OutputSpan<UInt32>) -> Void) {
    // To add nothing to an empty array writes all the same, to what empty arrays share.
    if count == 0 { return }
    tokens.append(addingCapacity: count, initializingWith: write)
  }

  static func token(_ word: UInt32, _ kind: TokenKind, _ field: Field, startsPhrase: Bool = false) -> UInt32 {
    let isStart = startsPhrase && field == .searchText
    return word | UInt32(kind.rawValue) << 27 | (isStart ? 3 : UInt32(field.rawValue)) << 30
  }

  /// Ends the row of all the words added since the last one.
  ///
  /// - Parameters:
  ///   - letters: those of the words.
  ///   - pendingTokens: how many of the words are still to be added.
  mutating func endRow(letters: LetterSignature, pendingTokens: Int = 0, titleStart: Int32?) {
    heads.append(letters, tokenEnd: tokens.count + pendingTokens)
    if let titleStart { titleStarts.append(UInt32(titleStart)) }
  }

  /// Adds the rows of another column.
  ///
  /// - Parameter numbers: for each word of `other` its number here.
  mutating func append(_ other: borrowing TokenColumn, renumbered numbers: [UInt32]) {
    let numbers = numbers.span
    let others = other.tokens.span
    heads.append(other.heads, tokenOffset: tokens.count)
    if !others.isEmpty {
      tokens.append(addingCapacity: others.count) { output in
        for index in others.indices {
          output.append(others[index] & ~0x07FF_FFFF | numbers[TokenColumn.word(others[index])])
        }
      }
    }
    if !other.titleStarts.isEmpty { titleStarts.append(contentsOf: other.titleStarts) }
  }

  mutating func reserveCapacity(rows: Int) { heads.reserveCapacity(rows) }

  mutating func reserveCapacity(tokens count: Int) { tokens.reserveCapacity(count) }

  /// Lays out an item.
  /// - Parameter words: where each word's letters begin, and the last one's end.
  func layOut(_ row: Int, words: borrowing OffsetColumn, into layout: inout ItemLayout) {
    layout.removeAll()
    var field = Field.title
    for index in range(row) {
      let token = tokens[index]
      let tokenField = TokenColumn.field(token)
      if tokenField != field {
        layout.endField(field)
        field = tokenField
      }
      let letters = words.range(TokenColumn.word(token))
      layout.append(
        TokenColumn.kind(token), start: UInt32(truncatingIfNeeded: letters.lowerBound),
        length: UInt32(truncatingIfNeeded: letters.count), field: field, startsPhrase: TokenColumn.startsPhrase(token))
    }
    layout.endField(field)
    layout.titleStart = titleStart(row)
  }
}
