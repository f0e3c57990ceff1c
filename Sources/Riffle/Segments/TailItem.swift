/// An item of the tail, which is searched by reading it.
final class TailItem: Sendable {
  let fields: ItemFields
  /// Those of all its words: most queries need not read more.
  let letters: LetterSignature
  /// How many words the title has.
  let titleWords: Int32

  init(_ fields: ItemFields, letters: LetterSignature, titleWords: Int32) {
    self.fields = fields
    self.letters = letters
    self.titleWords = titleWords
  }
}

/// Reads items for the tail.
struct TailItemReader: Sendable {
  private let analyzer: TextAnalyzer
  private var romanizer: Romanizer?
  private var item = ItemText()
  private var layout = ItemLayout()

  init(_ options: IndexOptions) {
    analyzer = TextAnalyzer(options.folding)
    if options.romanizesTitles { romanizer = Romanizer(options.folding) }
  }

  /// - Complexity: O(*n*) in the length of the text.
  mutating func item(_ fields: ItemFields) -> TailItem {
    var fields = fields
    if fields.reading.isEmpty, let romanized = romanized(fields) {
      fields.reading = romanized
      fields.isRomanized = true
    }
    return TailItem(fields, letters: letters(of: fields), titleWords: layout.titleCount)
  }

  /// The title in Latin letters, if it needs that.
  private mutating func romanized(_ fields: ItemFields) -> String? {
    guard romanizer != nil else { return nil }
    let isRomanized = fields.withText { title, _, _ in romanizer?.romanize(title) ?? false }
    return isRomanized ? romanizer.map { String(decoding: $0.bytes, as: UTF8.self) } : nil
  }

  private mutating func letters(of fields: ItemFields) -> LetterSignature {
    fields.withText { title, reading, searchText in
      item.read(
        title: title, reading: reading, searchText: searchText, isRomanized: fields.isRomanized, analyzer: analyzer,
        titleIsPath: false, into: &layout)
    }
    var letters = LetterSignature.empty
    let text = item.letters
    for word in layout.words { letters.formUnion(LetterSignature(text.span.extracting(word.range))) }
    return letters
  }
}
