/// Finds the row of an id: the rows in buckets by the hashes of their ids, beside the ids themselves.
///
/// Takes some 4.5 bytes an item beyond the id. Made once from all ids, because a table that grows id by id would have to
/// leave room: half of it, or a probe of many ids for each look.
struct IDTable<ID: Hashable & Sendable>: Sendable {
  let ids: [ID]
  /// Rows by bucket, ascending in each.
  private let rows: PackedColumn<UInt32>
  /// For each of ``rows`` eight more bits of the hash: most ids of a bucket need not be looked at, which lie anywhere.
  private let tags: [UInt8]
  /// Where each bucket begins in ``rows``, and the last one ends.
  private let starts: [UInt32]

  /// How many ids a bucket holds on average.
  private static var bucketSize: Int { 8 }

  /// - Complexity: O(`ids.count`) on average, while ids are hashed evenly.
  /// - Throws: ``IndexError/duplicateID(id:firstOffset:secondOffset:)`` for the first id that comes again.
  @specialized(where ID == Int)
  @specialized(where ID == String)
  init(_ ids: [ID]) throws(IndexError) {
    let bucketCount = ids.count / IDTable.bucketSize + 1
    var starts = [UInt32](repeating: 0, count: bucketCount + 1)
    let hashes = IDTable.hashes(of: ids)
    for hash in hashes { starts[IDTable.bucket(hash, of: bucketCount) + 1] += 1 }
    for bucket in 0..<bucketCount { starts[bucket + 1] += starts[bucket] }
    var rows = [UInt32](repeating: 0, count: ids.count)
    var tags = [UInt8](repeating: 0, count: ids.count)
    var next = starts
    for (row, hash) in hashes.enumerated() {
      let bucket = IDTable.bucket(hash, of: bucketCount)
      rows[Int(next[bucket])] = UInt32(truncatingIfNeeded: row)
      tags[Int(next[bucket])] = IDTable.tag(hash)
      next[bucket] += 1
    }
    if let (first, second) = IDTable.firstDuplicate(ids, hashes, rows, starts) {
      throw .duplicateID(id: "\(ids[second])", firstOffset: first, secondOffset: second)
    }
    self.ids = ids
    self.rows = PackedColumn(rows)
    self.tags = tags
    self.starts = starts
  }

  subscript(row: Int) -> ID { ids[row] }

  /// - Complexity: O(1) on average.
  func row(of id: ID) -> Int? { row(of: id, hash: IDTable.hash(id)) }

  /// - Parameter hash: that of `id`.
  @specialized(where ID == Int)
  @specialized(where ID == String)
  func row(of id: ID, hash: UInt32) -> Int? {
    let bucket = IDTable.bucket(hash, of: starts.count - 1)
    let tag = IDTable.tag(hash)
    for place in Int(starts[bucket])..<Int(starts[bucket + 1]) where tags[place] == tag {
      if ids[Int(rows[place])] == id { return Int(rows[place]) }
    }
    return nil
  }

  /// Calls `body` for each of many ids that has a row, with its offset and the row.
  ///
  /// Quicker than to look for one after the other, because the processor need not wait for memory in between.
  /// - Parameter hashes: those of `ids`.
  @specialized(where ID == Int)
  @specialized(where ID == String)
  func forEachRow(of ids: [ID], hashes: [UInt32], _ body: (_ offset: Int, _ row: Int) -> Void) {
    for offset in ids.indices {
      if let row = row(of: ids[offset], hash: hashes[offset]) { body(offset, row) }
    }
  }

  /// The first row whose id an earlier row has, and that row.
  @specialized(where ID == Int)
  @specialized(where ID == String)
  private static func firstDuplicate(
    _ ids: [ID], _ hashes: [UInt32], _ rows: [UInt32], _ starts: [UInt32]
  ) -> (first: Int, second: Int)? {
    var found: (first: Int, second: Int)?
    var bucketHashes: [UInt32] = []
    for bucket in 0..<starts.count - 1 {
      let range = Int(starts[bucket])..<Int(starts[bucket + 1])
      bucketHashes.removeAll(keepingCapacity: true)
      for place in range {
        let hash = hashes[Int(rows[place])]
        for (offset, earlier) in bucketHashes.enumerated() where earlier == hash {
          let (first, second) = (Int(rows[range.lowerBound + offset]), Int(rows[place]))
          if second < found?.second ?? .max, ids[first] == ids[second] { found = (first, second) }
        }
        bucketHashes.append(hash)
      }
    }
    return found
  }

  @specialized(where ID == Int)
  @specialized(where ID == String)
  static func hashes(of ids: [ID]) -> [UInt32] {
    var hashes: [UInt32] = []
    hashes.reserveCapacity(ids.count)
    for id in ids { hashes.append(hash(id)) }
    return hashes
  }

  @inline(__always)
  static func hash(_ id: ID) -> UInt32 { UInt32(truncatingIfNeeded: id.hashValue) }

  /// The bits that say least about the bucket.
  @inline(__always)
  private static func tag(_ hash: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: hash) }

  @inline(__always)
  private static func bucket(_ hash: UInt32, of count: Int) -> Int {
    Int(truncatingIfNeeded: (UInt64(hash) &* UInt64(truncatingIfNeeded: count)) >> 32)
  }
}
