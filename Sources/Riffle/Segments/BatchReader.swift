/// A reader that folds the texts of items, cuts them into words and numbers these. Several readers can work on batches at once.
struct BatchReader: Sendable {
  private let analyzer: TextAnalyzer
  private let titlesArePaths: Bool
  private(set) var words = WordInterner()
  private var columns = BatchColumns()
  private var pending = PendingWords()
  private var text = FieldText()
  private var layout = ItemLayout()
  private var letters = LetterSignature.empty
  private var romanizer: Romanizer?
  /// Of the item at hand.
  private var titleCount: Int32 = 0

  init(_ options: IndexOptions) {
    analyzer = TextAnalyzer(options.folding)
    titlesArePaths = options.titlesArePaths
    if options.romanizesTitles { romanizer = Romanizer(options.folding) }
  }

  /// Reads a batch.
  /// - Throws: if there are more distinct words than can be numbered; the reader is then of no more use.
  /// - Complexity: O(*n*) in the length of the text, and O(1) on average for each word.
  mutating func read(_ batch: borrowing ItemBatch) throws(IndexError) -> BatchColumns {
    let texts = batch.bytes.span
    var start = 0
    for row in 0..<batch.count {
      let ends = batch.ends[row]
      titleCount = 0
      letters = .empty
      var lastComponent: LastComponent?
      let itemStart = start
      for index in ends.indices {
        let end = Int(ends[index])
        if end > start, let field = Field(rawValue: UInt8(index)) {
          let component = read(texts.extracting(start..<end), field, row)
          if field == .title { lastComponent = component }
        } else if index == Int(Field.reading.rawValue), romanizer != nil {
          romanize(texts.extracting(itemStart..<start), row)
        }
        start = end
      }
      columns.tokens.endRow(
        letters: letters, pendingTokens: pending.count,
        lastComponent: titlesArePaths ? lastComponent ?? LastComponent(packed: 0) : nil)
      if pending.isFull { try numberWords() }
    }
    try numberWords()
    var done = BatchColumns(like: columns)
    swap(&done, &columns)
    return done
  }

  /// Reads a title in Latin letters as the item's reading, if it is in others.
  private mutating func romanize(_ title: Span<UInt8>, _ row: Int) {
    guard romanizer?.romanize(title) == true, let made = romanizer?.bytes else { return }
    columns.romanized.append(made, row: row)
    let indexed = made.span.extracting(first: ItemText.indexedLength(of: made.span))
    _ = read(indexed, .reading, row, isRomanized: true)
  }

  /// Returns the last component of a title, where these are paths.
  private mutating func read(
    _ utf8: Span<UInt8>, _ field: Field, _ row: Int, isRomanized: Bool = false
  ) -> LastComponent? {
    analyzer.analyze(utf8, into: &text)
    if isRomanized { text.setBracketApart() }
    if field == .searchText { text.cutPhrases() }
    let first = pending.count
    let areSimple = pending.append(text, field, asking: words)
    BatchReader.collectLetters(text, in: &letters)
    if text.foldsSymbols, columns.unworded.last != UInt32(row),
      !text.areLettersInWords || !text.hasPunctuation(of: utf8)
    {
      columns.unworded.append(UInt32(truncatingIfNeeded: row))
    }
    if areSimple, !titlesArePaths || field != .title {
      let count = pending.count - first
      if field == .title { titleCount = Int32(truncatingIfNeeded: count) }
      columns.appendSimpleWords(count, field, row: row, titleCount: titleCount) { pending.words[first + $0] }
      return nil
    }
    layout.removeAll()
    for token in text.tokens {
      layout.append(
        token.kind, start: token.start, length: token.length, field: field, startsPhrase: token.startsPhrase)
    }
    layout.endField(field)
    if field == .title { titleCount = layout.titleCount }
    if titlesArePaths, field == .title { layout.lastComponent = LastComponent(of: text) }
    columns.append(layout, letters: text.bytes, row: row, titleCount: titleCount, titleStart: layout.titleStart)
    return layout.lastComponent
  }

  private static func collectLetters(_ text: borrowing FieldText, in letters: inout LetterSignature) {
    let bytes = text.bytes.span
    // In ASCII there are no letters but those of words.
    if letters.insertASCII(bytes) { return }
    // The letters of parts are those of the compound before them.
    for token in text.tokens where token.kind != .part && token.kind != .inner {
      letters.formUnion(LetterSignature(bytes.extracting(token.range)))
    }
  }

  private mutating func numberWords() throws(IndexError) {
    guard words.count + pending.count <= TokenColumn.maximumWordCount else {
      throw .tooLarge(what: "distinct words", limit: TokenColumn.maximumWordCount)
    }
    guard words.bytes.count + pending.letterCount <= Int(UInt32.max) else {
      throw .tooLarge(what: "bytes of distinct words", limit: Int(UInt32.max))
    }
    columns.tokens.append(pending, numberedBy: &words)
    pending.removeAll()
  }
}
