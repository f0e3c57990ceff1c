/// Finds a text in others without going back, so that needles and texts that repeat themselves take no longer than any.
///
/// Knuth, Morris and Pratt, "Fast pattern matching in strings" (1977).
struct ByteSearch: Sendable, Hashable {
  let needle: [UInt8]
  /// For each number of bytes that match, how many still match where the next one does not: the longest that the needle
  /// both begins with and has just ended with.
  private let fallbacks: [Int32]

  /// The longest needle that needs no preparation for a single search: comparing it anew at each place is as fast.
  static let longestCompared = 64

  /// - Parameter needle: not empty.
  init(_ needle: [UInt8]) {
    self.needle = needle
    var fallbacks = [Int32](repeating: 0, count: needle.count + 1)
    var matched = 0
    for index in needle.indices.dropFirst() {
      while matched > 0, needle[index] != needle[matched] { matched = Int(fallbacks[matched]) }
      if needle[index] == needle[matched] { matched += 1 }
      fallbacks[index + 1] = Int32(truncatingIfNeeded: matched)
    }
    self.fallbacks = fallbacks
  }

  /// Calls `body` with where the needle begins, ascending, overlapping places too, until it returns `false`.
  /// - Complexity: O(*n*) in the length of the text.
  @inline(__always)
  func forEachOffset(in text: Span<UInt8>, from start: Int = 0, _ body: (Int) -> Bool) {
    let (needle, fallbacks) = (needle.span, fallbacks.span)
    let first = needle[0]
    var matched = 0
    var index = start
    while index < text.count {
      let byte = text[index]
      index += 1
      if matched == 0 {
        if byte == first { matched = 1 } else { continue }
      } else {
        while matched > 0, needle[matched] != byte { matched = Int(fallbacks[matched]) }
        if needle[matched] == byte { matched += 1 }
      }
      guard matched == needle.count else { continue }
      if !body(index - matched) { return }
      matched = Int(fallbacks[matched])
    }
  }

  func firstOffset(in text: Span<UInt8>, from start: Int = 0) -> Int? {
    var found: Int?
    forEachOffset(in: text, from: start) { offset in
      found = offset
      return false
    }
    return found
  }
}
