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
