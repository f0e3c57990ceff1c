/// Ascending offsets in 2 bytes each: the distance from that of every 64th.
struct OffsetColumn: Sendable {
  private let bases: Column<UInt32>
  private let distances: Column<UInt16>
  /// All offsets as they are, if some distance takes more than 2 bytes.
  private let whole: Column<UInt32>

  var count: Int { whole.isEmpty ? distances.count : whole.count }

  init(_ list: OffsetList = OffsetList()) {
    bases = Column(list.bases)
    distances = Column(list.distances)
    whole = Column(list.whole)
  }

  @inline(__always)
  subscript(index: Int) -> Int {
    if whole.isEmpty { return Int(bases[index >> 6]) + Int(distances[index]) }
    return Int(whole[index])
  }

  /// From one offset to the next; empty where zeros have taken their place, see ``BlockMemory``.
  @inline(__always)
  func range(_ index: Int) -> Range<Int> {
    let start = self[index]
    return start..<max(start, self[index + 1])
  }

  /// The first index at or after `index` whose range ends beyond an offset; the number of ranges if there is none.
  /// - Complexity: O(log *d*) for a result *d* further on.
  func firstIndex(from index: Int, endingBeyond offset: Int) -> Int {
    let last = max(0, count - 1)
    var (low, high, step) = (min(index, last), min(index + 1, last), 1)
    while high < last, self[high] <= offset {
      low = high
      step *= 2
      high = min(last, high + step)
    }
    return (low..<high).partitioningIndex { self[$0 + 1] > offset }
  }
}

/// The offsets of an ``OffsetColumn`` while they are collected.
struct OffsetList: Sendable {
  fileprivate var bases: [UInt32] = []
  fileprivate var distances: [UInt16] = []
  fileprivate var whole: [UInt32] = []

  var count: Int { whole.isEmpty ? distances.count : whole.count }

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

  subscript(index: Int) -> Int {
    if whole.isEmpty { return Int(bases[index >> 6]) + Int(distances[index]) }
    return Int(whole[index])
  }

  func range(_ index: Int) -> Range<Int> { self[index]..<self[index + 1] }
}

extension OffsetColumn: StoredPart {
  func list(in columns: inout ColumnList) {
    columns.add("bases", bases)
    columns.add("distances", distances)
    columns.add("whole", whole)
  }

  init(_ columns: ColumnSource) throws(SegmentError) {
    distances = try columns.column("distances")
    bases = try columns.column("bases", count: (distances.count + 63) / 64)
    whole = try columns.column("whole")
  }
}
