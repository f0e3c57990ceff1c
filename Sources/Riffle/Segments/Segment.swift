/// A part of a list, immutable, with all that is needed to search it.
///
/// Texts and what else is shown have rows in list order. What is searched, ``tokens``, ``postings`` and ``pairs``, has them by their
/// ordinals in the ``StaticOrder``.
package final class Segment: Sendable {
  package let titles: TextColumn
  /// Without rows where no item has any.
  package let readings: TextColumn
  /// Without rows where no item has any.
  package let searchTexts: TextColumn
  /// The rows whose reading is what a ``Romanizer`` has made of the title; `nil` where there are none.
  package let romanized: BitColumn?
  /// The rows some of whose letters lie in no word, or whose punctuation changes by folding: words and raw text do not cover
  /// their content. `nil` if there are none. See ``TextPieces``.
  let unworded: BitColumn?
  let weights: Column<UInt16>?
  /// No item has a higher one.
  let bestWeight: UInt16
  /// `nil` where all items are searchable.
  let searchable: BitColumn?
  package let order: StaticOrder
  private let searchableOrdinals = Lazy<BitColumn>()
  let tokens: TokenColumn
  let dictionary: WordDictionary
  let postings: Postings
  let pairs: PairPostings
  let analyzer: TextAnalyzer
  package let options: IndexOptions

  package var count: Int { titles.count }

  /// - Parameter bestWeight: the highest weight; `nil` if unknown.
  init(
    titles: TextColumn, readings: TextColumn, searchTexts: TextColumn, romanized: BitColumn?, unworded: BitColumn?,
    weights: Column<UInt16>?, bestWeight: UInt16? = nil, searchable: BitColumn?, order: StaticOrder,
    tokens: TokenColumn, dictionary: WordDictionary, postings: Postings, pairs: PairPostings,
    options: IndexOptions
  ) {
    self.titles = titles
    self.readings = readings
    self.searchTexts = searchTexts
    self.romanized = romanized
    self.unworded = unworded
    self.weights = weights
    self.bestWeight = bestWeight ?? weights?.max() ?? 0
    self.searchable = searchable
    self.order = order
    self.tokens = tokens
    self.dictionary = dictionary
    self.postings = postings
    self.pairs = pairs
    analyzer = TextAnalyzer(options.folding)
    self.options = options
  }

  /// The size of the largest column with 32-bit offsets, in bytes; see ``UpkeepLimits/mostSegmentBytes``. A word of a row takes
  /// at most four bytes.
  var addressedBytes: Int {
    max(titles.bytes.count, readings.bytes.count, searchTexts.bytes.count, 4 * tokens.tokenCount)
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

  /// On average.
  var wordsPerRow: Int { tokens.tokenCount / max(1, count) }

  /// Whether no item has a reading or a search text.
  var hasOnlyTitles: Bool { readings.count == 0 && searchTexts.count == 0 }

  func isRomanized(_ row: Int) -> Bool { romanized.map { $0[row] } ?? false }

  /// Returns the properties of an item that a scorer needs besides its words.
  @inline(__always)
  func traits(ofOrdinal ordinal: Int) -> ItemTraits {
    ItemTraits(
      lastComponent: tokens.lastComponent(ordinal),
      isRomanized: romanized == nil ? false : isRomanized(order.row(ordinal)))
  }

  /// The ordinals of the searchable rows; `nil` for all.
  /// - Complexity: O(rows) the first time.
  var searchableByOrdinal: BitColumn? {
    searchable.map { rows in searchableOrdinals.value { order.ordinals(ofRows: rows) } }
  }

  package func weight(_ row: Int) -> UInt16 { weights.map { $0[row] } ?? 0 }

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
      title.span(titles.indexedRange(row)), reading.span(readings.indexedRange(row)),
      searchText.span(searchTexts.indexedRange(row)))
  }

  /// Lays out an item from the forward index.
  func layOut(_ row: Int, into layout: inout ItemLayout) {
    layOut(row, tokens.tokens(of: order.ordinal(row)), into: &layout)
  }

  /// - Parameter words: those of the item, as ``TokenColumn/read(_:into:)`` gives them.
  func layOut(_ row: Int, _ words: borrowing [UInt32], into layout: inout ItemLayout) {
    tokens.layOut(order.ordinal(row), words, words: dictionary.places, into: &layout)
    layout.isRomanized = isRomanized(row)
  }
}

// MARK: - Columns

extension Segment: ColumnPart {
  package var columns: [StoredColumn] { ColumnList(of: self).columns }

  package func list(in columns: inout ColumnList) {
    columns.add("titles", titles)
    columns.add("readings", readings)
    columns.add("searchTexts", searchTexts)
    columns.add("romanized", romanized)
    columns.add("unworded", unworded)
    if let weights { columns.add("weights", weights) }
    columns.add("bestWeight", number: Int(bestWeight))
    columns.add("searchable", searchable)
    columns.add("order", order)
    columns.add("tokens", tokens)
    columns.add("dictionary", dictionary)
    columns.add("postings", postings)
    columns.add("pairs", pairs)
  }

  /// - Parameter options: those that the segment was made with.
  /// - Throws: ``SegmentError``.
  package convenience init(_ columns: ColumnSource, options: IndexOptions) throws(SegmentError) {
    let titles: TextColumn = try columns.part("titles")
    let dictionary: WordDictionary = try columns.part("dictionary")
    let postings: Postings = try columns.part("postings")
    self.init(
      titles: titles, readings: try columns.part("readings"), searchTexts: try columns.part("searchTexts"),
      romanized: try columns.bits("romanized", count: titles.count),
      unworded: try columns.bits("unworded", count: titles.count),
      weights: columns.has("weights") ? try columns.whenRead.column("weights", count: titles.count) : nil,
      bestWeight: UInt16(truncatingIfNeeded: try columns.number("bestWeight", most: Int(UInt16.max))),
      searchable: try columns.bits("searchable", count: titles.count),
      order: try columns.whenRead.part("order"),
      tokens: try TokenColumn(columns.inside("tokens"), wordCount: dictionary.count), dictionary: dictionary,
      postings: postings, pairs: try columns.part("pairs"), options: options)
    try columns.check(postings.listCount == dictionary.count, "postings.starts.bytes")
    try columns.check(tokens.count == count, "tokens.heads.heads")
    try columns.check(order.count == count, "order.rows.bytes")
    for (name, column) in [("readings", readings), ("searchTexts", searchTexts)] {
      try columns.check(column.count == 0 || column.count == count, "\(name).places.distances")
    }
  }
}
