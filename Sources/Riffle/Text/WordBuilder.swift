/// Makes tokens of the parts of words.
///
/// The tokens stay where they belong and are handed in each time, so that none of this has to move.
struct WordBuilder {
  /// Where the token of the current word is.
  private var head = 0
  private var partCount = 0
  /// The parts since the last gap.
  private var runHead = 0
  private var runCount = 0
  private var isContiguous = true
  private var lastEnd = 0
  private var hasGluedWords = false

  /// Writes the tokens, and the letters of those compounds that are not together in the text.
  mutating func finish(_ text: inout FieldText) {
    finishWord(&text.tokens)
    if hasGluedWords { WordBuilder.glue(&text) }
    WordBuilder.addInitials(&text)
    text.addSpellings()
  }

  /// The most tokens of a text whose words have initials beside them that go on into the next words. These are for titles; in
  /// descriptions they would be as many words as there are.
  private static let mostTokensWithLongInitials = 16

  /// Adds the initials of Korean words, behind the counted word that they are in.
  private static func addInitials(_ text: inout FieldText) {
    let addsLong = text.tokens.count <= mostTokensWithLongInitials
    var index = 0
    while index < text.tokens.count {
      let first = index
      index += 1
      while index < text.tokens.count, text.tokens[index].isInCompound { index += 1 }
      for word in first..<index where text.tokens[word].kind == .simple || text.tokens[word].kind == .part {
        let range = text.tokens[word].range
        let start = text.bytes.count
        guard Hangul.appendInitials(ofWord: range, to: &text.bytes) else { continue }
        let length = text.bytes.count - start
        if length > Hangul.bytesPerLetter {
          let kind = text.tokens[word].kind == .simple ? TokenKind.spelling : .extra
          text.tokens.insert(Token(start: start, length: length, kind: kind), at: index)
          index += 1
        }
        if addsLong, text.tokens[word].kind == .simple {
          appendInitials(ofWordsFrom: index, after: range.upperBound, to: &text)
        }
        if text.bytes.count > start + length {
          text.tokens.insert(Token(start: start, length: text.bytes.count - start, kind: .extraAcross), at: index)
          index += 1
        } else if length == Hangul.bytesPerLetter {
          text.bytes.removeLast(length)
        }
      }
    }
  }

  /// Appends the initials of the Korean words that follow one, with nothing but a blank between them.
  private static func appendInitials(ofWordsFrom first: Int, after end: Int, to text: inout FieldText) {
    var end = end
    for index in text.tokens.indices.dropFirst(first) where !text.tokens[index].kind.isExtra {
      let range = text.tokens[index].range
      guard text.tokens[index].kind == .simple, range.lowerBound == end + 1, text.bytes[end] == 0x20,
        Hangul.appendInitials(ofWord: range, to: &text.bytes)
      else { return }
      end = range.upperBound
    }
  }

  private static func glue(_ text: inout FieldText) {
    for head in text.tokens.indices where text.tokens[head].isGlued {
      let start = text.bytes.count
      var index = head + 1
      while index < text.tokens.count, text.tokens[index].isInCompound {
        if text.tokens[index].kind == .part {
          for i in text.tokens[index].range { text.bytes.append(text.bytes[i]) }
        }
        index += 1
      }
      text.tokens[head] = Token(start: start, length: text.bytes.count - start, kind: .compound)
    }
  }

  /// Adds a part: of the word before it, or of a new one.
  @inline(always)
  mutating func append(_ range: Range<Int>, continuesWord: Bool, to tokens: inout [Token]) {
    if continuesWord && partCount > 0 {
      appendPart(range, to: &tokens)
    } else {
      finishWord(&tokens)
      head = tokens.count
      partCount = 1
      isContiguous = true
      lastEnd = range.upperBound
      tokens.append(Token(start: range.lowerBound, length: range.count, kind: .simple))
    }
  }

  /// Adds a word that has nothing to do with its neighbours.
  mutating func append(_ range: Range<Int>, kind: TokenKind, to tokens: inout [Token]) {
    finishWord(&tokens)
    tokens.append(Token(start: range.lowerBound, length: range.count, kind: kind))
  }

  private mutating func appendPart(_ range: Range<Int>, to tokens: inout [Token]) {
    if partCount == 1 {
      var first = tokens[head]
      first.kind = .part
      runHead = tokens.count
      runCount = 1
      tokens.append(first)
    }
    if lastEnd != range.lowerBound {
      isContiguous = false
      finishRun(&tokens)
    }
    tokens.append(Token(start: range.lowerBound, length: range.count, kind: .part))
    runCount += 1
    partCount += 1
    lastEnd = range.upperBound
  }

  /// Parts that stand together in a compound whose other parts do not are a word of their own.
  private mutating func finishRun(_ tokens: inout [Token]) {
    if runCount > 1 {
      let start = tokens[runHead].range.lowerBound
      tokens.insert(Token(start: start, length: lastEnd - start, kind: .inner), at: runHead)
    }
    runHead = tokens.count
    runCount = 0
  }

  /// Ends the word: the next part begins another one.
  @inline(always)
  mutating func finishWord(_ tokens: inout [Token]) {
    if partCount > 1 { finishCompound(&tokens) }
    partCount = 0
  }

  private mutating func finishCompound(_ tokens: inout [Token]) {
    if isContiguous {
      let start = tokens[head].range.lowerBound
      tokens[head] = Token(start: start, length: lastEnd - start, kind: .compound)
    } else {
      finishRun(&tokens)
      tokens[head] = Token(start: 0, length: 0, kind: .compound)
      hasGluedWords = true
    }
  }
}

extension Token {
  /// A compound whose letters are still to be glued together.
  fileprivate var isGlued: Bool { kind == .compound && length == 0 }

  fileprivate var isInCompound: Bool { kind == .part || kind == .inner }
}
