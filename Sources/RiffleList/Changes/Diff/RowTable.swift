/// A hash table of rows by id, each found at most once. Its slots, at least twice as many as rows, are probed in sequence (Knuth,
/// The Art of Computer Programming 3, 6.4 L). Ids are compared only where all bits of their hashes agree.
struct RowTable {
  let paths: [RowPath]
  private let rows: [AnyRow]
  private let hashes: [Int]
  /// Positions in ``rows``, plus 1; 0 is free.
  private var slots: [UInt32]
  /// By position, whether the row has been found.
  private(set) var isTaken: [Bool]

  /// - Complexity: O(`rows.count`) on average.
  /// - Throws: ``ListError/duplicateID(of:id:)`` if two rows have one id.
  init(_ rows: [AnyRow], at paths: [RowPath]) throws(ListError) {
    (self.rows, self.paths) = (rows, paths)
    hashes = rows.map { $0.id.name.hashValue }
    var size = 2
    while size < 2 * rows.count { size *= 2 }
    slots = [UInt32](repeating: 0, count: size)
    isTaken = [Bool](repeating: false, count: rows.count)
    for position in rows.indices {
      let (slot, found) = slot(of: rows[position], hash: hashes[position])
      guard found == nil else { throw .duplicateID(of: .row, id: rows[position].id.description) }
      slots[slot] = UInt32(truncatingIfNeeded: position + 1)
    }
  }

  /// Finds the row of the same id and marks it as taken.
  ///
  /// - Throws: ``ListError/duplicateID(of:id:)`` if it has already been taken.
  mutating func take(_ row: AnyRow, hash: Int) throws(ListError) -> (row: AnyRow, path: RowPath)? {
    guard let position = slot(of: row, hash: hash).position else { return nil }
    guard !isTaken[position] else { throw .duplicateID(of: .row, id: row.id.description) }
    isTaken[position] = true
    return (rows[position], paths[position])
  }

  func contains(_ row: AnyRow, hash: Int) -> Bool { slot(of: row, hash: hash).position != nil }

  func id(at position: Int) -> RowID { rows[position].id }

  /// Returns the slot where probing for the id ends, and the position in it.
  private func slot(of row: AnyRow, hash: Int) -> (slot: Int, position: Int?) {
    let mask = slots.count - 1
    var slot = hash & mask
    while slots[slot] != 0 {
      let position = Int(slots[slot]) - 1
      if hashes[position] == hash, rows[position].id == row.id { return (slot, position) }
      slot = (slot + 1) & mask
    }
    return (slot, nil)
  }
}
