/// The number of rows with each keyword of a column, among some rows of a segment.
struct KeywordTally: Sendable {
  private(set) var rows: BitColumn
  /// By number of the keyword.
  private(set) var counts: [UInt32]
  /// The number of rows with any spelling of a keyword, at its first spelling; empty if no two keywords are equal.
  private(set) var equalCounts: [UInt32]

  fileprivate init(_ column: KeywordColumn, _ rows: BitColumn, _ firsts: [UInt32]?) {
    self.rows = rows
    counts = [UInt32](repeating: 0, count: column.values.count)
    equalCounts = firsts == nil ? [] : counts
    if !counts.isEmpty { add(1, column, rows, firsts) }
  }

  /// Changes the counts to those of other rows.
  /// - Complexity: O(rows / 64), and O(*d*) in the number of rows that only one of both has.
  fileprivate mutating func change(to other: BitColumn, _ column: KeywordColumn, _ firsts: [UInt32]?) {
    var (added, removed) = (other, rows)
    added.subtract(rows)
    removed.subtract(other)
    add(1, column, added, firsts)
    add(.max, column, removed, firsts)
    rows = other
  }

  /// - Parameter step: 1, or the greatest number to subtract 1. Sums wrap: a damaged column may have had other keywords before.
  private mutating func add(_ step: UInt32, _ column: KeywordColumn, _ rows: BitColumn, _ firsts: [UInt32]?) {
    guard let firsts else {
      counts.withUnsafeMutableBufferPointer { counts in column.forEachNumber(of: rows) { counts[Int($0)] &+= step } }
      return
    }
    // A row counts once for all spellings of a keyword.
    var latest = [Int](repeating: -1, count: column.hasSeveral ? counts.count : 0)
    column.forEach(of: rows) { row, number in
      counts[Int(number)] &+= step
      let first = Int(firsts[Int(number)])
      if !column.hasSeveral {
        equalCounts[first] &+= step
      } else if latest[first] != row {
        latest[first] = row
        equalCounts[first] &+= step
      }
    }
  }
}

/// The latest tally of a column, which that of similar rows is made from: those of a list that has been edited, or of a filter
/// that has changed a little.
final class KeywordTallies: Sendable {
  private let latest = Lock<KeywordTally?>(nil)

  /// Fewer rows are counted one by one.
  private static let leastRows = 64

  /// Returns the tally of some rows.
  /// - Complexity: O(rows / 64), and O(*d*) in the number of rows that differ from the latest ones, at most the number of `rows`.
  func tally(_ column: KeywordColumn, _ rows: BitColumn, _ firsts: [UInt32]?) -> KeywordTally {
    let count = rows.setCount
    // Where keywords are many, the tally would take as much memory as the column.
    guard count >= max(KeywordTallies.leastRows, rows.count / 64), column.values.count <= count / 4 else {
      return KeywordTally(column, rows, firsts)
    }
    var tally: KeywordTally
    if let known = latest.withLock({ $0 }), known.rows.differenceCount(from: rows) < count / 2 {
      tally = known
      tally.change(to: rows, column, firsts)
    } else {
      tally = KeywordTally(column, rows, firsts)
    }
    // Freed without the lock.
    let gone = latest.withLock { latest in
      defer { latest = tally }
      return latest
    }
    withExtendedLifetime(gone) {}
    return tally
  }
}

extension BitColumn {
  /// The number of rows that only one of two columns has.
  fileprivate func differenceCount(from other: BitColumn) -> Int {
    guard count == other.count else { return .max }
    return zip(words, other.words).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
  }
}
