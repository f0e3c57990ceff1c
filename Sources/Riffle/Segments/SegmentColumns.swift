/// The searchable columns of a segment, assembled from those of each batch of its items.
struct SegmentColumns: Sendable {
  let order: StaticOrder
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
    let tokenLists = Handover(batches.map(\.columns.tokens))
    let ((order, rows, titleWords, pairs, others), wordOrder) = try concurrently(isParallel) {
      let titleWords = (tokenLists.take() ?? []).flatMap { TokenColumn.titleWords(of: $0) }
      let order = StaticOrder(titles: titles, titleWords: titleWords, weights)
      let rows = order.all
      return (order, rows, titleWords, PairPostings(entries.take() ?? [], rows: rows), Result(catching: other))
    } here: { () throws(IndexError) in
      try WordOrder(take(&words))
    }
    let done = try others.get()
    // The tables of words, of which the order has taken what it needs.
    if isLarge { releaseFreeMemory() }
    let (dictionary, (tokens, postings)) = concurrently(isParallel) {
      WordDictionary(SortedWords(wordOrder))
    } here: {
      let (tokens, places) = takeTokens(&batches, wordOrder, rowCount: rowCount)
      // The batches: postings take more, in larger pieces.
      if isLarge { releaseFreeMemory() }
      let postings = Postings(tokens, rows: rows, tokenPlaces: places, wordLengths: wordOrder.lengths)
      let column = TokenColumn(
        tokens, rows: rows, titleWords: titleWords, postingCounts: { postings.range($0..<$0 + 1).count },
        wordCount: wordOrder.count)
      return (column, postings)
    }
    guard let tokens else { throw .tooLarge(what: "bytes of words", limit: Int(UInt32.max)) }
    return (
      SegmentColumns(order: order, tokens: tokens, dictionary: dictionary, postings: postings, pairs: pairs), done
    )
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

extension StaticOrder {
  /// The order of the items of a segment that is being made.
  /// - Parameters:
  ///   - titleWords: how many words each title has.
  ///   - weights: of the items; `nil` if all are 0.
  init(titles: TextColumn, titleWords: [UInt8], _ weights: Column<UInt16>?) {
    self.init(
      (0..<titles.count).map { row in
        StaticOrder.key(
          weight: weights.map { $0[row] } ?? 0, titleWords: Int32(titleWords[row]),
          titleLength: titles.indexedRange(row).count)
      })
  }
}
