/// An item of the tail, which is searched row by row.
final class TailItem: Sendable {
  let fields: ItemFields
  /// Those of all its words.
  let letters: LetterSignature
  /// Its words; `nil` until it is searched.
  let words: ItemTokens?

  init(_ fields: ItemFields, letters: LetterSignature = .empty, words: ItemTokens? = nil) {
    self.fields = fields
    self.letters = letters
    self.words = words
  }
}

/// A reader of items for the tail.
struct TailItemReader: Sendable {
  private let analyzer: TextAnalyzer
  private let titlesArePaths: Bool
  private var romanizer: Romanizer?
  private var item = ItemText()
  private var layout = ItemLayout()

  init(_ options: IndexOptions) {
    analyzer = TextAnalyzer(options.folding)
    titlesArePaths = options.titlesArePaths
    if options.romanizesTitles { romanizer = Romanizer(options.folding) }
  }

  /// - Complexity: O(*n*) in the length of the text.
  mutating func item(_ fields: ItemFields) -> TailItem {
    var fields = fields
    if fields.reading.isEmpty, let romanized = romanized(fields) {
      fields.reading = romanized
      fields.isRomanized = true
    }
    fields.withText { title, reading, searchText in
      item.read(
        title: title, reading: reading, searchText: searchText, isRomanized: fields.isRomanized, analyzer: analyzer,
        titleIsPath: titlesArePaths, into: &layout)
    }
    var letters = LetterSignature.empty
    let text = item.letters
    for word in layout.words { letters.formUnion(LetterSignature(text.span.extracting(word.range))) }
    return TailItem(fields, letters: letters, words: ItemTokens(text, layout))
  }

  /// The title in Latin letters, if it needs that.
  private mutating func romanized(_ fields: ItemFields) -> String? {
    guard romanizer != nil else { return nil }
    let isRomanized = fields.withText { title, _, _ in romanizer?.romanize(title) ?? false }
    return isRomanized ? romanizer.map { String(decoding: $0.bytes, as: UTF8.self) } : nil
  }
}
