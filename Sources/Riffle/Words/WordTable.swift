/// Distinct words by number, with their letters: the lexicon of text that is searched without an index.
///
/// Words are numbered from 0 in the order in which they first come. The table is bounded: its user empties it
/// (``removeAll()``) when it ``isFull``, after which all numbers are void.
struct WordTable: Sendable {
  private var words = WordInterner()

  init() {}

  var count: Int { words.count }
  var isFull: Bool { words.count >= WordTable.limit }

  /// Of 16,384, 65,536 and 262,144 words the second takes least time on paths and titles: fewer are made anew too often,
  /// more no longer fit the cache.
  private static let limit = 1 << 16

  /// The letters of all words, one after the other.
  var letters: Span<UInt8> { @_lifetime(borrow self) get { words.bytes.span } }

  /// Where in ``letters`` those of a word lie.
  func range(_ word: Int) -> Range<Int> { words.range(word) }

  /// The number of a word.
  /// - Parameter range: of `text`, which is folded; not empty.
  mutating func number(of range: Range<Int>, in text: Span<UInt8>) -> Int { Int(words.number(of: range, in: text)) }

  mutating func removeAll() { words = WordInterner() }
}
