/// Makes a segment out of items that come in list order.
@usableFromInline
package struct SegmentBuilder: ~Copyable {
  private let options: IndexOptions
  private let analyzer: TextAnalyzer
  private var titles = TextColumn()
  /// Without rows until an item has any.
  private var readings = TextColumn()
  private var searchTexts = TextColumn()
  private let expectedCount: Int
  private var weights: [UInt16] = []
  private var unsearchable: [Int] = []
  private var words = WordInterner()
  private var tokens = TokenColumn()
  /// The ``Place`` of each token.
  private var places: [UInt8] = []
  private var titleCount: Int32 = 0
  private var letters = RowLetters.Collector()
  /// Those of the field at hand.
  private var keys: [WordKey] = []
  private var text = FieldText()
  private var layout = ItemLayout()
  private var leadPairs = LeadPairs.Builder()
  /// The fields that are longer than what is indexed of them.
  package private(set) var truncatedFields: [(row: Int, field: Field, bytes: Int)] = []

  /// - Parameter expectedCount: how many items come, if that is known; then memory for them is taken only once.
  @usableFromInline
  package init(options: IndexOptions, expectedCount: Int = 0) {
    self.options = options
    self.expectedCount = min(expectedCount, Int(UInt32.max))
    analyzer = TextAnalyzer(options.folding)
    titles.reserveCapacity(rows: self.expectedCount)
    tokens.reserveCapacity(rows: self.expectedCount)
  }

  package var count: Int { titles.count }

  /// Adds the next item.
  /// - Throws: ``IndexError/tooLarge(what:limit:)``; the builder is then of no more use.
  @usableFromInline
  package mutating func append(
    title: String, reading: String = "", searchText: String = "", weight: UInt16 = 0, isSearchable: Bool = true
  ) throws(IndexError) {
    guard titles.count < Int(UInt32.max) - 1 else { throw .tooLarge(what: "items", limit: Int(UInt32.max) - 1) }
    guard titles.hasRoom(for: title.utf8.count), readings.hasRoom(for: reading.utf8.count),
      searchTexts.hasRoom(for: searchText.utf8.count)
    else { throw .tooLarge(what: "bytes of text", limit: Int(UInt32.max)) }
    if weight != 0 || !weights.isEmpty {
      if weights.isEmpty { weights = Array(repeating: 0, count: titles.count) }
      weights.append(weight)
    }
    if !isSearchable { unsearchable.append(titles.count) }
    if titles.count == SegmentBuilder.sampleCount { reserveCapacity() }
    titleCount = 0
    letters.removeAll()
    let titleStart = add(title, .title)
    _ = add(reading, .reading)
    _ = add(searchText, .searchText)
    tokens.endRow(letters: letters.letters, titleStart: options.titlesArePaths ? titleStart : nil)
    guard words.count < TokenColumn.maximumWordCount else {
      throw .tooLarge(what: "distinct words", limit: TokenColumn.maximumWordCount)
    }
    guard words.bytes.count <= Int(UInt32.max) else {
      throw .tooLarge(what: "bytes of distinct words", limit: Int(UInt32.max))
    }
    guard tokens.tokens.count <= Int(UInt32.max) else {
      throw .tooLarge(what: "words", limit: Int(UInt32.max))
    }
  }

  /// Returns the unit that counts as the start of the field, where titles are paths.
  private mutating func add(_ string: String, _ field: Field) -> Int32 {
    let utf8 = string.utf8Span.span
    switch field {
    case .title: titles.append(utf8)
    case .reading: SegmentBuilder.append(utf8, to: &readings, row: titles.count - 1)
    case .searchText: SegmentBuilder.append(utf8, to: &searchTexts, row: titles.count - 1)
    }
    guard utf8.count > 0 else { return 0 }
    let length = ItemText.indexedLength(of: utf8)
    if length < utf8.count { truncatedFields.append((titles.count - 1, field, utf8.count)) }
    analyzer.analyze(utf8.extracting(first: length), into: &text)
    addWords()
    layout.removeAll()
    for token in text.tokens {
      layout.append(token.kind, start: token.start, length: token.length, field: field)
    }
    layout.endField(field)
    if field == .title { titleCount = layout.titleCount }
    let titleStart = options.titlesArePaths && field == .title ? layout.firstUnitOfLastPathComponent(text) : 0
    for word in layout.words {
      places.append(Place(word, titleCount: titleCount, titleStart: titleStart).rawValue)
    }
    let bytes = text.bytes
    leadPairs.append(layout, letters: bytes.span, row: titles.count - 1)
    numberWords(of: field)
    return titleStart
  }

  /// Takes memory for the items to come, judging by those that have come: columns that grow by doubling are copied, and
  /// the system has to find memory for each copy.
  private mutating func reserveCapacity() {
    guard expectedCount > 2 * SegmentBuilder.sampleCount else { return }
    func scaled(_ count: Int) -> Int { count * expectedCount / SegmentBuilder.sampleCount / 16 * 17 }
    titles.reserveCapacity(bytes: scaled(titles.bytes.count))
    if readings.count > 0 { readings.reserveCapacity(bytes: scaled(readings.bytes.count)) }
    if searchTexts.count > 0 { searchTexts.reserveCapacity(bytes: scaled(searchTexts.bytes.count)) }
    tokens.reserveCapacity(tokens: scaled(tokens.tokens.count))
    places.reserveCapacity(scaled(places.count))
    leadPairs.reserveCapacity(scaled(leadPairs.count))
  }

  /// After so many items the rest is judged by them.
  private static let sampleCount = 4096

  /// Finds out the keys of the words of a field and asks for what is known of them, some time before they are numbered.
  private mutating func addWords() {
    let bytes = text.bytes
    let span = bytes.span
    keys.removeAll(keepingCapacity: true)
    for token in text.tokens {
      let key = WordKey(token.range, of: span.bytes)
      words.prefetch(key)
      keys.append(key)
    }
    // In ASCII there are no letters but those of words.
    if letters.insertASCII(span) { return }
    // The letters of parts are those of the compound before them.
    for token in text.tokens where token.kind != .part && token.kind != .inner {
      letters.insert(LetterSignature(span.extracting(token.range)))
    }
  }

  private mutating func numberWords(of field: Field) {
    let bytes = text.bytes
    for (key, token) in zip(keys, text.tokens) {
      tokens.append(word: words.number(of: key, token.range, in: bytes.span), kind: token.kind, field: field)
    }
  }

  /// Most lists have none of the texts that are not titles; their column then stays without rows.
  private static func append(_ utf8: Span<UInt8>, to column: inout TextColumn, row: Int) {
    if column.count == 0 {
      if utf8.count == 0 { return }
      column.appendEmpty(row)
    }
    column.append(utf8)
  }

  /// Sorts the dictionary and makes the postings.
  package consuming func finish() -> Segment {
    titles.fit()
    readings.fit()
    searchTexts.fit()
    let (dictionary, numbers) = finishWords()
    tokens.renumber(numbers)
    var searchable: BitColumn?
    if !unsearchable.isEmpty {
      var bits = BitColumn(count: titles.count, repeating: true)
      for row in unsearchable { bits.remove(row) }
      searchable = bits
    }
    // What of a title's length counts fits in a byte, and so do all of them in the cache.
    let titleLengths = (0..<titles.count).map { UInt8(truncatingIfNeeded: min(titles.range($0).count, 255)) }
    let postings = Postings(tokens, tokenPlaces: places, wordCount: dictionary.count) { row, place in
      RankKey(place: place, weight: weights.isEmpty ? 0 : weights[row], titleLength: Int(titleLengths[row]))
    }
    return Segment(
      titles: titles, readings: readings, searchTexts: searchTexts,
      weights: weights.isEmpty ? nil : weights.fitted(), searchable: searchable, tokens: tokens,
      dictionary: dictionary, postings: postings,
      leadPairs: leadPairs.finish(),
      analyzer: analyzer, options: options)
  }

  /// Returns the dictionary, and the place in it of every word that was interned.
  private mutating func finishWords() -> (WordDictionary, numbers: [UInt32]) {
    var words = WordInterner()
    swap(&words, &self.words)
    let sorted = words.sortedNumbers()
    var numbers = [UInt32](repeating: 0, count: sorted.count)
    for (number, word) in sorted.enumerated() { numbers[Int(word)] = UInt32(number) }
    return (WordDictionary(sorted: sorted.map { words.range(Int($0)) }, in: words.bytes.span), numbers)
  }
}
