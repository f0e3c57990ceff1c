/// The words of every item in their order: the forward index.
///
/// Each word takes as few bytes as it is frequent (``TokenCode``), so a row is read as a whole. Rows are numbered by their ordinals in
/// the ``StaticOrder``. It is a class because copies of a struct would count references to each of its columns.
package final class TokenColumn: Sendable {
  private let bytes: Column<UInt8>
  /// Words by rank: those that most rows hold.
  private let common: Column<UInt32>
  let heads: RowHeads
  /// As ``LastComponent/packed``; empty unless titles are paths.
  private let lastComponents: Column<UInt32>
  /// How many words each title has; 255 stands for that and more.
  private let titleWords: Column<UInt8>
  /// Of all rows.
  let tokenCount: Int
  /// The words that are something else than a simple word or a part anywhere, one bit each.
  let compounds: BitColumn

  static let maximumWordCount = 1 << 27

  /// - Parameters:
  ///   - order: the rows of the list, by ordinal.
  ///   - titleWords: how many words each title has, by row; see ``titleWords(in:)``.
  ///   - postingCounts: for each word how many rows hold it.
  /// - Returns: `nil` if there are more words than can be kept.
  init?(
    _ list: consuming TokenList, rows order: [UInt32], titleWords: [UInt8], postingCounts: (Int) -> Int, wordCount: Int
  ) {
    let code = TokenCode(postingCounts, wordCount: wordCount)
    let tokens = list.tokens.span
    var compounds = BitColumn(count: wordCount)
    for index in tokens.indices
    where tokens[index] & TokenColumn.kindBits != 0 && TokenColumn.kind(tokens[index]) != .part {
      compounds.insert(TokenColumn.word(tokens[index]))
    }
    self.compounds = compounds
    var bytes: [UInt8] = []
    bytes.reserveCapacity(tokens.count * 2)
    var rows: [UInt64] = []
    rows.reserveCapacity(list.count + 1)
    for (ordinal, row) in order.enumerated() {
      let row = Int(row)
      list.prefetch(order, after: ordinal)
      let start = bytes.count
      code.write(tokens.extracting(list.range(row)), to: &bytes)
      rows.append(UInt64(list.heads.letters(row).bits) << 32 | UInt64(truncatingIfNeeded: bytes.count - start))
    }
    rows.append(0)
    guard let heads = RowHeads(rows) else { return nil }
    tokenCount = tokens.count
    self.bytes = Column(bytes, padding: TokenCode.padding)
    common = Column(code.common)
    self.heads = heads
    lastComponents = Column(list.lastComponents.isEmpty ? [] : order.map { list.lastComponents[Int($0)] })
    self.titleWords = Column(order.map { titleWords[Int($0)] })
  }

  /// - Parameter wordCount: how many words the dictionary has.
  init(_ columns: ColumnSource, wordCount: Int) throws(SegmentError) {
    bytes = try columns.whenRead.column("bytes")
    common = try columns.column("common")
    heads = try columns.whenRead.part("heads")
    lastComponents = try columns.whenRead.column("lastComponents")
    titleWords = try columns.whenRead.column("titleWords", count: heads.count)
    tokenCount = try columns.number("tokenCount")
    compounds = try columns.bits("compounds", count: wordCount) ?? BitColumn(count: wordCount)
    try columns.check(bytes.count >= TokenCode.padding, "bytes")
    try columns.check(!common.isEmpty, "common")
    try columns.check(lastComponents.isEmpty || lastComponents.count == heads.count, "lastComponents")
  }

  var count: Int { heads.count }

  @inline(__always)
  func letters(_ row: Int) -> LetterSignature { heads.letters(row) }

  /// Prefetches the words of a row.
  @inline(__always)
  func prefetch(_ row: Int) { bytes.prefetch(heads.tokens(row).lowerBound) }

  /// The end of the words read of a row, and whether these are all that it has.
  struct RowEnd: Sendable {
    var offset: Int
    var isWhole: Bool
  }

  /// Replaces what `tokens` and `ends` hold by those of some rows.
  /// - Parameter readsSearchText: `false` leaves out the words of search texts.
  func read(_ rows: [UInt32], readsSearchText: Bool, into tokens: inout [UInt32], ends: inout [RowEnd]) {
    ends.removeAll(keepingCapacity: true)
    tokens.removeAll(keepingCapacity: true)
    if rows.isEmpty { return }
    let room = rows.reduce(0) { $0 + heads.tokens(Int($1)).count }
    if room == 0 { return ends.append(contentsOf: repeatElement(RowEnd(offset: 0, isWhole: true), count: rows.count)) }
    tokens.append(addingCapacity: room) { output in
      for row in rows {
        let isWhole = TokenCode.append(
          heads.tokens(Int(row)), of: bytes, common, readsSearchText: readsSearchText, to: &output)
        ends.append(RowEnd(offset: output.count, isWhole: isWhole))
      }
    }
  }

  /// Replaces what `tokens` holds by those of a row, as ``token(_:_:_:startsPhrase:)`` gives them.
  /// - Complexity: O(words of the row).
  @inline(__always)
  func read(_ row: Int, into tokens: inout [UInt32]) {
    tokens.removeAll(keepingCapacity: true)
    append(row, to: &tokens)
  }

  /// Appends those of a row.
  @inline(__always)
  func append(_ row: Int, to tokens: inout [UInt32]) {
    let range = heads.tokens(row)
    if range.isEmpty { return }
    tokens.append(addingCapacity: range.count) {
      TokenCode.append(range, of: bytes, common, readsSearchText: true, to: &$0)
    }
  }

  /// Those of a row.
  func tokens(of row: Int) -> [UInt32] {
    var tokens: [UInt32] = []
    read(row, into: &tokens)
    return tokens
  }

  /// That of a title, where titles are paths.
  func lastComponent(_ row: Int) -> LastComponent? {
    lastComponents.isEmpty ? nil : LastComponent(packed: lastComponents[row])
  }

  /// The title's unit that counts as its start.
  func titleStart(_ row: Int) -> Int32 { lastComponent(row)?.firstUnit ?? 0 }

  // MARK: - Title words

  /// For each row of a list how many words the title has, as far as that is up to 255.
  static func titleWords(of list: borrowing TokenList) -> [UInt8] {
    let tokens = list.tokens.span
    return (0..<list.count).map { row in
      UInt8(truncatingIfNeeded: min(titleWords(in: tokens.extracting(list.range(row))), 255))
    }
  }

  /// How many words the title of a row has.
  static func titleWords(in tokens: Span<UInt32>) -> Int32 {
    var title = TitleWalk()
    for index in tokens.indices {
      guard field(tokens[index]) == .title else { break }
      _ = title.next(kind(tokens[index]))
    }
    return title.wordCount
  }

  /// How many words a title has, as far as that is up to 255.
  @inline(__always)
  func titleWords(_ row: Int) -> Int32 { Int32(titleWords[row]) }

  // MARK: - Tokens

  /// 27 bits of word number, 3 of ``TokenKind``, 2 of ``Field``, whose last value is a search text's word that begins a
  /// phrase.
  static func token(_ word: UInt32, _ kind: TokenKind, _ field: Field, startsPhrase: Bool = false) -> UInt32 {
    let isStart = startsPhrase && field == .searchText
    return word | UInt32(kind.rawValue) << 27 | (isStart ? 3 : UInt32(field.rawValue)) << 30
  }

  static let wordBits: UInt32 = 0x07FF_FFFF
  /// The bits of a token that hold its kind; none is set for ``TokenKind/simple``.
  static let kindBits: UInt32 = 7 << 27

  static func word(_ token: UInt32) -> Int { Int(token & wordBits) }
  @inline(__always)
  static func kind(_ token: UInt32) -> TokenKind { TokenKind(rawValue: UInt8(token >> 27 & 7)) ?? .simple }
  /// Whether a word lies within a compound.
  static func isInCompound(_ token: UInt32) -> Bool { kind(token) == .part || kind(token) == .inner }
  @inline(__always)
  static func field(_ token: UInt32) -> Field { Field(rawValue: UInt8(min(token >> 30, 2))) ?? .searchText }
  /// Whether a word of a search text begins a phrase.
  @inline(__always)
  static func startsPhrase(_ token: UInt32) -> Bool { token >> 30 == 3 }

  /// Lays out an item.
  /// - Parameters:
  ///   - row: its ordinal.
  ///   - tokens: those of the item.
  ///   - words: where each word's letters begin, and the last one's end.
  func layOut(_ row: Int, _ tokens: borrowing [UInt32], words: borrowing OffsetColumn, into layout: inout ItemLayout) {
    layout.removeAll()
    var field = Field.title
    for index in tokens.indices {
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
    layout.lastComponent = lastComponent(row)
  }
}

extension TokenColumn: ColumnPart {
  func list(in columns: inout ColumnList) {
    columns.add("bytes", bytes)
    columns.add("common", common)
    columns.add("heads", heads)
    columns.add("lastComponents", lastComponents)
    columns.add("titleWords", titleWords)
    columns.add("tokenCount", number: tokenCount)
    columns.add("compounds", compounds)
  }
}
