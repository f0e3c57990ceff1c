/// The fields of an item, as far as they are indexed, and what decides its place beside them.
struct ItemFields: Sendable, Hashable {
  var title: String
  var reading = ""
  var searchText = ""
  var weight: UInt16 = 0
  var isSearchable = true

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
    Field.allCases.compactMap { field in
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

  /// - Parameter reader: `nil` to do without the letters, because nobody will ask.
  init(_ fields: ItemFields, _ reader: inout TailItemReader?) {
    self.fields = fields
    letters = reader?.letters(of: fields) ?? RowLetters(bits: .max)
  }
}

/// Finds out the letters of items.
struct TailItemReader {
  private let analyzer: TextAnalyzer
  private var item = ItemText()
  private var layout = ItemLayout()

  init(_ options: IndexOptions) { analyzer = TextAnalyzer(options.folding) }

  mutating func letters(of fields: ItemFields) -> RowLetters {
    fields.withText { title, reading, searchText in
      item.read(
        title: title, reading: reading, searchText: searchText, analyzer: analyzer, titleIsPath: false, into: &layout)
    }
    var letters = RowLetters()
    let span = item.letters
    for word in layout.words { letters.insert(LetterSignature(span.span.extracting(word.range))) }
    return letters
  }
}
