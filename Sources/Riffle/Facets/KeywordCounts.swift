/// The number of rows for each keyword of a field, over several parts of a list.
struct KeywordCounts {
  /// A keyword that some rows have.
  struct Entry {
    /// A part that has this spelling, and its number there.
    var part: Int
    var number: UInt32
    /// The number of rows with this spelling; after equal keywords are joined, with any of them.
    var count: Int
    /// The number of rows with this keyword or an equal one; 0 if an equal entry comes before it.
    var equalCount: Int
  }

  private let columns: [KeywordColumn]
  /// In the order of keywords: each distinct keyword, and of equal ones only the most frequent, unless equals are not joined.
  private(set) var entries: [Entry] = []

  /// - Parameters:
  ///   - columns: the column of the field in each part.
  ///   - rows: the rows of each part.
  ///   - joins: whether equal keywords are joined under the most frequent spelling.
  /// - Complexity: O(*k* × parts) for *k* distinct keywords, O(rows / 64), and O(*d*) in the number of rows that were not counted
  ///   last; see ``KeywordTallies``.
  init(_ columns: [KeywordColumn], _ rows: [BitColumn], joins: Bool = true) {
    self.columns = columns
    let lists = columns.indices.map { counted(part: $0, rows[$0]) }.filter { !$0.isEmpty }
    entries = lists.sorted { $0.count > $1.count }.reduce([]) { $0.isEmpty ? $1 : merged($0, $1) }
    if joins, columns.contains(where: \.isFolded) { joinEquals() }
  }

  /// The keyword of an entry.
  func string(_ entry: Entry) -> String { columns[entry.part].values.string(Int(entry.number)) }

  /// The key of an entry's keyword; equal keywords have the same.
  func key(_ entry: Entry) -> [UInt8] { columns[entry.part].keyBytes(Int(entry.number)) }

  // MARK: - Parts

  private func counted(part: Int, _ rows: BitColumn) -> [Entry] {
    let column = columns[part]
    let firsts = column.firstEquals
    let tally = column.tallies.tally(column, rows, firsts)
    let counts = tally.counts
    guard let firsts else {
      return counts.indices.compactMap { number in
        let count = Int(counts[number])
        return count == 0 ? nil : Entry(part: part, number: UInt32(number), count: count, equalCount: count)
      }
    }
    var known: Int?
    return counts.indices.compactMap { number in
      if counts[number] == 0 { return nil }
      let first = Int(firsts[number])
      defer { known = first }
      return Entry(
        part: part, number: UInt32(number), count: Int(counts[number]),
        equalCount: known == first ? 0 : Int(tally.equalCounts[first]))
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

  /// Joins equal keywords under the most frequent spelling.
  private mutating func joinEquals() {
    let firsts = columns.map(\.firstEquals)
    func areEqual(_ a: Entry, _ b: Entry) -> Bool {
      if a.part != b.part { return key(a) == key(b) }
      return firsts[a.part].map { $0[Int(a.number)] == $0[Int(b.number)] } ?? (a.number == b.number)
    }
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
}
