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
    let heads = try TokenList.mergedHeads(sources, rows, check)
    var tokens = [UInt32](repeating: 0, count: rows.count == 0 ? 0 : heads.tokens(rows.count - 1).upperBound)
    let hasTitleStarts = sources.contains { $0.tokens.hasTitleStarts }
    var titleStarts = [UInt32](repeating: 0, count: hasTitleStarts ? rows.count : 0)
    for piece in 0..<rows.pieceCount {
      try check()
      for source in sources.indices {
        let column = sources[source].tokens
        TokenList.copy(column, piece, source, rows, heads, numbers, to: &tokens)
        if hasTitleStarts {
          rows.forEach(in: piece, of: source) { titleStarts[$1] = UInt32(truncatingIfNeeded: column.titleStart($0)) }
        }
      }
    }
    self.init(tokens: tokens, heads: heads, titleStarts: titleStarts)
  }

  private static func mergedHeads(
    _ sources: [Segment], _ rows: borrowing MergedRows, _ check: () throws(MergeInterruption) -> Void
  ) throws(MergeInterruption) -> RowHeads {
    var lettersAndCounts = [UInt64](repeating: 0, count: rows.count + 1)
    for piece in 0..<rows.pieceCount {
      try check()
      var output = lettersAndCounts.mutableSpan
      for source in sources.indices {
        let column = sources[source].tokens
        rows.forEach(in: piece, of: source) { old, new in
          output[new] = UInt64(column.letters(old).bits) << 32 | UInt64(truncatingIfNeeded: column.tokenCount(of: old))
        }
      }
    }
    guard let heads = RowHeads(lettersAndCounts) else {
      throw .failed(.tooLarge(what: "words", limit: Int(UInt32.max)))
    }
    return heads
  }

  private static func copy(
    _ column: TokenColumn, _ piece: Int, _ source: Int, _ rows: borrowing MergedRows, _ heads: RowHeads,
    _ numbers: borrowing MergedNumbers, to output: inout [UInt32]
  ) {
    var tokens: [UInt32] = []
    var output = output.mutableSpan
    rows.forEach(in: piece, of: source) { old, new in
      column.read(old, into: &tokens)
      for token in tokens { numbers.prefetch(TokenColumn.word(token), source) }
      var place = heads.tokens(new).lowerBound
      for token in tokens {
        output[place] = token & ~TokenColumn.wordBits | numbers.number(of: TokenColumn.word(token), source)
        place += 1
      }
    }
  }
}
