extension PostingLists {
  /// Takes the postings of several segments.
  ///
  /// - Parameters:
  ///   - numbers: for each list of a source its number in the merged segment.
  ///   - listCount: how many lists the merged segment has.
  ///   - check: called again and again, to throw if the merge is not to go on.
  init(
    merging sources: [Postings], _ mergedRows: borrowing MergedRows, _ numbers: borrowing MergedNumbers, listCount: Int,
    _ check: () throws(MergeInterruption) -> Void
  ) throws(MergeInterruption) {
    let postingCount = sources.reduce(0) { $0 + $1.rows.count }
    let allRows = sources.map { $0.rows[$0.rows.indices] }
    self.init()
    rows.reserveCapacity(postingCount)
    places.reserveCapacity(postingCount)
    let haveSpots = sources.contains { !$0.spots.isEmpty }
    if haveSpots { spots.reserveCapacity(postingCount) }
    starts.reserveCapacity(listCount + 1)
    var lists = RowLists()
    // Of each source the first list that is still to come.
    var nextLists = sources.map { _ in 0 }
    // The postings of so many lists stay in the cache until they are in order.
    let atOnce = max(1, mergedRows.pieceLength / 2)
    for first in stride(from: 0, to: listCount, by: atOnce) {
      try check()
      let end = min(first + atOnce, listCount)
      lists.reset(count: end - first)
      for source in sources.indices {
        let postings = sources[source]
        numbers.forEachWord(from: nextLists[source], before: end, of: source) { old, new in
          lists.reserve(postings.range(old..<old + 1).count, in: new - first)
        }
      }
      lists.endReserving()
      for source in mergedRows.sourcesBySize {
        let postings = sources[source]
        let unpacked = allRows[source]
        let columns = (postings.places, postings.spots)
        let (oldRows, oldPlaces, oldSpots) = (unpacked.span, columns.0.span, columns.1.span)
        let areKnown = !oldSpots.isEmpty
        nextLists[source] = numbers.forEachWord(from: nextLists[source], before: end, of: source) { old, new in
          for posting in postings.range(old..<old + 1) {
            // Of lists to come too: theirs follow.
            let ahead = posting + MergedRows.prefetchDistance
            if ahead < oldRows.count { mergedRows.prefetchNewRow(of: oldRows[ahead], source) }
            if let row = mergedRows.newRow(of: oldRows[posting], source) {
              // The place, and above it the spot.
              let spot = areKnown ? UInt32(oldSpots[posting]) << 8 : 0
              lists.append(row: row, UInt32(oldPlaces[posting]) | spot, to: new - first)
            }
          }
        }
      }
      lists.sort()
      let start = rows.count
      for list in 0..<end - first { starts.append(UInt32(truncatingIfNeeded: start + lists.start(list))) }
      let count = lists.count
      if count == 0 { continue }
      rows.append(addingCapacity: count) { output in lists.forEachEntry { row, _ in output.append(row) } }
      places.append(addingCapacity: count) { output in
        lists.forEachEntry { _, place in output.append(UInt8(truncatingIfNeeded: place)) }
      }
      guard haveSpots else { continue }
      spots.append(addingCapacity: count) { output in
        lists.forEachEntry { _, place in output.append(UInt8(truncatingIfNeeded: place >> 8)) }
      }
    }
    starts.append(UInt32(truncatingIfNeeded: rows.count))
  }
}
