/// A walk over the rows of a section before and after, side by side, that matches most of the same rows without hashing. It
/// matches the ends that both share and, in between, rows behind gaps of a few rows.
///
/// The matched rows need not be the longest sequence that keeps its order, and rows not matched need not be new.
struct RowWalk {
  private let before: [AnyRow]
  private let after: [AnyRow]
  /// The matched rows, in order.
  private(set) var stretches: [Stretch] = []
  /// Before and after positions of matched rows whose content differs.
  private(set) var updates: [(before: Int, after: Int)] = []

  /// The most rows removed and inserted together between two matched rows.
  private static var smallGap: Int { 8 }
  /// The most rows only inserted, or only removed, between two matched rows.
  private static var largeGap: Int { 512 }

  /// - Complexity: O(`before.count` + `after.count`).
  init(_ before: [AnyRow], _ after: [AnyRow]) {
    (self.before, self.after) = (before, after)
    var (i, j) = (0, 0)
    var (m, n) = (before.count, after.count)
    followForwards(&i, &j, m, n)
    followBackwards(i, j, &m, &n)
    while let gap = gap(at: i, j, m, n) {
      i += gap.before
      j += gap.after
      followForwards(&i, &j, m, n)
    }
    if m < before.count { stretches.append(joining: Stretch(before: m, after: n, count: before.count - m)) }
  }

  private mutating func followForwards(_ i: inout Int, _ j: inout Int, _ m: Int, _ n: Int) {
    let start = Stretch(before: i, after: j, count: 0)
    while i < m, j < n, isFound(i, j) {
      i += 1
      j += 1
    }
    if i > start.before {
      stretches.append(joining: Stretch(before: start.before, after: start.after, count: i - start.before))
    }
  }

  private mutating func followBackwards(_ i: Int, _ j: Int, _ m: inout Int, _ n: inout Int) {
    while i < m, j < n, isFound(m - 1, n - 1) {
      m -= 1
      n -= 1
    }
  }

  /// Returns whether both are the same row, and records whether its content changed.
  @inline(__always)
  private mutating func isFound(_ i: Int, _ j: Int) -> Bool {
    before[i].isCopy(of: after[j]) || isFoundByID(i, j)
  }

  private mutating func isFoundByID(_ i: Int, _ j: Int) -> Bool {
    guard before[i].id == after[j].id else { return false }
    if before[i] != after[j] { updates.append((i, j)) }
    return true
  }

  /// Returns the distance to the nearest row on both sides, counted over both.
  private func gap(at i: Int, _ j: Int, _ m: Int, _ n: Int) -> (before: Int, after: Int)? {
    guard i < m, j < n else { return nil }
    for distance in 1...RowWalk.smallGap {
      for gone in 0...distance where i + gone < m && j + distance - gone < n {
        if isSame(i + gone, j + distance - gone) { return (gone, distance - gone) }
      }
    }
    for distance in RowWalk.smallGap + 1...RowWalk.largeGap {
      if j + distance < n, isSame(i, j + distance) { return (0, distance) }
      if i + distance < m, isSame(i + distance, j) { return (distance, 0) }
    }
    return nil
  }

  private func isSame(_ i: Int, _ j: Int) -> Bool {
    before[i].isCopy(of: after[j]) || before[i].id == after[j].id
  }
}
