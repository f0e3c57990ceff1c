/// Makes one segment out of several, without reading any text again: just the one that a ``SegmentBuilder`` would make of
/// the same items.
package struct SegmentMerge {
  private let sources: [Segment]
  private let order: [MergeRow]
  private let isParallel: Bool
  /// How many rows are made at once.
  private let pieceLength: Int

  /// - Parameters:
  ///   - sources: all made with the same options.
  ///   - order: the rows of the new segment, at least those of each source ascending. What is left out is dead.
  ///   - threadCount: how many threads to use at most, the caller's included.
  package init(_ sources: [Segment], order: [MergeRow], threadCount: Int = 1) {
    self.init(sources, order: order, threadCount: threadCount, pieceLength: 4096)
  }

  /// - Parameter pieceLength: how many rows are made from all sources before the next ones.
  init(_ sources: [Segment], order: [MergeRow], threadCount: Int, pieceLength: Int) {
    assert(sources.allSatisfy { $0.options == sources[0].options }, "the sources must have the same options")
    self.sources = sources
    self.order = order
    isParallel = threadCount > 1
    self.pieceLength = pieceLength
  }

  /// Merges the segments.
  ///
  /// - Parameter isCancelled: asked again and again; once it is `true`, the merge ends soon.
  /// - Returns: `nil` if it was cancelled.
  /// - Throws: ``IndexError/tooLarge(what:limit:)``.
  /// - Complexity: O(*n*) in the length of the texts and the number of words in the sources.
  package consuming func run(isCancelled: () -> Bool) throws(IndexError) -> Segment? {
    guard order.count < Int(UInt32.max) else { throw .tooLarge(what: "items", limit: Int(UInt32.max) - 1) }
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
    let pairs = try PairPostings(merging: sources, rows, check)
    var words = try MergedWords(sources, rows, check)
    let wordCount = words.words.count
    let sorted = Handover(take(&words.words))
    let (dictionary, (tokens, postings)) = try concurrently(isParallel) {
      WordDictionary(sorted.take() ?? SortedWords())
    } here: { () throws(MergeInterruption) in
      let tokens = try TokenList(merging: sources, rows, words.numbers, check)
      let keys = RankKeys(titles, weights)
      let lists = try PostingLists(
        merging: sources.map(\.postings), rows, words.numbers, listCount: wordCount, check)
      let postings = Postings(lists) { keys.key(row: $0, place: $1) }
      try check()
      let column = TokenColumn(
        tokens, postingCounts: { postings.range($0..<$0 + 1).count }, wordCount: wordCount)
      return (column, postings)
    }
    try check()
    guard let tokens else { throw .failed(.tooLarge(what: "bytes of words", limit: Int(UInt32.max))) }
    let options = sources.first?.options ?? IndexOptions()
    return Segment(
      titles: titles, readings: readings, searchTexts: searchTexts, romanized: romanized,
      unworded: unworded, weights: weights, searchable: searchable,
      tokens: tokens, dictionary: dictionary, postings: postings, pairs: pairs,
      analyzer: sources.first?.analyzer ?? TextAnalyzer(options.folding), options: options)
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

/// Why a merge ends without a segment.
enum MergeInterruption: Error {
  case cancelled
  case failed(IndexError)
}
