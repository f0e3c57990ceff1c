/// Several lists of rows, with a value for each row: made of ascending parts, and sorted.
///
/// Two passes: count, then fill (a counting sort), so that each list is contiguous.
struct RowLists: ~Copyable {
  /// A row in the upper half, something in the lower; list by list.
  private var entries = ScratchMemory<UInt64>(count: 0)
  private var spare = ScratchMemory<UInt64>(count: 0)
  private var starts: [Int] = []
  /// Where each list has ended so far.
  private var ends: [Int] = []
  /// Where the ascending parts of a list begin that are still to be merged, and where the last one ends.
  private var parts: [Int] = []

  /// Fewer entries are sorted one by one.
  private static let fewEntries = 12

  /// Forgets all lists, and makes others.
  mutating func reset(count: Int) {
    starts.removeAll(keepingCapacity: true)
    starts.append(addingCapacity: count + 1) { $0.append(repeating: 0, count: count + 1) }
  }

  /// Makes room in a list.
  @inline(__always)
  mutating func reserve(_ count: Int, in list: Int) { starts[list + 1] += count }

  /// Ends making room.
  mutating func endReserving() {
    for list in starts.indices.dropFirst() { starts[list] += starts[list - 1] }
    ends.removeAll(keepingCapacity: true)
    ends += starts
    let count = starts.last ?? 0
    if entries.count < count { entries = ScratchMemory(count: count + count / 2) }
  }

  /// Adds to a list in which there is room.
  @inline(__always)
  mutating func append(row: UInt32, _ payload: UInt32, to list: Int) {
    entries[ends[list]] = UInt64(row) << 32 | UInt64(payload)
    ends[list] += 1
  }

  /// Where a list begins among the entries of all lists.
  func start(_ list: Int) -> Int { starts[list] }

  /// The number of entries of all lists.
  var count: Int { starts.last ?? 0 }

  /// Calls `body` with the entries of all lists.
  @inline(__always)
  func forEachEntry(_ body: (_ row: UInt32, _ payload: UInt32) -> Void) {
    for index in 0..<count {
      body(UInt32(truncatingIfNeeded: entries[index] >> 32), UInt32(truncatingIfNeeded: entries[index]))
    }
  }

  /// Brings each list into the order of rows; entries of one row stay in theirs.
  /// - Complexity: O(*n* log of the number of parts).
  mutating func sort() {
    closeGaps()
    for list in starts.indices.dropLast() {
      let range = starts[list]..<starts[list + 1]
      if range.count < RowLists.fewEntries { entries.sortFew(range, by: 32) } else { mergeParts(range) }
    }
  }

  /// Gives up the room that is left in the lists.
  private mutating func closeGaps() {
    var end = 0
    for list in starts.indices.dropLast() {
      let range = starts[list]..<ends[list]
      starts[list] = end
      if range.lowerBound == end {
        end = range.upperBound
      } else {
        for index in range {
          entries[end] = entries[index]
          end += 1
        }
      }
    }
    starts[starts.count - 1] = end
  }

  private mutating func mergeParts(_ range: Range<Int>) {
    parts.removeAll(keepingCapacity: true)
    parts.append(range.lowerBound)
    for index in range.dropFirst() where entries[index - 1] >> 32 > entries[index] >> 32 {
      endPart(index)
    }
    endPart(range.upperBound)
    while parts.count > 2 { mergeLastTwo() }
  }

  /// Merges parts while they are alike in length; so each entry is moved once for each doubling.
  private mutating func endPart(_ end: Int) {
    parts.append(end)
    while parts.count > 2 {
      let last = parts.count - 1
      let length = parts[last] - parts[last - 1]
      guard parts[last - 1] - parts[last - 2] < 2 * length else { return }
      mergeLastTwo()
    }
  }

  private mutating func mergeLastTwo() {
    let end = parts.removeLast()
    let middle = parts.removeLast()
    merge(parts[parts.count - 1], middle, end)
    parts.append(end)
  }

  /// Merges the entries before `middle`, as a rule the fewer ones, with those from there on.
  private mutating func merge(_ start: Int, _ middle: Int, _ end: Int) {
    let count = middle - start
    if spare.count < count { spare = ScratchMemory(count: count + count / 2) }
    for index in 0..<count { spare[index] = entries[start + index] }
    var first = 0
    var second = middle
    var place = start
    while first < count, second < end {
      let (a, b) = (spare[first], entries[second])
      let isSecond = b >> 32 < a >> 32
      entries[place] = isSecond ? b : a
      first += isSecond ? 0 : 1
      second += isSecond ? 1 : 0
      place += 1
    }
    while first < count {
      entries[place] = spare[first]
      first += 1
      place += 1
    }
  }
}
