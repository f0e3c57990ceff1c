/// The hash that ids are found by.
enum IDHash<ID: Hashable>: Sendable {
  /// Swift's own, which is another one in each process.
  case perProcess
  /// One that is the same in every process, for tables that lie in files.
  case keyed(@Sendable (ID) -> UInt32)

  @inline(__always)
  func callAsFunction(_ id: ID) -> UInt32 {
    switch self {
    case .perProcess: UInt32(truncatingIfNeeded: id.hashValue)
    case .keyed(let hash): hash(id)
    }
  }

  @specialized(where ID == Int)
  @specialized(where ID == String)
  func hashes(of ids: [ID]) -> [UInt32] {
    var hashes: [UInt32] = []
    hashes.reserveCapacity(ids.count)
    for id in ids { hashes.append(self(id)) }
    return hashes
  }
}

/// A hash table from ids to rows: the rows in buckets by the hashes of their ids, beside the ids themselves.
///
/// Takes some 4.5 bytes an item beyond the id. Built once from all ids, because a table that grows id by id needs spare room,
/// half of it, or a probe of many ids for each look-up.
struct IDTable<ID: Hashable & Sendable>: Sendable {
  let ids: IDColumn<ID>
  private let hash: IDHash<ID>
  /// Rows by bucket, ascending in each.
  private let rows: PackedColumn<UInt32>
  /// Eight more hash bits for each of ``rows``: most ids of a bucket, which lie anywhere in memory, need not be read.
  private let tags: Column<UInt8>
  /// Where each bucket begins in ``rows``, and the last one ends.
  private let starts: Column<UInt32>

  /// How many ids a bucket holds on average.
  private static var bucketSize: Int { 8 }
  private static func bucketCount(_ idCount: Int) -> Int { idCount / bucketSize + 1 }

  /// - Parameter columns: what ids are kept in; `nil` for an array.
  /// - Complexity: O(`ids.count`) on average, while ids are hashed evenly.
  /// - Throws: ``IndexError/duplicateID(id:firstOffset:secondOffset:)`` for the first id that comes again.
  @specialized(where ID == Int)
  @specialized(where ID == String)
  init(
    _ ids: [ID], _ hash: IDHash<ID> = .perProcess, keptIn columns: (any StoredIDs<ID>.Type)? = nil
  ) throws(IndexError) {
    let bucketCount = IDTable.bucketCount(ids.count)
    var starts = [UInt32](repeating: 0, count: bucketCount + 1)
    let hashes = hash.hashes(of: ids)
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
    self.ids = try columns.map { (columns) throws(IndexError) in .columns(try columns.init(ids)) } ?? .array(ids)
    self.hash = hash
    self.rows = PackedColumn(rows)
    self.tags = Column(tags)
    self.starts = Column(starts)
  }

  /// The table of another list of the same items, whose ids are made of these.
  ///
  /// - Parameters:
  ///   - hash: gives an id the hash of the one that it is made of.
  ///   - id: makes one.
  ///   - original: what one is made of; `nil` if it is made of none.
  init<Other>(
    _ table: IDTable<Other>, _ hash: IDHash<ID>, id: @escaping @Sendable (Other) -> ID,
    original: @escaping @Sendable (ID) -> Other?
  ) {
    let others = table.ids
    ids = .made(
      count: others.count, id: { id(others[$0]) },
      holds: { id, row in original(id).map { others.holds($0, at: row) } ?? false })
    self.hash = hash
    (rows, tags, starts) = (table.rows, table.tags, table.starts)
  }

  subscript(row: Int) -> ID { ids[row] }

  /// - Complexity: O(1) on average.
  func row(of id: ID) -> Int? { row(of: id, hash: hash(id)) }

  /// - Parameter hash: that of `id`.
  @specialized(where ID == Int)
  @specialized(where ID == String)
  func row(of id: ID, hash: UInt32) -> Int? {
    let bucket = IDTable.bucket(hash, of: starts.count - 1)
    let tag = IDTable.tag(hash)
    let start = Int(starts[bucket])
    // No less, because zeros may have taken the place of either, see ``BlockMemory``.
    for place in start..<max(start, Int(starts[bucket + 1])) where tags[place] == tag {
      if ids.holds(id, at: Int(rows[place])) { return Int(rows[place]) }
    }
    return nil
  }

  /// Calls `body` for each of many ids that has a row, with its offset and the row.
  ///
  /// Faster than separate look-ups, because the cache misses overlap.
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

  /// The bits that correlate least with the bucket.
  @inline(__always)
  private static func tag(_ hash: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: hash) }

  @inline(__always)
  private static func bucket(_ hash: UInt32, of count: Int) -> Int {
    Int(truncatingIfNeeded: (UInt64(hash) &* UInt64(truncatingIfNeeded: count)) >> 32)
  }
}

extension IDTable: ColumnPart {
  func list(in columns: inout ColumnList) {
    columns.add("ids", ids)
    columns.add("rows", rows)
    columns.add("tags", tags)
    columns.add("starts", starts)
  }

  /// - Parameters:
  ///   - hash: the one that the table was made with.
  ///   - ids: what ids are kept in.
  init(_ columns: ColumnSource, _ hash: @escaping @Sendable (ID) -> UInt32, _ ids: any StoredIDs<ID>.Type)
    throws(SegmentError)
  {
    self.ids = .columns(try ids.init(columns.inside("ids")))
    self.hash = .keyed(hash)
    rows = try columns.whenRead.part("rows")
    tags = try columns.whenRead.column("tags", count: rows.count)
    starts = try columns.whenRead.column("starts", count: IDTable.bucketCount(rows.count) + 1)
    try columns.check(self.ids.count == rows.count, "rows.bytes")
  }
}
