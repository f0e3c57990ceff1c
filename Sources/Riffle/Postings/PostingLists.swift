/// The lists of ``Postings`` while they are collected.
struct PostingLists: Sendable {
  var rows: [UInt32] = []
  var places: [UInt8] = []
  /// The ``Spot`` of each posting; none for lists of pairs.
  var spots: [UInt8] = []
  /// For each list where it begins, and where the last one ends.
  var starts: [UInt32] = []

  init(rows: [UInt32] = [], places: [UInt8] = [], starts: [UInt32] = []) {
    (self.rows, self.places, self.starts) = (rows, places, starts)
  }

  /// One list for each word.
  init(_ blocks: consuming PostingBlocks, wordCount: Int) {
    starts.reserveCapacity(wordCount + 1)
    rows = [UInt32](repeating: 0, count: blocks.entryCount)
    places = [UInt8](repeating: 0, count: blocks.entryCount)
    spots = places
    var end = 0
    for block in 0..<blocks.count {
      let first = starts.count
      blocks.appendStarts(block, from: end, wordCount: wordCount, to: &starts)
      end = blocks.write(block, starts[first...], to: &rows, &places, &spots) ?? end
    }
    starts.append(UInt32(truncatingIfNeeded: end))
    // A word that an item holds several times has one posting.
    if end < rows.count {
      rows.removeLast(rows.count - end)
      places.removeLast(places.count - end)
      spots.removeLast(spots.count - end)
    }
  }
}
