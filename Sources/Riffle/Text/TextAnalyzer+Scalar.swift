internal import CICU

extension TextAnalyzer {
  /// The first scalar that a scalar on its own folds to; 0 if it folds to nothing, or is an accent and accents are removed.
  ///
  /// Korean syllables stay whole.
  package func foldedScalar(_ scalar: UInt32) -> UInt32 {
    guard let scalar = Unicode.Scalar(scalar) else { return 0 }
    var text = FieldText()
    TableFolding.fold(String(scalar).utf8.span, into: &text, options: options)
    guard !text.bytes.isEmpty else { return 0 }
    let folded = decodeScalar(text.bytes.span, at: 0).scalar
    if !options.keepsAccents, TextAnalyzer.isAccent(folded) { return 0 }
    var letters: [UInt32] = []
    _ = SearchLetters(options).rewrite(folded) { letters.append($0) }
    return letters.count == 1 ? letters[0] : folded
  }

  /// Nukta, the points and vowels of Hebrew and Arabic, and accents, by their combining classes.
  private static func isAccent(_ scalar: UInt32) -> Bool {
    switch cicu_combining_class(scalar) {
    case 7, 10...36, 200...: true
    default: false
    }
  }
}
