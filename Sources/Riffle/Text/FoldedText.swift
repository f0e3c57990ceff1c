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
