/// Lists of rows, ascending and each once, and how well what the list is for stands there: for each word of the
/// dictionary the items that hold it, and for each ``PairKey`` those that hold such words side by side.
struct Postings: Sendable {
  let rows: PackedColumn<UInt32>
  private(set) var places: [UInt8]
  private let starts: PackedColumn<UInt32>
  /// The least ``RankKey`` in every ``blockLength`` postings, and in every ``blockLength`` of those.
  private(set) var blockKeys: [RankKey] = []
  private(set) var superblockKeys: [RankKey] = []
  private var dense: DenseWords

  static let blockLength = 64

  /// - Parameters:
  ///   - tokenPlaces: the place of each token of the column.
  ///   - rankKey: what orders a posting among those of words that are matched alike.
  /// - Complexity: O(words + tokens), and 8 bytes more a token while it runs.
  init(
    _ tokens: TokenList, tokenPlaces: [UInt8], wordCount: Int, rankKey: (_ row: Int, _ place: UInt8) -> RankKey
  ) {
    self.init(PostingBlocks(tokens, tokenPlaces: tokenPlaces, wordCount: wordCount), wordCount: wordCount, rankKey)
  }

  private init(
    _ blocks: consuming PostingBlocks, wordCount: Int, _ rankKey: (_ row: Int, _ place: UInt8) -> RankKey
  ) {
    var starts: [UInt32] = []
    starts.reserveCapacity(wordCount + 1)
    var rows = [UInt32](repeating: 0, count: blocks.entryCount)
    var places = [UInt8](repeating: 0, count: blocks.entryCount)
    var end = 0
    for block in 0..<blocks.count {
      let first = starts.count
      blocks.appendStarts(block, from: end, wordCount: wordCount, to: &starts)
      end = blocks.write(block, starts[first...], to: &rows, &places) ?? end
    }
    starts.append(UInt32(truncatingIfNeeded: end))
    // A word that an item holds several times has one posting.
    if end < rows.count {
      rows.removeLast(rows.count - end)
      places.removeLast(places.count - end)
    }
    self.init(rows: rows, places: places, starts: starts)
    rank(by: rankKey)
  }

  /// Lists that nobody reads best first, and of which nobody marks all rows.
  /// - Parameter starts: for each list where it begins, and where the last one ends.
  init(rows: consuming [UInt32], places: consuming [UInt8], starts: [UInt32]) {
    self.rows = PackedColumn(rows)
    self.places = places.fitted()
    self.starts = PackedColumn(starts)
    dense = DenseWords()
  }

  /// Lets lists be read best first, and all rows of them be marked.
  /// - Parameter rankKey: what orders a posting among those of words that are matched alike.
  mutating func rank(by rankKey: (_ row: Int, _ place: UInt8) -> RankKey) {
    dense = DenseWords(rows: rows, starts: starts)
    makeBlockKeys(rankKey)
  }

  private mutating func makeBlockKeys(_ rankKey: (_ row: Int, _ place: UInt8) -> RankKey) {
    blockKeys.reserveCapacity(rows.count / Postings.blockLength + 1)
    superblockKeys.reserveCapacity(blockKeys.capacity / Postings.blockLength + 1)
    for block in stride(from: 0, to: rows.count, by: Postings.blockLength) {
      var least = RankKey.max
      rows.forEach(in: block..<min(block + Postings.blockLength, rows.count)) { posting, row in
        least = min(least, rankKey(Int(row), places[posting]))
      }
      blockKeys.append(least)
    }
    for block in stride(from: 0, to: blockKeys.count, by: Postings.blockLength) {
      superblockKeys.append(blockKeys[block..<min(block + Postings.blockLength, blockKeys.count)].min() ?? .max)
    }
  }

  /// Where the postings of neighbouring words lie.
  @inline(__always)
  func range(_ words: Range<Int>) -> Range<Int> {
    Int(starts[words.lowerBound])..<Int(starts[words.upperBound])
  }

  /// Sets the bits of the rows that hold one of neighbouring words.
  /// - Returns: how many postings were read.
  func insertRows(of words: Range<Int>, into column: inout BitColumn) -> Int {
    var read = 0
    var next = words.lowerBound
    for place in dense.places(in: words) {
      let word = dense.word(at: place)
      read += insertListedRows(of: next..<word, into: &column)
      dense.insertRows(ofWordAt: place, into: &column)
      next = word + 1
    }
    return read + insertListedRows(of: next..<words.upperBound, into: &column)
  }

  private func insertListedRows(of words: Range<Int>, into column: inout BitColumn) -> Int {
    let range = range(words)
    rows.insert(range, into: &column)
    return range.count
  }

  /// Calls `body` with the rows in which one of neighbouring words stands at the start of the title.
  func forEachRow(beginningWith words: Range<Int>, _ body: (UInt32) -> Void) {
    let range = range(words)
    guard !range.isEmpty else { return }
    let length = Postings.blockLength
    for block in range.lowerBound / length...(range.upperBound - 1) / length
    where blockKeys[block].place.region == .titleStart {
      for posting in (block * length..<(block + 1) * length).clamped(to: range)
      where Place(rawValue: places[posting]).region == .titleStart {
        body(rows[posting])
      }
    }
  }

  /// Calls `body` with the rows of postings in which the word stands in a region or in a better one.
  func forEachPosting(in range: Range<Int>, upTo region: Place.Region, _ body: (UInt32) -> Void) {
    let places = places.span
    let worst = Place(endOf: region).rawValue
    for posting in range where places[posting] <= worst { body(rows[posting]) }
  }

  /// Calls `body` with the rows of two lists, ascending.
  /// - Complexity: O(*m* log (*n* / *m*)) for *m* postings of `rarer` and *n* of `other`.
  func forEachRow(inBoth rarer: Range<Int>, _ other: Range<Int>, _ body: (UInt32) -> Void) {
    var next = other.lowerBound
    for posting in rarer {
      let row = rows[posting]
      // Steps that double until one goes too far, then halves between the last two.
      var step = 1
      while next + step < other.upperBound, rows[next + step] < row { step *= 2 }
      next = rows.partitioningIndex(in: next + step / 2..<min(next + step + 1, other.upperBound)) { $0 >= row }
      if next == other.upperBound { return }
      if rows[next] == row { body(row) }
    }
  }

  /// The rows of neighbouring words, ascending for each of them.
  func rows(_ words: Range<Int>) -> [UInt32] { rows[range(words)] }
}

/// What orders the postings of words that are matched alike: the region of the place, then the item's weight, then the
/// words and the length of its title. Less is better.
struct RankKey: Sendable, Hashable, Comparable {
  let rawValue: UInt32

  static let max = RankKey(rawValue: .max)

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// - Parameter titleLength: in bytes; beyond 254 all are alike.
  init(place: UInt8, weight: UInt16, titleLength: Int) {
    rawValue =
      UInt32(place & Place.regionBits) << 24 | UInt32(UInt16.max - weight) << 13
      | UInt32(place & ~Place.regionBits) << 8
      | UInt32(min(titleLength, 255))
  }

  var place: Place {
    let (region, words) = (UInt8(truncatingIfNeeded: rawValue >> 24), UInt8(truncatingIfNeeded: rawValue >> 8))
    return Place(rawValue: region & Place.regionBits | words & ~Place.regionBits)
  }
  var weight: UInt16 { UInt16.max - UInt16(truncatingIfNeeded: rawValue >> 13) }
  /// The title is no shorter.
  var titleLength: Int { Int(rawValue & 0xFF) }

  static func < (a: RankKey, b: RankKey) -> Bool { a.rawValue < b.rawValue }
}
