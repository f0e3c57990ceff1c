/// What a segment searches, put together from what is known of each batch of its items.
struct SegmentColumns: Sendable {
  let tokens: TokenColumn
  let dictionary: WordDictionary
  let postings: Postings
  let pairs: PairPostings

  /// - Parameters:
  ///   - read: the batches; what has been used of them is given up at once.
  ///   - firstRows: the row of each batch's first item.
  ///   - weights: of the items; `nil` if all are 0.
  ///   - isParallel: whether to use another thread beside this one.
  ///   - other: more to do.
  static func make<Other: Sendable>(
    _ read: consuming BatchQueue.Result, firstRows: [Int], titles: TextColumn, weights: Column<UInt16>?,
    isParallel: Bool,
    with other: @escaping @Sendable () throws(IndexError) -> Other
  ) throws(IndexError) -> (SegmentColumns, Other) {
    let isLarge = titles.count > SegmentColumns.mostRowsWithoutRelease
    var batches = read.batches
    var words = read.readers.map(\.words)
    read = BatchQueue.Result()
    let entries = Handover(takePairs(&batches, firstRows))
    let rowCount = titles.count
    let ((pairs, others), order) = try concurrently(isParallel) {
      (PairPostings(entries.take() ?? [], rowCount: rowCount), Result(catching: other))
    } here: { () throws(IndexError) in
      try WordOrder(take(&words))
    }
    let done = try others.get()
    // The tables of words, of which the order has taken what it needs.
    if isLarge { releaseFreeMemory() }
    let (dictionary, (tokens, postings)) = concurrently(isParallel) {
      WordDictionary(SortedWords(order))
    } here: {
      let (tokens, places) = takeTokens(&batches, order, rowCount: rowCount)
      // The batches: postings take more, in larger pieces.
      if isLarge { releaseFreeMemory() }
      let keys = RankKeys(titles, weights)
      let postings = Postings(tokens, tokenPlaces: places, wordCount: order.count) { keys.key(row: $0, place: $1) }
      let column = TokenColumn(
        tokens, postingCounts: { postings.range($0..<$0 + 1).count }, wordCount: order.count)
      return (column, postings)
    }
    guard let tokens else { throw .tooLarge(what: "bytes of words", limit: Int(UInt32.max)) }
    return (SegmentColumns(tokens: tokens, dictionary: dictionary, postings: postings, pairs: pairs), done)
  }

  /// Giving memory back takes milliseconds, and what a small segment leaves the next one needs.
  private static var mostRowsWithoutRelease: Int { 100_000 }

  private static func takePairs(
    _ batches: inout [(reader: Int, columns: BatchColumns)], _ firstRows: [Int]
  ) -> [(firstRow: Int, entries: [PairKey.Entry])] {
    var pairs: [(firstRow: Int, entries: [PairKey.Entry])] = []
    for index in batches.indices {
      pairs.append((firstRows[index], take(&batches[index].columns.pairs)))
    }
    return pairs
  }

  private static func takeTokens(
    _ batches: inout [(reader: Int, columns: BatchColumns)], _ order: WordOrder, rowCount: Int
  ) -> (TokenList, places: [UInt8]) {
    let count = batches.reduce(0) { $0 + $1.columns.places.count }
    var tokens = TokenList()
    var places: [UInt8] = []
    tokens.reserveCapacity(rows: rowCount)
    tokens.reserveCapacity(tokens: count)
    places.reserveCapacity(count)
    for index in batches.indices {
      let columns = batches[index].columns
      batches[index].columns = BatchColumns()
      tokens.append(columns.tokens, renumbered: order.numbers[batches[index].reader])
      places.append(contentsOf: columns.places)
    }
    return (tokens, places)
  }
}

/// The ``RankKey``s of the postings of a segment that is being made.
struct RankKeys {
  /// What of a title's length counts fits in a byte, and so do all of them in the cache.
  private let titleLengths: [UInt8]
  private let weights: Column<UInt16>?

  /// - Parameter weights: of the items; `nil` if all are 0.
  init(_ titles: TextColumn, _ weights: Column<UInt16>?) {
    titleLengths = (0..<titles.count).map { UInt8(truncatingIfNeeded: min(titles.range($0).count, 255)) }
    self.weights = weights
  }

  @inline(__always)
  func key(row: Int, place: UInt8) -> RankKey {
    RankKey(place: place, weight: weights.map { $0[row] } ?? 0, titleLength: Int(titleLengths[row]))
  }
}
