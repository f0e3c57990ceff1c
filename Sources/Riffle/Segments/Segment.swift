/// A part of a list, immutable, with all that is needed to search it. Rows are in list order.
package final class Segment: Sendable {
  package let titles: TextColumn
  /// Without rows where no item has any.
  package let readings: TextColumn
  /// Without rows where no item has any.
  package let searchTexts: TextColumn
  /// The rows whose reading is what a ``Romanizer`` has made of the title; `nil` where there are none.
  package let romanized: BitColumn?
  /// The rows some of whose letters lie in no word, or that have other punctuation when folded: words, and the text as it
  /// is, do not tell all that stands there. `nil` where there are none. See ``TextPieces``.
  let unworded: BitColumn?
  let weights: [UInt16]?
  /// No item has a higher one.
  let bestWeight: UInt16
  /// `nil` where all items are searchable.
  let searchable: BitColumn?
  let tokens: TokenColumn
  let dictionary: WordDictionary
  let postings: Postings
  let pairs: PairPostings
  let analyzer: TextAnalyzer
  let options: IndexOptions

  package var count: Int { titles.count }

  init(
    titles: TextColumn, readings: TextColumn, searchTexts: TextColumn, romanized: BitColumn?, unworded: BitColumn?,
    weights: [UInt16]?, searchable: BitColumn?, tokens: TokenColumn, dictionary: WordDictionary, postings: Postings,
    pairs: PairPostings,
    analyzer: TextAnalyzer, options: IndexOptions
  ) {
    self.titles = titles
    self.readings = readings
    self.searchTexts = searchTexts
    self.romanized = romanized
    self.unworded = unworded
    self.weights = weights
    bestWeight = weights?.max() ?? 0
    self.searchable = searchable
    self.tokens = tokens
    self.dictionary = dictionary
    self.postings = postings
    self.pairs = pairs
    self.analyzer = analyzer
    self.options = options
  }

  package func isSearchable(_ row: Int) -> Bool { searchable.map { $0[row] } ?? true }

  /// The titles that are too long in Latin letters for all of that to be indexed.
  /// - Complexity: O(rows / 64 + romanised titles).
  var truncatedRomanizedTitles: [(row: Int, field: Field, bytes: Int)] {
    guard let romanized, readings.bytes.count > ItemText.indexedFieldLength else { return [] }
    return romanized.rows.compactMap { row in
      let length = readings.range(Int(row)).count
      return length > ItemText.indexedFieldLength ? (Int(row), .reading, length) : nil
    }
  }

  func isRomanized(_ row: Int) -> Bool { romanized.map { $0[row] } ?? false }

  package func weight(_ row: Int) -> UInt16 { weights.map { $0[row] } ?? 0 }

  /// What orders the item among others in which a word stands at the same place.
  func rankKey(_ row: Int, place: UInt8) -> RankKey {
    RankKey(place: place, weight: weight(row), titleLength: titles.indexedRange(row).count)
  }

  package func column(_ field: Field) -> TextColumn {
    switch field {
    case .title: titles
    case .reading: readings
    case .searchText: searchTexts
    }
  }

  package func string(_ field: Field, _ row: Int) -> String { column(field).string(row) }

  /// Calls `body` with as much of an item's fields as is indexed.
  @inline(__always)
  func withText<Result>(
    _ row: Int, _ body: (_ title: Span<UInt8>, _ reading: Span<UInt8>, _ searchText: Span<UInt8>) -> Result
  ) -> Result {
    let title = titles.bytes
    let reading = readings.bytes
    let searchText = searchTexts.bytes
    return body(
      title.span.extracting(titles.indexedRange(row)), reading.span.extracting(readings.indexedRange(row)),
      searchText.span.extracting(searchTexts.indexedRange(row)))
  }

  /// Lays out an item from the forward index.
  func layOut(_ row: Int, into layout: inout ItemLayout) {
    layOut(row, tokens.tokens(of: row), into: &layout)
  }

  /// - Parameter words: those of the item, as ``TokenColumn/read(_:into:)`` gives them.
  func layOut(_ row: Int, _ words: borrowing [UInt32], into layout: inout ItemLayout) {
    tokens.layOut(row, words, words: dictionary.places, into: &layout)
    layout.isRomanized = isRomanized(row)
  }
}
