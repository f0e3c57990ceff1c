/// A search for two equal ids among very many, most likely none, without a table of them all.
///
/// Each hash sets one of 16 to 32 bits per id. Only ids that share their bit with another one are compared: at most 6 in a
/// hundred, if hashes are spread evenly. The bits of a million ids are 2 MB, and stay in the processor's cache.
struct DuplicateSearch {
  private(set) var hashes: [Int] = []

  mutating func reserve(_ count: Int) { hashes.reserveCapacity(count) }

  mutating func add(hash: Int) { hashes.append(hash) }

  /// Returns the first position whose id also stands at an earlier position.
  ///
  /// - Parameter id: returns the id at a position.
  /// - Complexity: O(`hashes.count`) on average.
  func firstDuplicate(id: (Int) -> RowID) -> Int? {
    let suspects = suspects.sorted { (hashes[$0], $0) < (hashes[$1], $1) }
    var first: Int?
    var start = 0
    for (offset, position) in suspects.enumerated() {
      if hashes[suspects[start]] != hashes[position] { start = offset }
      guard start < offset, position < first ?? .max else { continue }
      let ownID = id(position)
      if suspects[start..<offset].contains(where: { id($0) == ownID }) { first = position }
    }
    return first
  }

  /// The positions that share their bit with another one.
  private var suspects: [Int] {
    var size = 64
    while size < 16 * hashes.count { size *= 2 }
    let mask = size - 1
    var seen = [UInt64](repeating: 0, count: size / 64)
    var shared = seen
    var isAnyShared = false
    for hash in hashes {
      let bit = hash & mask
      let value = UInt64(1) << UInt64(bit & 63)
      if seen[bit >> 6] & value != 0 {
        shared[bit >> 6] |= value
        isAnyShared = true
      }
      seen[bit >> 6] |= value
    }
    guard isAnyShared else { return [] }
    return hashes.indices.filter { position in
      let bit = hashes[position] & mask
      return shared[bit >> 6] & (UInt64(1) << UInt64(bit & 63)) != 0
    }
  }
}
