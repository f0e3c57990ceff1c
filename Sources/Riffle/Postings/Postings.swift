/// Lists of rows, ascending and each once, and how well what the list is for stands there: for each word of the
/// dictionary the items that hold it, and for each ``PairKey`` those that hold such words side by side.
///
/// The rows are ordinals of the ``StaticOrder``, so the first ones are the best.
final class Postings: Sendable {
  let rows: PackedColumn<UInt32>
  let places: Column<UInt8>
  /// The ``Spot`` of each posting; none for lists of pairs.
  let spots: Column<UInt8>
  private let starts: PackedColumn<UInt32>
  /// The least ``RankKey`` in every ``blockLength`` postings, and in every ``blockLength`` of those.
  let blockKeys: Column<UInt32>
  let superblockKeys: Column<UInt32>
  private let dense: DenseWords

  static let blockLength = 64

  /// - Parameters:
  ///   - rows: those of the list of tokens, by ordinal.
  ///   - tokenPlaces: the place of each token of the list.
  ///   - wordLengths: the length of each word in bytes, up to 255.
  /// - Complexity: O(words + tokens), and 8 bytes more a token while it runs.
  convenience init(_ tokens: TokenList, rows: [UInt32], tokenPlaces: [UInt8], wordLengths: [UInt8]) {
    let blocks = PostingBlocks(tokens, rows: rows, tokenPlaces: tokenPlaces, wordLengths: wordLengths)
    self.init(PostingLists(blocks, wordCount: wordLengths.count))
  }

  /// Lists that nobody reads best first, and of which nobody marks all rows.
  init(ofPairs lists: PostingLists) {
    rows = PackedColumn(lists.rows)
    places = Column(lists.places)
    spots = Column()
    starts = PackedColumn(lists.starts)
    (blockKeys, superblockKeys) = (Column(), Column())
    dense = DenseWords()
  }

  /// Lists that can be read best first, and of which all rows can be marked.
  init(_ lists: consuming PostingLists) {
    let rows = PackedColumn(take(&lists.rows))
    blockKeys = Postings.blockKeys(rows, lists.places.span)
    superblockKeys = Postings.superblockKeys(blockKeys)
    places = Column(take(&lists.places))
    spots = Column(take(&lists.spots))
    starts = PackedColumn(take(&lists.starts))
    dense = DenseWords(rows: rows, starts: starts)
    self.rows = rows
  }

  init(_ columns: ColumnSource) throws(SegmentError) {
    rows = try columns.whenRead.part("rows")
    places = try columns.whenRead.column("places", count: rows.count)
    spots = columns.has("wordSpots") ? try columns.whenRead.column("wordSpots") : Column()
    starts = try columns.part("starts")
    blockKeys = try columns.column("blockKeys")
    superblockKeys = try columns.column("superblockKeys", count: Postings.blockCount(blockKeys.count))
    dense = try columns.part("dense")
    try columns.check(spots.isEmpty || spots.count == rows.count, "wordSpots")
    try columns.check(blockKeys.isEmpty || blockKeys.count == Postings.blockCount(rows.count), "blockKeys")
  }

  private static func blockCount(_ count: Int) -> Int { (count + blockLength - 1) / blockLength }

  private static func blockKeys(_ rows: PackedColumn<UInt32>, _ places: Span<UInt8>) -> Column<UInt32> {
    Column(zeros: blockCount(rows.count)) { keys in
      for block in keys.indices {
        var least = RankKey.max
        rows.forEach(in: block * blockLength..<min((block + 1) * blockLength, rows.count)) { posting, row in
          least = min(least, RankKey(place: places[posting], ordinal: row))
        }
        keys[block] = least.rawValue
      }
    }
  }

  private static func superblockKeys(_ blockKeys: Column<UInt32>) -> Column<UInt32> {
    Column(zeros: blockCount(blockKeys.count)) { keys in
      for block in keys.indices {
        keys[block] = blockKeys[block * blockLength..<min((block + 1) * blockLength, blockKeys.count)].min() ?? .max
      }
    }
  }

  /// For how many words, or pairs, there are lists.
  var listCount: Int { max(0, starts.count - 1) }

