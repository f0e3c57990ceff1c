import Riffle

/// Counts under which letters the lines of a list stand, for as long as they stand in the order of these letters.
struct AlphabetWatch: Sendable {
  private let buckets: AlphabetBuckets
  private var counts: [Int]
  private var last = 0
  private(set) var isAlphabetical = true

  /// - Parameter locale: whose letters; those of English where nobody knows them.
  /// - Returns: `nil` if there are no letters to be had.
  init?(locale: String) {
    guard let buckets = (try? AlphabetBuckets(locales: [locale])) ?? (try? AlphabetBuckets(locales: ["en"])) else {
      return nil
    }
    self.buckets = buckets
    counts = Array(repeating: 0, count: buckets.labels.count)
  }

  /// Takes the next line.
  /// - Complexity: 1 to 2 µs, and nothing once a line has come too late.
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

  /// What to jump by; `nil` where the list is not alphabetical, or all of it stands under one letter.
  var jumplistBuckets: JumplistBuckets? {
    guard isAlphabetical, counts.count(where: { $0 > 0 }) > 1 else { return nil }
    return try? JumplistBuckets(labels: zip(buckets.labels, counts).map { ($0.text, $1) })
  }
}
