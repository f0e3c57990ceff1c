/// The tokens of a segment on their way to become postings: in blocks of neighbouring words, each so small that its
/// part of the postings stays in the cache while it is filled. Filling them word by word as tokens come would miss the
/// cache with nearly every one.
struct PostingBlocks: ~Copyable {
  /// For each token the place in bits 56 to 63, the row's ordinal in bits 24 to 55, the spot in bits 16 to 23, and below them
  /// which word of its block; by block, then by ordinal.
  private var entries: ScratchMemory<UInt64>
  /// Where each block begins in ``entries``, and the last one ends.
  private var starts: [Int]
  /// A word's number without so many bits is its block.
  private let shift: Int

  var count: Int { starts.count - 1 }
  var entryCount: Int { entries.count }

  private static let blockCount = 512
  private static let spotShift: UInt64 = 16

  /// - Parameters:
  ///   - rows: those of the list, by ordinal.
  ///   - tokenPlaces: the ``Place`` of each token.
  ///   - wordLengths: the length of each word in bytes, up to 255.
  init(_ tokens: TokenList, rows: [UInt32], tokenPlaces: [UInt8], wordLengths: [UInt8]) {
    let wordCount = wordLengths.count
    var shift = 6
    while wordCount >> shift > PostingBlocks.blockCount, shift < Int(PostingBlocks.spotShift) { shift += 1 }
    self.shift = shift
    starts = Array(repeating: 0, count: wordCount >> shift + 2)
    for token in tokens.tokens { starts[TokenColumn.word(token) >> shift + 1] += 1 }
    for block in 1..<starts.count { starts[block] += starts[block - 1] }
    entries = ScratchMemory(count: tokens.tokens.count)
    var next = starts
    let (all, lengths) = (tokens.tokens.span, wordLengths.span)
    for (ordinal, row) in rows.enumerated() {
      let row = Int(row)
      tokens.prefetch(rows, after: ordinal) { tokenPlaces.prefetch($0) }
      let range = tokens.range(row)
      let words = all.extracting(range)
      var spots = SpotWalk(tokens.lastComponents.isEmpty ? nil : LastComponent(packed: tokens.lastComponents[row]))
      for index in range {
        let word = TokenColumn.word(all[index])
        let spot = spots.next(words, index - range.lowerBound, lengths)
        let place = next[word >> shift]
        next[word >> shift] += 1
        entries[place] =
          UInt64(tokenPlaces[index]) << 56 | UInt64(truncatingIfNeeded: ordinal) << 24
          | UInt64(spot.rawValue) << PostingBlocks.spotShift | UInt64(truncatingIfNeeded: word & (1 << shift - 1))
      }
    }
  }

  /// Appends for each word of a block where its postings begin, given that the first ones begin at `start`.
  func appendStarts(_ block: Int, from start: Int, wordCount: Int, to wordStarts: inout [UInt32]) {
    let words = max(0, min(1 << shift, wordCount - block << shift))
    var lastRows = [UInt32](repeating: .max, count: words)
    var counts = [UInt32](repeating: 0, count: words)
    for index in starts[block]..<starts[block + 1] {
      let (word, row) = PostingBlocks.wordAndRow(entries[index])
      if lastRows[word] != row {
        lastRows[word] = row
        counts[word] += 1
      }
    }
    var start = UInt32(truncatingIfNeeded: start)
    for count in counts {
      wordStarts.append(start)
      start += count
    }
  }

  /// Writes the postings of a block, of several in one row that at the best place.
  ///
  /// - Parameter wordStarts: what ``appendStarts(_:from:wordCount:to:)`` found.
  /// - Returns: where they end; `nil` if there are none.
  func write(
    _ block: Int, _ wordStarts: ArraySlice<UInt32>, to rows: inout [UInt32], _ places: inout [UInt8],
    _ spots: inout [UInt8]
  ) -> Int? {
    let wordStarts = Array(wordStarts)
    var next = wordStarts
    for index in starts[block]..<starts[block + 1] {
      let (word, row) = PostingBlocks.wordAndRow(entries[index])
      let place = UInt8(truncatingIfNeeded: entries[index] >> 56)
      let spot = PostingBlocks.spot(entries[index])
      let posting = Int(next[word])
      if next[word] > wordStarts[word], rows[posting - 1] == row {
        places[posting - 1] = min(places[posting - 1], place)
        spots[posting - 1] = Spot(rawValue: spots[posting - 1]).or(spot).rawValue
      } else {
        rows[posting] = row
        places[posting] = place
        spots[posting] = spot.rawValue
        next[word] += 1
      }
    }
    return next.last.map(Int.init)
  }

  @inline(__always)
  private static func spot(_ entry: UInt64) -> Spot {
    Spot(rawValue: UInt8(truncatingIfNeeded: entry >> spotShift))
  }

  @inline(__always)
  private static func wordAndRow(_ entry: UInt64) -> (word: Int, row: UInt32) {
    (Int(truncatingIfNeeded: entry & (1 << spotShift - 1)), UInt32(truncatingIfNeeded: entry >> 24))
  }
}
