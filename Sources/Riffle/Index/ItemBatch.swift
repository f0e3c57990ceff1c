/// Neighbouring items on their way into an index: as much of their texts as is indexed.
struct ItemBatch: Sendable {
  private(set) var bytes: [UInt8] = []
  /// For each item where its fields end in ``bytes``, by raw value of ``Field``; each begins where the one before ends.
  private(set) var ends: [InlineArray<3, UInt32>] = []

  /// So many items are a batch: a few milliseconds' work, which a thread is worth waking for.
  static let standardCount = 8192
  /// So much text is a batch, even of fewer items. It stays in a processor's own cache.
  static let mostBytes = 1 << 18

  /// No batch has more items: some tables keep an item's number within its batch in 24 bits.
  static let maximumCount = 1 << 24

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

/// What an index keeps of a batch of items, its words numbered as its ``BatchReader`` knows them.
struct BatchColumns: Sendable {
  var tokens = TokenColumn()
  /// The ``Place`` of each token.
  var places: [UInt8] = []
  var leadPairs: [LeadPairs.Entry] = []
  /// The readings that have been made of titles.
  var romanized = RomanizedTitles()

  /// Nothing, with the memory that as much again as is in `other` takes, and some more.
  init(like other: borrowing BatchColumns) {
    tokens.reserveCapacity(rows: other.tokens.count)
    tokens.reserveCapacity(tokens: BatchColumns.room(other.tokens.tokens.count))
    places.reserveCapacity(BatchColumns.room(other.places.count))
    leadPairs.reserveCapacity(BatchColumns.room(other.leadPairs.count))
  }

  init() {}

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
