/// Ascending offsets in 2 bytes each: the distance from that of every 64th.
struct OffsetColumn: Sendable {
  private let bases: [UInt32]
  private let distances: [UInt16]
  /// All offsets as they are, if some distance takes more than 2 bytes.
  private let whole: [UInt32]

  let count: Int

  init(_ offsets: [UInt32]) {
    count = offsets.count
    var bases: [UInt32] = []
    var distances: [UInt16] = []
    distances.reserveCapacity(offsets.count)
    for (index, offset) in offsets.enumerated() {
      if index & 63 == 0 { bases.append(offset) }
      guard let distance = UInt16(exactly: offset - bases[index >> 6]) else { break }
      distances.append(distance)
    }
    let isWhole = distances.count < offsets.count
    self.bases = isWhole ? [] : bases
    self.distances = isWhole ? [] : distances
    whole = isWhole ? offsets : []
  }

  @inline(__always)
  subscript(index: Int) -> Int {
    if whole.isEmpty { return Int(bases[index >> 6]) + Int(distances[index]) }
    return Int(whole[index])
  }

  /// From one offset to the next.
  @inline(__always)
  func range(_ index: Int) -> Range<Int> { self[index]..<self[index + 1] }
}
