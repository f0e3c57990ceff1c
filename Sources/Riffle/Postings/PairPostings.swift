/// The postings of pairs of neighbouring words, by how the words begin; used for terms that run over several words.
struct PairPostings: Sendable {
  /// Ascending.
  private let keyBits: PackedColumn<UInt64>
  /// The rows of each key; the place is that of the first word.
  let postings: Postings

  /// - Parameter keys: ascending.
  init(keys: [PairKey], postings: Postings) {
    keyBits = PackedColumn(keys.map(\.bits))
    self.postings = postings
  }

  var keyCount: Int { keyBits.count }

  @inline(__always)
  func key(_ index: Int) -> PairKey { PairKey(bits: keyBits[index]) }

  /// The keys of which the first word begins with `lead` and, if that is known, goes on with `inside`, and the next one
  /// begins with `next`.
  /// - Complexity: O(log *n*).
  func keys(lead: UInt8, inside: UInt8?, next: UInt8) -> Range<Int> {
    let first = UInt64(lead) << 32 | UInt64(next) << 24 | UInt64(inside ?? 0) << 16
    let end = first + (inside == nil ? 1 << 24 : 1 << 16)
    let start = keyBits.partitioningIndex(in: 0..<keyBits.count) { $0 >= first }
    return start..<keyBits.partitioningIndex(in: start..<keyBits.count) { $0 >= end }
  }
}

extension PairPostings {
  /// - Parameters:
  ///   - batches: the entries of neighbouring batches, each with the row of its first item.
  ///   - rows: those of all batches, by ordinal.
  /// - Complexity: O(*n*) in the number of entries, and at most 20 bytes more for each while it runs.
  init(_ batches: [(firstRow: Int, entries: [PairKey.Entry])], rows order: [UInt32]) {
    let sorted = SortedPairs(batches, rows: order)
    var keys: [PairKey] = []
    var starts: [UInt32] = []
    var rows: [UInt32] = []
    var places: [UInt8] = []
    rows.reserveCapacity(sorted.count)
    places.reserveCapacity(sorted.count)
    sorted.forEachEntry { key, row, place in
      if keys.last != key {
        keys.append(key)
        starts.append(UInt32(truncatingIfNeeded: rows.count))
      } else if rows.last == row {
        // A key that an item holds several times has one posting.
        places[places.count - 1] = min(places[places.count - 1], place)
        return
      }
      rows.append(row)
      places.append(place)
    }
    starts.append(UInt32(truncatingIfNeeded: rows.count))
    self.init(keys: keys, postings: Postings(ofPairs: PostingLists(rows: rows, places: places, starts: starts)))
  }
}

extension PairPostings: StoredPart {
  func list(in columns: inout ColumnList) {
    columns.add("keyBits", keyBits)
    columns.add("postings", postings)
  }

  init(_ columns: ColumnSource) throws(SegmentError) {
    keyBits = try columns.part("keyBits")
    postings = try columns.part("postings")
    try columns.check(postings.listCount == keyCount, "keyBits")
  }
}
