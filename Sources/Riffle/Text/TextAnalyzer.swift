internal import CKernels

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
    text.tokens.removeAll(keepingCapacity: true)
    text.foldsSymbols = false
    if options.language != .turkic && original.count <= 64 && foldASCII(original, into: &text) {
      return
    }
    TableFolding.fold(original, into: &text, options: options)
    if ASCIIWords.cut(&text) {
      text.letterOffsets.removeAll()
    } else {
      WordBreaking.cut(&text)
      text.writeSearchLetters(options)
    }
  }

  /// Folds `original`, which is well-formed UTF-8, without cutting it.
  func fold(_ original: Span<UInt8>, into text: inout FieldText) {
    text.tokens.removeAll(keepingCapacity: true)
    TableFolding.fold(original, into: &text, options: options)
    text.writeSearchLetters(options)
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

  /// Folds and cuts what most titles are: up to 64 bytes of ASCII. `false` if it is something else.
  @inline(always)
  private func foldASCII(_ original: Span<UInt8>, into text: inout FieldText) -> Bool {
    var folded = (count: 0, masks: ascii_masks())
    text.bytes.removeAll(keepingCapacity: true)
    text.bytes.append(addingCapacity: asciiRoom) { output in
      folded = appendASCII(original, from: 0, lowercases: !options.isCaseSensitive, to: &output)
    }
    if folded.count < original.count { return false }
    text.foldedCount = folded.count
    text.offsets.removeAll()
    text.letterOffsets.removeAll()
    if !text.spelled.isEmpty { text.spelled.removeAll(keepingCapacity: true) }
    if ASCIIWords.cut(ASCIIWords.Block(folded.masks, capitals: folded.masks.capitals), &text) {
      return true
    }
    text.capitals.removeAll()
    text.capitals.insert(folded.masks.capitals, at: 0)
    text.capitalTails.removeAll()
    WordBreaking.cut(&text)
    return true
  }
}
