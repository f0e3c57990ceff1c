/// Folds text and cuts it into words.
package struct TextAnalyzer: Sendable {
  package let options: FoldingOptions

  package init(_ options: FoldingOptions = FoldingOptions()) {
    self.options = options
  }

  /// Folds `original`, which is well-formed UTF-8, and cuts it into words.
  ///
  /// Replaces what `text` held before, and allocates nothing once `text` has held longer fields.
  /// - Complexity: O(*n*) in the length of `original`.
  package func analyze(_ original: Span<UInt8>, into text: inout FieldText) {
    fold(original, into: &text)
    WordBreaking.cut(&text)
  }

  /// Folds `string` and cuts it into words.
  package func analyze(_ string: String) -> FieldText {
    var text = FieldText()
    analyze(string.utf8.span, into: &text)
    return text
  }

  /// The folded form of `string`.
  package func fold(_ string: String) -> [UInt8] {
    var text = FieldText()
    fold(string.utf8.span, into: &text)
    return text.bytes
  }

  private func fold(_ original: Span<UInt8>, into text: inout FieldText) {
    var scratch = text.scratch
    text.scratch = FoldingScratch()
    var folding = TableFolding(options: options, text: &text)
    folding.fold(original, scratch: &scratch)
    folding.finish(&text)
    text.scratch = scratch
  }
}
