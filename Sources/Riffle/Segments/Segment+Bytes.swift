/// Looking for rows by the bytes of their texts.
extension Segment {
  /// The rows whose folded texts may hold another, as far as the letters of their words and the ASCII of their texts say,
  /// ascending.
  /// - Parameter inTitle: whether only titles count.
  /// - Complexity: O(*n*) in the length of the texts that have the letters.
  func rowsThatMayHold(_ folded: [UInt8], inTitle: Bool = false) -> BitColumn {
    let text = ASCIIText(options.folding)
    let punctuation = ASCIIText.punctuation(of: folded)
    let candidates = tokens.heads.rows(holding: LetterSignature(ofASCII: folded).withoutASCII)
    var rows = unworded ?? BitColumn(count: count)
    for field in inTitle ? [.title] : Field.allCases {
      let column = column(field)
      guard column.count > 0 else { continue }
      let bytes = column.bytes.span
      candidates.forEachRow { row in
        if text.mayHold(folded.span, punctuation: punctuation.span, in: bytes.extracting(column.indexedRange(row))) {
          rows.insert(row)
        }
      }
    }
    return rows
  }

  /// Whether the folded texts of a row may hold another, as far as their ASCII says.
  /// - Parameters:
  ///   - punctuation: that of the other; see ``ASCIIText/punctuation(of:)``.
  ///   - inTitle: whether only the title counts.
  func mayHold(_ folded: [UInt8], punctuation: [UInt8], row: Int, inTitle: Bool = false, by text: ASCIIText) -> Bool {
    // What is said of punctuation does not hold there.
    if unworded?[row] == true { return true }
    return withText(row) { title, reading, searchText in
      if text.mayHold(folded.span, punctuation: punctuation.span, in: title) { return true }
      if inTitle { return false }
      if text.mayHold(folded.span, punctuation: punctuation.span, in: searchText) { return true }
      return text.mayHold(folded.span, punctuation: punctuation.span, in: reading)
    }
  }
}
