/// A reader of one phrase of a search text; folds no phrases before and after it where their letters are ASCII.
///
/// A text may be cut where a list mark and a blank stand before a letter: no word goes on there, and neither folding nor
/// cutting depends on earlier text.
struct PhraseReader {
  private let analyzer: TextAnalyzer

  init(_ analyzer: TextAnalyzer) { self.analyzer = analyzer }

  /// Reads a part of a search text that holds a phrase.
  ///
  /// - Parameters:
  ///   - number: how many phrases come before it.
  ///   - part: receives the folded part and its words.
  /// - Returns: where the part begins in `text`, and the first word of the phrase in it; `nil` if there is no such phrase.
  /// - Complexity: O(*n*) in the length of the part, and in the bytes before it, which are only scanned.
  func read(_ number: Int, of text: Span<UInt8>, into part: inout FieldText) -> (start: Int, word: Int)? {
    var before = 0
    var start = 0
    // Only a short text has initials across Korean words, and its length is the number of words of the whole.
    let isDivisible = !Hangul.mayOccur(in: text)
    while start < text.count {
      let (end, phrases) = isDivisible ? PhraseReader.part(of: text, from: start) : (text.count, nil)
      if phrases.map({ before + $0 <= number }) != true {
        analyzer.analyze(text.extracting(start..<end), into: &part)
        part.cutPhrases()
        let beginnings = part.tokens.indices.filter { [tokens = part.tokens] in tokens[$0].startsPhrase }
        if number - before < beginnings.count { return (start, beginnings[number - before]) }
      }
      before += phrases ?? part.tokens.count { $0.startsPhrase }
      start = end
    }
    return nil
  }

  /// Where the part ends that begins at `start`, and how many phrases it has; `nil` if that takes reading it.
  private static func part(of text: Span<UInt8>, from start: Int) -> (end: Int, phrases: Int?) {
    var isPlain = true
    var hasWord = false
    var isAfterMark = false
    var index = start
    while index < text.count {
      let byte = text[index]
      switch byte {
      case 0x20: break
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A:
        if isAfterMark {
          if text[index - 1] == 0x20 { return (index, isPlain ? (hasWord ? 1 : 0) : nil) }
          isPlain = false
        }
        hasWord = true
        isAfterMark = false
      case 0x09...0x0D, UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"):
        isAfterMark = true
      default:
        // A slash may be a mark, and so may what is not ASCII; other signs may be parts of words.
        if isAfterMark || byte >= 0x80 || byte == UInt8(ascii: "/") || !hasWord { isPlain = false }
        isAfterMark = false
      }
      index += 1
    }
    return (text.count, isPlain ? (hasWord ? 1 : 0) : nil)
  }
}
