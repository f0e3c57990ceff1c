extension Range<Int> {
  /// The first number for which `isAfter` holds, given that it holds for all later ones; the upper bound if there is none.
  /// - Complexity: O(log ``count``) calls.
  @inlinable @inline(__always)
  package func partitioningIndex(where isAfter: (Int) -> Bool) -> Int {
    var low = lowerBound
    var high = upperBound
    while low < high {
      let middle = (low + high) / 2
      if isAfter(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element `isAfter` holds for, given that it holds for all later ones; the end if there is none.
  /// - Complexity: O(log ``count``) calls.
  @inlinable @inline(__always)
  package func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    (startIndex..<endIndex).partitioningIndex { isAfter(self[$0]) }
  }
}