  @inline(__always)
  func blockKey(_ block: Int) -> RankKey { RankKey(rawValue: blockKeys[block]) }
  @inline(__always)
  func superblockKey(_ superblock: Int) -> RankKey { RankKey(rawValue: superblockKeys[superblock]) }

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
    where blockKey(block).region == Place.Region.titleStart.rawValue {
      for posting in (block * length..<(block + 1) * length).clamped(to: range)
      where Place(rawValue: places[posting]).region == .titleStart {
        body(rows[posting])
      }
    }
  }

  /// Calls `body` with the rows of postings in which the word stands in a region or in a better one.
  func forEachPosting(in range: Range<Int>, upTo region: Place.Region, _ body: (UInt32) -> Void) {
    let column = places
    let places = column.span(toRead: range)
    let worst = Place(endOf: region).rawValue
    for posting in range where places[posting] <= worst { body(rows[posting]) }
  }

  /// Calls `body` with the rows of postings and with the places in them.
  @inline(__always)
  func forEachPosting(in range: Range<Int>, _ body: (_ row: UInt32, _ place: Place) -> Void) {
    let column = places
    let places = column.span(toRead: range)
    rows.forEach(in: range) { posting, row in body(row, Place(rawValue: places[posting])) }
  }

  /// Calls `body` with the rows of a word's postings, with the places in them, and with their spots.
  @inline(__always)
  func forEachSpot(in range: Range<Int>, _ body: (_ row: UInt32, _ place: Place, _ spot: Spot) -> Void) {
    if spots.isEmpty { return forEachPosting(in: range) { row, place in body(row, place, .unknown) } }
    let columns = (places, spots)
    let (places, spots) = (columns.0.span(toRead: range), columns.1.span(toRead: range))
    rows.forEach(in: range) { posting, row in
      body(row, Place(rawValue: places[posting]), Spot(rawValue: spots[posting]))
    }
  }

  /// The rows in which the word of a posting may be the first of the title; `nil` if these are most of them, by a sample.
  func rowsThatMayBegin(with range: Range<Int>, rowCount: Int) -> BitColumn? {
    let sample = stride(from: range.lowerBound, to: range.upperBound, by: range.count / Postings.sampleCount + 1)
    let others = spots.isEmpty ? 0 : sample.count { !Spot(rawValue: spots[$0]).mayBeFirst }
    if 2 * others < Postings.sampleCount { return nil }
    var rows = BitColumn(count: rowCount)
    forEachSpot(in: range) { row, _, spot in if spot.mayBeFirst { rows.insert(Int(row)) } }
    return rows
  }

  private static let sampleCount = 16

  /// Calls `body` with the rows that hold a word and one of others, ascending, and with the place of the first.
  /// - Parameter rowCount: how many rows the segment has.
  /// - Complexity: O(*m* log (*n* / *m*)) for *m* postings of the rarer one and *n* of the other, if that is one word or much rarer;
  ///   otherwise O(*m* + *n*).
  func forEachRow(
    holding word: Int, and others: Range<Int>, rowCount: Int, _ body: (_ row: UInt32, _ place: Place) -> Void
  ) {
    let (own, other) = (range(word..<word + 1), range(others))
    if others.count == 1, own.count < other.count {
      var next = other.lowerBound
      forEachPosting(in: own) { row, place in if posting(of: row, in: other, after: &next) != nil { body(row, place) } }
    } else if others.count == 1 || other.count * Postings.muchRarer < own.count {
      var next = own.lowerBound
      let found = others.count == 1 ? rows[other] : rows[other].sorted()
      var last: UInt32?
      for row in found where row != last {
        last = row
        if let posting = posting(of: row, in: own, after: &next) { body(row, Place(rawValue: places[posting])) }
      }
    } else {
      var bits = BitColumn(count: rowCount)
      rows.insert(other, into: &bits)
      forEachPosting(in: own) { row, place in if bits[Int(row)] { body(row, place) } }
    }
  }

  /// Rows so much rarer than others are sorted, or looked at, sooner than the others are read.
  static let muchRarer = 16

  /// The posting of a row among those of one word, if it has one.
  /// - Parameter next: where to look from on, and where to look for later rows; the end if there are none.
  private func posting(of row: UInt32, in range: Range<Int>, after next: inout Int) -> Int? {
    if next == range.upperBound { return nil }
    // Steps that double until one goes too far, then halves between the last two.
    var step = 1
    while next + step < range.upperBound, rows[next + step] < row { step *= 2 }
    next = rows.partitioningIndex(in: next + step / 2..<min(next + step + 1, range.upperBound)) { $0 >= row }
    return next < range.upperBound && rows[next] == row ? next : nil
  }

  /// The rows of neighbouring words, ascending for each of them.
  func rows(_ words: Range<Int>) -> [UInt32] { rows[range(words)] }
}

extension Postings: StoredPart {
  func list(in columns: inout ColumnList) {
    columns.add("rows", rows)
    columns.add("places", places)
    if !spots.isEmpty { columns.add("wordSpots", spots) }
    columns.add("starts", starts)
    columns.add("blockKeys", blockKeys)
    columns.add("superblockKeys", superblockKeys)
    columns.add("dense", dense)
  }
}
