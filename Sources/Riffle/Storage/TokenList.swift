/// The words of every item in their order, by number, while they are collected: what becomes a ``TokenColumn``.
struct TokenList: Sendable {
  /// As ``TokenColumn/token(_:_:_:startsPhrase:)`` gives them.
  private(set) var tokens: [UInt32] = []
  private(set) var heads = RowHeadList()
  /// As ``LastComponent/packed``; empty unless titles are paths.
  private(set) var lastComponents: [UInt32] = []

  init() {}

  var count: Int { heads.count }

  @inline(__always)
  func range(_ row: Int) -> Range<Int> { heads.tokens(row) }

  /// Prefetches the words of rows that are read soon.
  /// - Parameters:
  ///   - rows: the rows in the order in which they are read.
  ///   - index: the index of the row that is read now.
  ///   - body: prefetches what else belongs to a row, given the offset of its first token.
  @inline(__always)
  func prefetch(_ rows: [UInt32], after index: Int, _ body: (_ token: Int) -> Void = { _ in }) {
    let (near, far) = (index + TokenList.rowsAhead, index + 2 * TokenList.rowsAhead)
    if far < rows.count { heads.prefetch(Int(rows[far])) }
    guard near < rows.count else { return }
    let token = range(Int(rows[near])).lowerBound
    guard token < tokens.count else { return }
    tokens.prefetch(token)
    body(token)
  }

  private static let rowsAhead = 16

  mutating func append(word: UInt32, kind: TokenKind, field: Field) {
    tokens.append(TokenColumn.token(word, kind, field))
  }

  /// Adds `count` words, which `write` writes.
  @inline(__always)
  mutating func append(count: Int, _ write: (inout OutputSpan<UInt32>) -> Void) {
    // To add nothing to an empty array writes all the same, to what empty arrays share.
    if count == 0 { return }
    tokens.append(addingCapacity: count, initializingWith: write)
  }

  mutating func append(_ words: ArraySlice<UInt32>) { tokens.append(contentsOf: words) }

  /// Ends the row of all the words added since the last one.
  ///
  /// - Parameters:
  ///   - letters: those of the words.
  ///   - pendingTokens: how many of the words are still to be added.
  mutating func endRow(letters: LetterSignature, pendingTokens: Int = 0, lastComponent: LastComponent?) {
    heads.append(letters, tokenEnd: tokens.count + pendingTokens)
    if let lastComponent { lastComponents.append(lastComponent.packed) }
  }

  /// Adds the rows of another list.
  ///
  /// - Parameter numbers: for each word of `other` its number here.
  mutating func append(_ other: borrowing TokenList, renumbered numbers: [UInt32]) {
    let numbers = numbers.span
    let others = other.tokens.span
    heads.append(other.heads, tokenOffset: tokens.count)
    if !others.isEmpty {
      tokens.append(addingCapacity: others.count) { output in
        for index in others.indices {
          output.append(others[index] & ~TokenColumn.wordBits | numbers[TokenColumn.word(others[index])])
        }
      }
    }
    if !other.lastComponents.isEmpty { lastComponents.append(contentsOf: other.lastComponents) }
  }

  mutating func reserveCapacity(rows: Int) { heads.reserveCapacity(rows) }

  mutating func reserveCapacity(tokens count: Int) { tokens.reserveCapacity(count) }
}
