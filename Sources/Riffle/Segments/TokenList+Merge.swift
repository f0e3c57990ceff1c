extension TokenList {
  /// Takes the items' words of several segments.
  ///
  /// - Parameters:
  ///   - numbers: for each word of a source its number in the merged segment.
  ///   - check: called again and again, to throw if the merge is not to go on.
  init(
    merging sources: [Segment], _ rows: borrowing MergedRows, _ numbers: borrowing MergedNumbers,
    _ check: () throws(MergeInterruption) -> Void
  ) throws(MergeInterruption) {
    var list = TokenList()
    list.reserveCapacity(rows: rows.count)
    list.reserveCapacity(tokens: sources.reduce(0) { $0 + $1.tokens.tokenCount })
    // Of the rows of a piece: which source has each, and where its words are among those read of it.
    var read = sources.map { _ in ReadRows() }
    var places: [(source: Int, index: Int)] = []
    for piece in 0..<rows.pieceCount {
      try check()
      let range = rows.range(piece)
      places = Array(repeating: (0, 0), count: range.count)
      for source in sources.indices {
        read[source].read(sources[source].tokens, piece, source, rows, numbers)
        for (index, row) in read[source].newRows.enumerated() { places[row - range.lowerBound] = (source, index) }
      }
      for (source, index) in places {
        let old = Int(read[source].rows[index])
        let column = sources[source].tokens
        list.append(read[source].tokens[read[source].range(index)])
        list.endRow(
          letters: column.letters(old), lastComponent: column.lastComponent(old))
      }
      guard list.tokens.count <= Int(UInt32.max) else {
        throw .failed(.tooLarge(what: "words", limit: Int(UInt32.max)))
      }
    }
    self = list
  }
}

/// The words of those rows of a source that stand in one piece, by their new numbers.
private struct ReadRows {
  private(set) var rows: [UInt32] = []
  private(set) var newRows: [Int] = []
  private(set) var tokens: [UInt32] = []
  private var ends: [TokenColumn.RowEnd] = []

  func range(_ index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1].offset)..<ends[index].offset }

  mutating func read(
    _ column: TokenColumn, _ piece: Int, _ source: Int, _ merged: borrowing MergedRows,
    _ numbers: borrowing MergedNumbers
  ) {
    rows.removeAll(keepingCapacity: true)
    newRows.removeAll(keepingCapacity: true)
    merged.forEach(in: piece, of: source) { old, new in
      rows.append(UInt32(truncatingIfNeeded: old))
      newRows.append(new)
    }
    column.read(rows, readsSearchText: true, into: &tokens, ends: &ends)
    var tokens = tokens.mutableSpan
    for index in tokens.indices {
      let ahead = index + MergedRows.prefetchDistance
      if ahead < tokens.count { numbers.prefetch(TokenColumn.word(tokens[ahead]), source) }
      let token = tokens[index]
      tokens[index] = token & ~TokenColumn.wordBits | numbers.number(of: TokenColumn.word(token), source)
    }
  }
}
