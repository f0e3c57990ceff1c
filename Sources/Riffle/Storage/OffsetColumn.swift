/// Ascending offsets in 2 bytes each: the distance from that of every 64th.
struct OffsetColumn: Sendable {
  private var bases: [UInt32] = []
  private var distances: [UInt16] = []
  /// All offsets as they are, if some distance takes more than 2 bytes.
  private var whole: [UInt32] = []

  var count: Int { whole.isEmpty ? distances.count : whole.count }

  init() {}

  init(_ offsets: some Collection<UInt32>) {
    reserveCapacity(offsets.count)
    for offset in offsets { append(offset) }
  }

  mutating func reserveCapacity(_ count: Int) {
    bases.reserveCapacity(count / 64 + 1)
    distances.reserveCapacity(count)
  }

  /// - Parameter offset: no less than the one before it.
  mutating func append(_ offset: UInt32) {
    if !whole.isEmpty { return whole.append(offset) }
    if distances.count & 63 == 0 { bases.append(offset) }
    if let distance = UInt16(exactly: offset - bases[distances.count >> 6]) { return distances.append(distance) }
    whole.reserveCapacity(distances.capacity)
    for index in distances.indices { whole.append(bases[index >> 6] + UInt32(distances[index])) }
    whole.append(offset)
    bases = []
    distances = []
  }

  /// Gives up the room for more.
  mutating func fit() {
    bases = take(&bases).fitted()
    distances = take(&distances).fitted()
    whole = take(&whole).fitted()
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
