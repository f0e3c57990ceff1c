import Riffle

/// The counts of a list's lines under each letter of an alphabet, as long as the lines are in alphabetical order.
struct AlphabetWatch: Sendable {
  private let buckets: AlphabetBuckets
  private var counts: [Int]
  private var last = 0
  private(set) var isAlphabetical = true

  /// - Parameter locale: the language of the letters; those of English if it is unknown.
  /// - Returns: `nil` if no letters are available.
  init?(locale: String) {
    guard let buckets = (try? AlphabetBuckets(locales: [locale])) ?? (try? AlphabetBuckets(locales: ["en"])) else {
      return nil
    }
    self.buckets = buckets
    counts = Array(repeating: 0, count: buckets.labels.count)
  }

  /// Counts the next line.
  /// - Complexity: 1 to 2 µs; O(1) without reading the line once one has been out of order.
  mutating func note(_ text: @autoclosure () -> String) {
    guard isAlphabetical else { return }
    let line = text()
    let bucket = buckets.bucket(asOrdered: line.utf8.span)
    guard bucket >= last else {
      isAlphabetical = false
      return
    }
    last = bucket
    counts[bucket] += 1
  }

  /// The buckets of a jumplist; `nil` if the list is not alphabetical, or all of it is under one letter.
  var jumplistBuckets: JumplistBuckets? {
    guard isAlphabetical, counts.count(where: { $0 > 0 }) > 1 else { return nil }
    return try? JumplistBuckets(labels: zip(buckets.labels, counts).map { ($0.text, $1) })
  }
}
