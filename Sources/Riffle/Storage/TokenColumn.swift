/// The words of every item in their order, by number in the dictionary: the forward index.
package struct TokenColumn: Sendable {
  /// 27 bits of word number, 3 of ``TokenKind``, 2 of ``Field``.
  private(set) var tokens: [UInt32] = []
  private(set) var heads = RowHeads()
  /// The title's unit that counts as its start; empty unless titles are paths.
  private var titleStarts: [UInt32] = []

  static let maximumWordCount = 1 << 27

  package init() {}

  var count: Int { heads.count }

  @inline(__always)
  func range(_ row: Int) -> Range<Int> { heads.tokens(row) }

  @inline(__always)
  func letters(_ row: Int) -> RowLetters { heads.letters(row) }

  static func word(_ token: UInt32) -> Int { Int(token & 0x07FF_FFFF) }
  static func kind(_ token: UInt32) -> TokenKind { TokenKind(rawValue: UInt8(token >> 27 & 7)) ?? .simple }
  static func field(_ token: UInt32) -> Field { Field(rawValue: UInt8(token >> 30)) ?? .title }

  func titleStart(_ row: Int) -> Int32 { titleStarts.isEmpty ? 0 : Int32(titleStarts[row]) }

  mutating func append(word: UInt32, kind: TokenKind, field: Field) {
    tokens.append(word | UInt32(kind.rawValue) << 27 | UInt32(field.rawValue) << 30)
  }

  /// - Parameter letters: those of all the words added since the last row.
  mutating func endRow(letters: RowLetters, titleStart: Int32?) {
    heads.append(letters, tokenEnd: tokens.count)
    if let titleStart { titleStarts.append(UInt32(titleStart)) }
  }

  mutating func reserveCapacity(rows: Int) { heads.reserveCapacity(rows) }

  mutating func reserveCapacity(tokens count: Int) { tokens.reserveCapacity(count) }

  /// Gives every word its final number, once all words are known, and gives up the room for more rows.
  mutating func renumber(_ numbers: [UInt32]) {
    tokens = take(&tokens).fitted()
    for index in tokens.indices {
      let token = tokens[index]
      tokens[index] = token & ~0x07FF_FFFF | numbers[TokenColumn.word(token)]
    }
    heads.fit()
    titleStarts = take(&titleStarts).fitted()
  }
}
