/// The distinct words that one or several ``WordInterner``s have numbered, in byte order.
struct WordOrder: Sendable {
  let words: WordInterner
  /// For each place the number that ``words`` gave.
  let sorted: [UInt32]
  /// For each interner, by the number it gave, the place of the word.
  let numbers: [[UInt32]]

  var count: Int { sorted.count }
  /// - Complexity: O(*n*) in the number of words, except for those that are alike in their first eight bytes.
  /// - Throws: if together there are more than can be numbered.
  init(_ interners: consuming [WordInterner]) throws(IndexError) {
    var words = interners.isEmpty ? WordInterner() : interners.removeFirst()
    var numbers = [Array(0..<UInt32(truncatingIfNeeded: words.count))]
    for other in interners { numbers.append(try words.insert(other)) }
    sorted = words.sortedNumbers()
    var places = [UInt32](repeating: 0, count: sorted.count)
    for (place, word) in sorted.enumerated() { places[Int(word)] = UInt32(truncatingIfNeeded: place) }
    numbers[0] = Array(places.prefix(numbers[0].count))
    for index in numbers.indices.dropFirst() {
      numbers[index] = numbers[index].map { places[Int($0)] }
    }
    self.numbers = numbers
    self.words = words
  }

  /// The length of each word in order, in bytes, up to 255.
  /// - Complexity: O(*n*) in the number of words.
  var lengths: [UInt8] {
    var lengths: [UInt8] = []
    lengths.reserveCapacity(count)
    forEachRange { lengths.append(UInt8(clamping: $0.count)) }
    return lengths
  }

  /// Calls `body` with each word in order, as a range of the bytes of ``words``.
  func forEachRange(_ body: (Range<Int>) -> Void) {
    // Neighbours in order lie anywhere.
    for place in sorted.indices {
      if place + 2 * WordOrder.distance < sorted.count {
        words.prefetchRange(Int(sorted[place + 2 * WordOrder.distance]))
      }
      if place + WordOrder.distance < sorted.count { words.prefetchLetters(Int(sorted[place + WordOrder.distance])) }
      body(words.range(Int(sorted[place])))
    }
  }

  /// The distance in words of prefetching.
  private static let distance = 12
}
