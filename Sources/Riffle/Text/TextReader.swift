/// A reader that shows texts as an index does: folded, and cut into words.
///
/// One reader reads any number of texts, one after the other, and allocates nothing once it has read longer ones. Its
/// properties are computed on access.
///
///     var reader = TextReader()
///     reader.read("Göteborgs Wi-Fi")
///     reader.folded                      // "goteborgs wi-fi"
///     reader.words.map(\.text)           // ["goteborgs", "wifi"]
public struct TextReader: Sendable {
  /// A word, as it counts for ranking.
  public struct Word: Sendable, Hashable {
    /// The folded letters; those of a compound glued together.
    public let text: String
    /// Where it stands, as whole characters of the original.
    public let range: Range<String.Index>
    /// The words inside it: those of `getFooBar` or `wi-fi`.
    public let parts: [Word]
  }

  private let analyzer: TextAnalyzer
  private var original = ""
  private var text = FieldText()

  public init(_ options: FoldingOptions = FoldingOptions()) {
    analyzer = TextAnalyzer(options)
  }

  /// Reads `text` and forgets the last one.
  /// - Complexity: O(*n*) in the length of `text`.
  public mutating func read(_ text: String) {
    original = text
    analyzer.analyze(original.utf8.span, into: &self.text)
  }

  /// The folded text.
  public var folded: String {
    shown(text.bytes.prefix(text.foldedCount))
  }

  /// How many words there are, each compound counted once.
  public var wordCount: Int {
    text.tokens.count { $0.kind == .simple || $0.kind == .compound }
  }

  /// The words in the order in which they stand.
  public var words: [Word] {
    text.tokens.indices.compactMap { index in
      switch text.tokens[index].kind {
      case .simple: word(text.tokens[index], parts: [])
      case .compound: word(text.tokens[index], parts: parts(after: index))
      case .part, .inner, .extra, .extraAcross, .spelling: nil
      }
    }
  }

  private func parts(after compound: Int) -> [Word] {
    text.tokens[(compound + 1)...].prefix { $0.kind == .part || $0.kind == .inner }
      .filter { $0.kind == .part }.map { word($0, parts: []) }
  }

  private func word(_ token: Token, parts: [Word]) -> Word {
    let letters = shown(text.bytes[token.range])
    if let first = parts.first, let last = parts.last {
      return Word(
        text: letters, range: first.range.lowerBound..<last.range.upperBound, parts: parts)
    }
    let range = text.originalRange(token.range, in: original.utf8.span)
    let start = original.utf8.index(original.startIndex, offsetBy: range.lowerBound)
    let end = original.utf8.index(start, offsetBy: range.count)
    return Word(text: letters, range: start..<end, parts: parts)
  }
}

/// Returns folded letters for display: those of Korean as syllables.
func shown(_ folded: some Collection<UInt8>) -> String {
  let text = String(decoding: folded, as: UTF8.self)
  return text.unicodeScalars.contains { Hangul.isLetter($0.value) } ? Hangul.composed(folded: text) : text
}

extension FoldingOptions {
  /// The folded form of `text`: texts that fold alike are the same to a search.
  /// - Complexity: O(*n*) in the length of `text`.
  public func fold(_ text: String) -> String {
    shown(TextAnalyzer(self).fold(text))
  }
}
