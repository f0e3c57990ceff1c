/// An item of the tail, which is searched by reading it.
final class TailItem: Sendable {
  let fields: ItemFields
  /// Those of all its words.
  let letters: LetterSignature
  /// The letters of each of its words, with a mark before and after each.
  let words: [UInt8]
  /// How many words the title has.
  let titleWords: Int32

  /// Whether its words are known, so that it can be searched.
  var isRead: Bool { !words.isEmpty }

  /// No word holds it.
  static let wordMark: UInt8 = 0

  init(_ fields: ItemFields, letters: LetterSignature = .empty, words: [UInt8] = [], titleWords: Int32 = 0) {
    self.fields = fields
    self.letters = letters
    self.words = words
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
    let (letters, words) = words(of: fields)
    return TailItem(fields, letters: letters, words: words, titleWords: layout.titleCount)
  }

  /// The title in Latin letters, if it needs that.
  private mutating func romanized(_ fields: ItemFields) -> String? {
    guard romanizer != nil else { return nil }
    let isRomanized = fields.withText { title, _, _ in romanizer?.romanize(title) ?? false }
    return isRomanized ? romanizer.map { String(decoding: $0.bytes, as: UTF8.self) } : nil
  }

  private mutating func words(of fields: ItemFields) -> (LetterSignature, [UInt8]) {
    fields.withText { title, reading, searchText in
      item.read(
        title: title, reading: reading, searchText: searchText, isRomanized: fields.isRomanized, analyzer: analyzer,
        titleIsPath: false, into: &layout)
    }
    var letters = LetterSignature.empty
    let text = item.letters
    var words = [TailItem.wordMark]
    for word in layout.words {
      let bytes = text.span.extracting(word.range)
      letters.formUnion(LetterSignature(bytes))
      words.append(copying: bytes)
      words.append(TailItem.wordMark)
    }
    return (letters, words)
  }
}
