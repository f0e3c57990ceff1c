/// Words that are to be numbered: some hundreds at once, so that what is known of them has come into the cache.
struct PendingWords: Sendable {
  struct Word: Sendable {
    let key: WordKey
    /// Where its letters lie in ``PendingWords/letters``.
    let start: UInt32
    let length: UInt32
    let kind: TokenKind
    let field: Field
    let startsPhrase: Bool

    var range: Range<Int> { Int(start)..<Int(start) + Int(length) }
  }

  private(set) var words: [Word] = []
  private let seed = WordSeed.ofProcess
  private(set) var letters: [UInt8] = []

  /// As many slots of a ``WordInterner`` as fit in the smallest cache beside what else is in use.
  private static let limit = 192

  var count: Int { words.count }
  var letterCount: Int { letters.count }
  var isFull: Bool { words.count >= PendingWords.limit }

  /// Adds the words of a field, and looks them up in `known`.
  /// - Returns: whether all are ``TokenKind/simple``.
  @inline(__always)
  mutating func append(_ text: borrowing FieldText, _ field: Field, asking known: borrowing WordInterner) -> Bool {
    let base = letters.count
    letters.append(copying: text.bytes.span)
    let bytes = text.bytes.span.bytes
    let tokens = text.tokens.span
    var areSimple = true
    if tokens.isEmpty { return areSimple }
    words.append(addingCapacity: tokens.count) { output in
      for index in tokens.indices {
        let token = tokens[index]
        let key = WordKey(token.range, of: bytes, seed)
        known.prefetch(key)
        areSimple = areSimple && token.kind == .simple
        output.append(
          Word(
            key: key, start: UInt32(truncatingIfNeeded: base) + token.start, length: token.length, kind: token.kind,
            field: field, startsPhrase: token.startsPhrase))
      }
    }
    return areSimple
  }

  /// Forgets the words, and keeps the memory for others.
  mutating func removeAll() {
    words.removeAll(keepingCapacity: true)
    letters.removeAll(keepingCapacity: true)
  }
}

extension TokenList {
  /// Adds words and finds out their numbers.
  mutating func append(_ pending: borrowing PendingWords, numberedBy numbering: inout WordInterner) {
    let words = pending.words.span
    let letters = pending.letters.span
    numbering.prefetchLetters(ofLongWords: words)
    append(count: words.count) { output in
      for index in words.indices {
        let word = words[index]
        output.append(
          TokenColumn.token(
            numbering.number(of: word.key, word.range, in: letters), word.kind, word.field,
            startsPhrase: word.startsPhrase))
      }
    }
  }
}
