/// How many rows of several parts of a list have which keywords of a field.
struct KeywordCounts {
  /// A keyword that some rows have.
  struct Entry {
    /// Where it is spelt so.
    var part: Int
    var number: UInt32
    /// How many rows have this spelling, or any that is equal to it.
    var count: Int
    /// How many rows have a keyword equal to it, those of equals that stand before it left out.
    var equalCount: Int
  }

  private let columns: [KeywordColumn]
  /// By key, then by bytes, each keyword once; later each of those that are equal.
  private(set) var entries: [Entry] = []

  /// - Parameters:
  ///   - columns: that of the field in each part.
  ///   - rows: of each part.
  /// - Complexity: O(rows), and O(*k* × parts) for *k* distinct keywords.
  init(_ columns: [KeywordColumn], _ rows: [BitColumn]) {
    self.columns = columns
    let lists = columns.indices.map { counted(part: $0, rows[$0]) }.filter { !$0.isEmpty }
    entries = lists.sorted { $0.count > $1.count }.reduce([]) { $0.isEmpty ? $1 : merged($0, $1) }
    if columns.contains(where: \.isFolded) { joinEquals() }
  }

  /// The keyword of an entry.
  func string(_ entry: Entry) -> String { columns[entry.part].values.string(Int(entry.number)) }

  // MARK: - Parts

  private func counted(part: Int, _ rows: BitColumn) -> [Entry] {
    let column = columns[part]
    var counts = [UInt32](repeating: 0, count: column.values.count)
    if counts.isEmpty { return [] }
    guard column.isFolded else {
      counts.withUnsafeMutableBufferPointer { counts in column.forEach(of: rows) { counts[Int($1)] &+= 1 } }
      return counts.indices.compactMap { number in
        let count = Int(counts[number])
        return count == 0 ? nil : Entry(part: part, number: UInt32(number), count: count, equalCount: count)
      }
    }
    // A row counts once for all spellings of a keyword.
    let firsts = column.firstEquals
    var equalCounts = counts
    var latest = [Int](repeating: -1, count: counts.count)
    column.forEach(of: rows) { row, number in
      counts[Int(number)] &+= 1
      let first = Int(firsts[Int(number)])
      if latest[first] != row {
        latest[first] = row
        equalCounts[first] &+= 1
      }
    }
    var known: Int?
    return counts.indices.compactMap { number in
      if counts[number] == 0 { return nil }
      let first = Int(firsts[number])
      defer { known = first }
      return Entry(
        part: part, number: UInt32(number), count: Int(counts[number]),
        equalCount: known == first ? 0 : Int(equalCounts[first]))
    }
  }

  // MARK: - All parts

  private func merged(_ a: [Entry], _ b: [Entry]) -> [Entry] {
    var merged: [Entry] = []
    merged.reserveCapacity(a.count + b.count)
    var (next, other) = (0, 0)
    while next < a.count, other < b.count {
      let order = columns[a[next].part].compare(a[next].number, columns[b[other].part], b[other].number)
      if order == 0 {
        var entry = a[next]
        entry.count += b[other].count
        entry.equalCount += b[other].equalCount
        merged.append(entry)
      } else {
        merged.append(order < 0 ? a[next] : b[other])
      }
      if order <= 0 { next += 1 }
      if order >= 0 { other += 1 }
    }
    return merged + a[next...] + b[other...]
  }

  /// Leaves of equal keywords the spelling that most rows have, with the count of all.
  private mutating func joinEquals() {
    var joined: [Entry] = []
    var start = 0
    while start < entries.count {
      var (best, total, end) = (entries[start], entries[start].equalCount, start + 1)
      while end < entries.count, areEqual(entries[start], entries[end]) {
        if entries[end].count > best.count { best = entries[end] }
        total += entries[end].equalCount
        end += 1
      }
      best.count = total
      joined.append(best)
      start = end
    }
    entries = joined
  }

  private func areEqual(_ a: Entry, _ b: Entry) -> Bool {
    a.part == b.part
      ? columns[a.part].areEqual(Int(a.number), Int(b.number))
      : columns[a.part].keyBytes(Int(a.number)) == columns[b.part].keyBytes(Int(b.number))
  }
}
