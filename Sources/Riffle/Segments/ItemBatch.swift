/// Neighbouring items on their way into an index: as much of their texts as is indexed.
struct ItemBatch: Sendable {
  private(set) var bytes: [UInt8] = []
  /// For each item where its fields end in ``bytes``, by raw value of ``Field``; each begins where the one before ends.
  private(set) var ends: [InlineArray<3, UInt32>] = []

  /// So many items are a batch: a few milliseconds' work, which a thread is worth waking for.
  static let standardCount = 8192
  /// So much text is a batch, even of fewer items. It stays in a processor's own cache.
  static let mostBytes = 1 << 18

  /// No batch has more items: a ``PairKey/Entry`` keeps an item's number within its batch in 16 bits.
  static let maximumCount = 1 << 16

  var count: Int { ends.count }

  mutating func append(title: Span<UInt8>, reading: Span<UInt8>, searchText: Span<UInt8>) {
    bytes.append(copying: title)
    let titleEnd = UInt32(truncatingIfNeeded: bytes.count)
    if reading.count > 0 { bytes.append(copying: reading) }
    let readingEnd = UInt32(truncatingIfNeeded: bytes.count)
    if searchText.count > 0 { bytes.append(copying: searchText) }
    ends.append([titleEnd, readingEnd, UInt32(truncatingIfNeeded: bytes.count)])
  }

  /// Forgets the items, and keeps the memory for others.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }
}

/// The indexed columns of a batch of items, with the word numbers of its ``BatchReader``.
struct BatchColumns: Sendable {
  var tokens = TokenList()
  /// The ``Place`` of each token.
  var places: [UInt8] = []
  var pairs: [PairKey.Entry] = []
  /// The readings that have been made of titles.
  var romanized = RomanizedTitles()
  /// The items some of whose letters lie in no word, ascending.
  var unworded: [UInt32] = []

  /// Nothing, with the memory that as much again as is in `other` takes, and some more.
  init(like other: borrowing BatchColumns) {
    tokens.reserveCapacity(rows: other.tokens.count)
    tokens.reserveCapacity(tokens: BatchColumns.room(other.tokens.tokens.count))
    places.reserveCapacity(BatchColumns.room(other.places.count))
    pairs.reserveCapacity(BatchColumns.room(other.pairs.count))
  }

  init() {}

  /// Adds the places and pairs of a field in which all words are simple ones: what ``ItemLayout`` comes down to where no word
  /// has parts and none stands between others, as in most texts.
  ///
  /// - Parameters:
  ///   - titleCount: how many words the title has.
  ///   - titleStart: the word of the title that counts as its start.
  ///   - word: a word of the field.
  @inline(__always)
  mutating func appendSimpleWords(
    _ count: Int, _ field: Field, row: Int, titleCount: Int32, titleStart: Int32 = 0, word: (Int) -> PendingWords.Word
  ) {
    // To add nothing to an empty array writes all the same, to what empty arrays share.
    if count == 0 { return }
    places.append(addingCapacity: count) { output in
      switch field {
      case .title:
        for index in 0..<count {
          let region = index == Int(titleStart) ? Place.Region.titleStart : .elsewhere
          output.append(Place(region, titleWords: titleCount).rawValue)
        }
      case .reading: output.append(repeating: Place(.elsewhere, titleWords: titleCount).rawValue, count: count)
      case .searchText:
        var start = 0
        while start < count {
          var end = start + 1
          while end < count, !word(end).startsPhrase { end += 1 }
          let place = Place(Place.region(ofNameTerms: end - start), titleWords: titleCount)
          output.append(repeating: place.rawValue, count: end - start)
          start = end
        }
      }
    }
    guard count > 1 else { return }
    if field == .searchText { return appendPhraseStarts(count, row: row, titleCount: titleCount, word) }
    let elsewhere = Place(.elsewhere, titleWords: titleCount)
    let start = field == .title ? Int(titleStart) : -1
    pairs.append(addingCapacity: count - 1) { output in
      var current = word(0).key.head
      var next = word(1).key.head
      for index in 2..<count + 1 {
        let later = index < count ? word(index).key.head : 0
        let place = index - 2 == start ? Place(.titleStart, titleWords: titleCount) : elsewhere
        output.append(PairKey.Entry(PairKey(head: current, next: next, later: later), row: row, place: place))
        current = next
        next = later
      }
    }
    for index in 0..<count where FunctionWords.contains(head: word(index).key.head) {
      return appendAcronymPairs(count, field, row: row, word) {
        $0 == start ? Place(.titleStart, titleWords: titleCount) : elsewhere
      }
    }
  }

  /// Adds the pairs of which function words are left out.
  private mutating func appendAcronymPairs(
    _ count: Int, _ field: Field, row: Int, _ word: (Int) -> PendingWords.Word, place: (Int) -> Place?
  ) {
    for index in 0..<count {
      guard let place = place(index) else { continue }
      PairKey.forEachAcronymPair(
        of: index, isFunctionWord: { FunctionWords.contains(head: word($0).key.head) },
        next: { $0 + 1 == count || field == .searchText && word($0 + 1).startsPhrase ? nil : $0 + 1 },
        firstParts: { $0..<$0 + 1 },
        body: { next, later in
          let later = later.map { word($0).key.head } ?? 0
          let key = PairKey(acronym: word(index).key.head, next: word(next).key.head, later: later)
          if let key { pairs.append(PairKey.Entry(key, row: row, place: place)) }
        })
    }
  }

  /// In a search text, only the initials of whole phrases have pairs.
  @inline(__always)
  private mutating func appendPhraseStarts(
    _ count: Int, row: Int, titleCount: Int32, _ word: (Int) -> PendingWords.Word
  ) {
    let place = Place(.searchText, titleWords: titleCount)
    for index in 0..<count - 1 where word(index).startsPhrase && !word(index + 1).startsPhrase {
      let hasLater = index + 2 < count && !word(index + 2).startsPhrase
      let key = PairKey(
        initials: word(index).key.head, next: word(index + 1).key.head,
        later: hasLater ? word(index + 2).key.head : 0)
      pairs.append(PairKey.Entry(key, row: row, place: place))
    }
    appendAcronymPairs(count, .searchText, row: row, word) { word($0).startsPhrase ? place : nil }
  }

  /// Adds the places and pairs of what is laid out.
  ///
  /// - Parameters:
  ///   - letters: where those of the words lie.
  ///   - titleStart: the unit of the title that counts as its start.
  mutating func append(
    _ layout: borrowing ItemLayout, letters: [UInt8], row: Int, titleCount: Int32, titleStart: Int32
  ) {
    layout.forEachPhrase { words, count in
      for index in words {
        let place = Place(
          layout.words[index], titleCount: titleCount, titleStart: titleStart, nameTerms: count)
        places.append(place.rawValue)
      }
    }
    PairKey.append(
      layout, letters: letters, row: row, titleCount: titleCount, titleStart: titleStart, to: &pairs)
  }

  private static func room(_ count: Int) -> Int { count + count / 16 }
}

/// The titles of some items of a batch in Latin letters.
struct RomanizedTitles: Sendable {
  private(set) var bytes: [UInt8] = []
  /// For each of them the item's number in its batch, ascending, and where its text ends in ``bytes``.
  private(set) var items: [(row: UInt32, end: UInt32)] = []

  mutating func append(_ text: [UInt8], row: Int) {
    bytes.append(contentsOf: text)
    items.append((UInt32(truncatingIfNeeded: row), UInt32(truncatingIfNeeded: bytes.count)))
  }
}
