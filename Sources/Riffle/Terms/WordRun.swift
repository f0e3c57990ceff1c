/// Consecutive words of a dictionary that a term matches alike.
struct WordRun: Hashable {
  var lower: UInt32
  var upper: UInt32
  var match: WordMatch

  init(_ lower: Int, _ upper: Int, _ match: WordMatch) {
    self.lower = UInt32(truncatingIfNeeded: lower)
    self.upper = UInt32(truncatingIfNeeded: upper)
    self.match = match
  }

  var words: Range<Int> { Int(lower)..<Int(upper) }
}

extension [WordRun] {
  /// Merges runs, ascending and disjoint on both sides; where both have a word, `match` combines their matches.
  /// - Complexity: O(`count` + `other.count`).
  func overlaid(with other: [WordRun], _ match: (WordMatch, WordMatch) -> WordMatch) -> [WordRun] {
    if isEmpty { return other }
    if other.isEmpty { return self }
    var merged: [WordRun] = []
    merged.reserveCapacity(count + other.count)
    var i = 0
    var j = 0
    var left = self[0]
    var right = other[0]
    func nextLeft() -> Bool {
      i += 1
      if i < count { left = self[i] }
      return i < count
    }
    func nextRight() -> Bool {
      j += 1
      if j < other.count { right = other[j] }
      return j < other.count
    }
    while i < count, j < other.count {
      if left.upper <= right.lower {
        merged.append(left)
        _ = nextLeft()
      } else if right.upper <= left.lower {
        merged.append(right)
        _ = nextRight()
      } else if left.lower < right.lower {
        var before = left
        before.upper = right.lower
        merged.append(before)
        left.lower = right.lower
      } else if right.lower < left.lower {
        var before = right
        before.upper = left.lower
        merged.append(before)
        right.lower = left.lower
      } else {
        var both = left
        both.upper = Swift.min(left.upper, right.upper)
        both.match = match(left.match, right.match)
        merged.append(both)
        left.lower = both.upper
        right.lower = both.upper
        if left.lower == left.upper { _ = nextLeft() }
        if right.lower == right.upper { _ = nextRight() }
      }
    }
    if i < count {
      merged.append(left)
      merged.append(contentsOf: self[(i + 1)...])
    }
    if j < other.count {
      merged.append(right)
      merged.append(contentsOf: other[(j + 1)...])
    }
    return merged
  }
}
