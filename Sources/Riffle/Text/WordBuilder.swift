/// Collects the parts of words and makes tokens of them.
struct WordBuilder {
  private var tokens: [Token]
  private var head = 0
  private var partCount = 0
  private var isContiguous = true
  private var lastEnd = 0
  private var hasGluedWords = false

  init(_ text: inout FieldText) {
    tokens = take(&text.tokens)
    tokens.removeAll(keepingCapacity: true)
  }

  /// Writes the tokens, and the letters of those compounds that are not together in the text.
  mutating func finish(_ text: inout FieldText) {
    finishWord()
    text.tokens = take(&tokens)
    if !hasGluedWords { return }
    for head in text.tokens.indices where text.tokens[head].isGlued {
      let start = text.bytes.count
      for part in text.tokens[(head + 1)...].prefix(while: { $0.kind == .part }) {
        for i in part.range { text.bytes.append(text.bytes[i]) }
      }
      text.tokens[head] = Token(start: start, length: text.bytes.count - start, kind: .compound)
    }
    insertInnerCompounds(&text.tokens)
  }

  /// Adds a part: of the word before it, or of a new one.
  @inline(always)
  mutating func append(_ range: Range<Int>, continuesWord: Bool) {
    if continuesWord && partCount > 0 {
      appendPart(range)
    } else {
      finishWord()
      head = tokens.count
      partCount = 1
      isContiguous = true
      lastEnd = range.upperBound
      tokens.append(Token(start: range.lowerBound, length: range.count, kind: .simple))
    }
  }

  /// Adds a word that has nothing to do with its neighbours.
  mutating func append(_ range: Range<Int>, kind: TokenKind) {
    finishWord()
    tokens.append(Token(start: range.lowerBound, length: range.count, kind: kind))
  }

  private mutating func appendPart(_ range: Range<Int>) {
    if partCount == 1 {
      var first = tokens[head]
      first.kind = .part
      tokens.append(first)
    }
    tokens.append(Token(start: range.lowerBound, length: range.count, kind: .part))
    partCount += 1
    isContiguous = isContiguous && lastEnd == range.lowerBound
    lastEnd = range.upperBound
  }

  /// The next part begins a word, whatever it says.
  mutating func finishWord() {
    defer { partCount = 0 }
    if partCount < 2 { return }
    let start = tokens[head].range.lowerBound
    tokens[head] = Token(
      start: start, length: isContiguous ? lastEnd - start : 0, kind: .compound)
    hasGluedWords = hasGluedWords || !isContiguous
  }
}

extension Token {
  /// A compound whose letters are still to be glued together.
  fileprivate var isGlued: Bool { kind == .compound && length == 0 }
}
