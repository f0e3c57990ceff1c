/// Where the entries of each pair of bytes begin: in a table of all pairs if there are many entries, otherwise only of
/// the pairs that have any.
struct PairStarts: Sendable {
  /// The pairs that have entries, ascending; none if ``starts`` tells all.
  private let pairs: [UInt16]
  /// For each of ``pairs``, or for each pair there is, where its entries begin, and where the last one's end.
  private let starts: [UInt32]

  /// From so many entries on, the table is the smaller part, and faster.
  static let leastEntriesOfTable = 1 << 16

  /// - Parameters:
  ///   - pairs: those that have entries, ascending.
  ///   - ends: where the entries of each of them end.
  init(_ pairs: consuming [UInt16], ends: [UInt32]) {
    let count = ends.last ?? 0
    guard count >= PairStarts.leastEntriesOfTable else {
      self.pairs = pairs
      starts = pairs.isEmpty ? [] : [0] + ends
      return
    }
    var table: [UInt32] = []
    table.reserveCapacity(1 << 16 + 1)
    for index in ends.indices {
      let start = index == 0 ? 0 : ends[index - 1]
      table.append(contentsOf: repeatElement(start, count: Int(pairs[index]) + 1 - table.count))
    }
    table.append(contentsOf: repeatElement(count, count: 1 << 16 + 1 - table.count))
    self.pairs = []
    starts = table
  }

  /// - Parameter table: for each pair there is where its entries begin, and where the last one's end.
  init(table: [UInt32]) {
    pairs = []
    starts = table
  }

  private var isTable: Bool { pairs.isEmpty }

  @inline(__always)
  func range(_ pair: Int) -> Range<Int> {
    if isTable { return starts.isEmpty ? 0..<0 : Int(starts[pair])..<Int(starts[pair + 1]) }
    return searchedRange(UInt16(truncatingIfNeeded: pair))
  }

  private func searchedRange(_ pair: UInt16) -> Range<Int> {
    let index = pairs.partitioningIndex { $0 >= pair }
    guard index < pairs.count, pairs[index] == pair else { return 0..<0 }
    return Int(starts[index])..<Int(starts[index + 1])
  }

  /// How many places there are to go on from, see ``forEach(from:through:_:)``.
  var placeCount: Int { max(0, starts.count - 1) }

  /// Calls `body` with pairs that have entries, ascending, from a place on until `last`.
  /// - Returns: the place behind them.
  @inline(__always) @discardableResult
  func forEach(from place: Int, through last: UInt16, _ body: (_ pair: UInt16, Range<Int>) -> Void) -> Int {
    var place = place
    while place < placeCount {
      let pair = isTable ? UInt16(truncatingIfNeeded: place) : pairs[place]
      if pair > last { break }
      let range = Int(starts[place])..<Int(starts[place + 1])
      if !range.isEmpty { body(pair, range) }
      place += 1
    }
    return place
  }
}
