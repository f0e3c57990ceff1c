/// A merge of several segments into one, without reading texts again: equal to the one that a ``SegmentBuilder`` makes of the
/// same items.
package struct SegmentMerge {
  private let sources: [Segment]
  private let order: [MergeRow]
  /// How many rows are made at once.
  private let pieceLength: Int

  /// - Parameters:
  ///   - sources: all made with the same options.
  ///   - order: the rows of the new segment, at least those of each source ascending. What is left out is dead.
  ///   - pieceLength: how many rows are made from all sources before the next ones.
  package init(_ sources: [Segment], order: [MergeRow], pieceLength: Int = 4096) {
    assert(sources.allSatisfy { $0.options == sources[0].options }, "the sources must have the same options")
    self.sources = sources
    self.order = order
    self.pieceLength = pieceLength
  }

  /// Merges the segments.
  ///
  /// - Parameter isCancelled: called repeatedly; once it returns `true`, the merge ends soon.
  /// - Returns: `nil` if it was cancelled.
  /// - Throws: ``IndexError/tooLarge(what:limit:)``.
  /// - Complexity: O(*n*) in the length of the texts and the number of words in the sources.
  package consuming func run(isCancelled: () -> Bool) throws(IndexError) -> Segment? {
    guard order.count <= RankKey.mostRows else { throw .tooLarge(what: "items", limit: RankKey.mostRows) }
    do {
      return try merge { () throws(MergeInterruption) in
        if isCancelled() { throw .cancelled }
      }
    } catch {
      switch error {
      case .cancelled: return nil
      case .failed(let error): throw error
      }
    }
  }

  private consuming func merge(_ check: () throws(MergeInterruption) -> Void) throws(MergeInterruption) -> Segment {
    let rows = MergedRows(order, sizes: sources.map(\.count), pieceLength: pieceLength)
    let titles = try TextColumn(merging: sources.map(\.titles), rows, isNeeded: true, check)
    let readings = try TextColumn(merging: sources.map(\.readings), rows, isNeeded: false, check)
    let searchTexts = try TextColumn(merging: sources.map(\.searchTexts), rows, isNeeded: false, check)
    let weights = weights(rows)
    let searchable = bits(rows, otherwise: true, \.searchable)
    let romanized = bits(rows, otherwise: false, \.romanized)
    let unworded = bits(rows, otherwise: false, \.unworded)
    let (oldOrdinals, titleWords) = oldOrdinals(rows)
    let staticOrder = StaticOrder(titles: titles, titleWords: titleWords, weights)
    try check()
    // What is equal in all else is in list order before and after, so the ordinals of each source ascend.
    let ordinals = MergedRows(
      staticOrder.all.map { oldOrdinals[Int($0)] }, sizes: sources.map(\.count), pieceLength: pieceLength)
    let pairs = try PairPostings(merging: sources, ordinals, check)
    var words = try MergedWords(sources, ordinals, check)
    let wordCount = words.words.count
    let dictionary = WordDictionary(take(&words.words))
    let list = try TokenList(merging: sources, ordinals, words.numbers, check)
    let postings = Postings(
      try PostingLists(merging: sources.map(\.postings), ordinals, words.numbers, listCount: wordCount, check))
    try check()
    let tokens = TokenColumn(
      list, rows: Array(0..<UInt32(truncatingIfNeeded: staticOrder.count)),
      titleWords: staticOrder.all.map { titleWords[Int($0)] }, postingCounts: { postings.range($0..<$0 + 1).count },
      wordCount: wordCount)
    try check()
    guard let tokens else { throw .failed(.tooLarge(what: "bytes of words", limit: Int(UInt32.max))) }
    let options = sources.first?.options ?? IndexOptions()
    return Segment(
      titles: titles, readings: readings, searchTexts: searchTexts, romanized: romanized,
      unworded: unworded, weights: weights, searchable: searchable, order: staticOrder,
      tokens: tokens, dictionary: dictionary, postings: postings, pairs: pairs,
      options: options)
  }

  /// For each row the source that it comes from, its ordinal there, and how many words its title has.
  private func oldOrdinals(_ rows: borrowing MergedRows) -> (ordinals: [MergeRow], titleWords: [UInt8]) {
    var old = [MergeRow](repeating: MergeRow(source: 0, row: 0), count: rows.count)
    var titleWords = [UInt8](repeating: 0, count: rows.count)
    for (source, segment) in sources.enumerated() {
      let tokens = segment.tokens
      segment.order.forEachRow { row, ordinal in
        guard let new = rows.newRow(of: UInt32(truncatingIfNeeded: row), source) else { return }
        old[Int(new)] = MergeRow(source: source, row: ordinal)
        titleWords[Int(new)] = UInt8(truncatingIfNeeded: tokens.titleWords(ordinal))
      }
    }
    return (old, titleWords)
  }

  /// `nil` if all are 0.
  private func weights(_ rows: borrowing MergedRows) -> Column<UInt16>? {
    guard sources.contains(where: { $0.weights != nil }) else { return nil }
    var all: UInt16 = 0
    let merged = Column<UInt16>(zeros: rows.count) { merged in
      for piece in 0..<rows.pieceCount {
        for (source, segment) in sources.enumerated() {
          guard let weights = segment.weights else { continue }
          rows.forEach(in: piece, of: source) { old, new in
            merged[new] = weights[old]
            all |= weights[old]
          }
        }
      }
    }
    return all == 0 ? nil : merged
  }

  /// One bit of every row; `nil` if it is `other` in all of them.
  /// - Parameter column: that of a source, `nil` if it is `other` in all of its rows.
  private func bits(
    _ rows: borrowing MergedRows, otherwise other: Bool, _ column: (Segment) -> BitColumn?
  ) -> BitColumn? {
    guard sources.contains(where: { column($0) != nil }) else { return nil }
    var merged = BitColumn(count: rows.count, repeating: other)
    var areAll = true
    for piece in 0..<rows.pieceCount {
      for (source, segment) in sources.enumerated() {
        guard let bits = column(segment) else { continue }
        rows.forEach(in: piece, of: source) { old, new in
          guard bits[old] != other else { return }
          if other { merged.remove(new) } else { merged.insert(new) }
          areAll = false
        }
      }
    }
    return areAll ? nil : merged
  }
}

/// The reason for a merge that ends without a segment.
enum MergeInterruption: Error {
  case cancelled
  case failed(IndexError)
}
