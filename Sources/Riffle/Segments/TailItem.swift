/// The fields of an item, as far as they are indexed, and what decides its place beside them.
struct ItemFields: Sendable, Hashable {
  var title: String
  var reading = ""
  var searchText = ""
  var weight: UInt16 = 0
  var isSearchable = true
  /// Whether the reading is what a ``Romanizer`` has made of the title.
  var isRomanized = false

  /// Calls `body` with as much of the fields as is indexed.
  func withText<Result>(
    _ body: (_ title: Span<UInt8>, _ reading: Span<UInt8>, _ searchText: Span<UInt8>) -> Result
  ) -> Result {
    let title = title.utf8Span.span
    let reading = reading.utf8Span.span
    let searchText = searchText.utf8Span.span
    return body(
      title.extracting(first: ItemText.indexedLength(of: title)),
      reading.extracting(first: ItemText.indexedLength(of: reading)),
      searchText.extracting(first: ItemText.indexedLength(of: searchText)))
  }

  func text(of field: Field) -> String {
    switch field {
    case .title: title
    case .reading: reading
    case .searchText: searchText
    }
  }

  /// The fields that are longer than what is indexed of them, with their lengths in bytes.
  var truncated: [(field: Field, bytes: Int)] {
    if title.utf8.count + reading.utf8.count + searchText.utf8.count <= ItemText.indexedFieldLength { return [] }
    return Field.allCases.compactMap { field in
      let length = text(of: field).utf8.count
      return length > ItemText.indexedFieldLength ? (field, length) : nil
    }
  }
}

/// An item of the tail, which is searched by reading it.
final class TailItem: Sendable {
  let fields: ItemFields
  /// Those of all its words: most queries need not read more.
  let letters: RowLetters

  init(_ fields: ItemFields, letters: RowLetters) {
    self.fields = fields
    self.letters = letters
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
    return TailItem(fields, letters: letters(of: fields))
  }

  /// The title in Latin letters, if it needs that.
  private mutating func romanized(_ fields: ItemFields) -> String? {
    guard romanizer != nil else { return nil }
    let isRomanized = fields.withText { title, _, _ in romanizer?.romanize(title) ?? false }
    return isRomanized ? romanizer.map { String(decoding: $0.bytes, as: UTF8.self) } : nil
  }

  private mutating func letters(of fields: ItemFields) -> RowLetters {
    fields.withText { title, reading, searchText in
      item.read(
        title: title, reading: reading, searchText: searchText, isRomanized: fields.isRomanized, analyzer: analyzer,
        titleIsPath: false, into: &layout)
    }
    var letters = RowLetters()
    let text = item.letters
    for word in layout.words { letters.insert(LetterSignature(text.span.extracting(word.range))) }
    return letters
  }
}
