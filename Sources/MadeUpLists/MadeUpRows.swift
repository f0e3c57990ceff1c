public import Riffle

/// A generator of rows of a list, the same for the same seed. Words consist of syllables, a few of which are in many titles and
/// most in few; some have accents, some are in Cyrillic letters.
public struct MadeUpRows: Sendable {
  /// The source of the next row.
  public var random: SeededRandom
  /// All words; the most frequent come first.
  public private(set) var words: [String] = []

  /// - Parameter wordCount: the number of words, at least one.
  public init(seed: UInt64, wordCount: Int = 4000) {
    random = SeededRandom(seed: seed, stream: "rows")
    var wordRandom = SeededRandom(seed: seed, stream: "words")
    while words.count < max(wordCount, 1) { words.append(MadeUpRows.word(&wordRandom)) }
  }

  private static let latin = [
    "ba", "ca", "der", "en", "fi", "gor", "ha", "in", "ka", "lo", "ma", "ne", "or", "pe", "qui", "ra", "sen", "ti",
    "ul",
    "va", "wi", "ya", "zo", "st", "chi", "tra",
  ]
  private static let accented = ["é", "ör", "ña", "çi", "ł", "šu", "â"]
  private static let cyrillic = ["ба", "во", "дер", "ни", "ки", "ло", "мо", "сква", "ра", "то", "ул", "ян"]

  private static func word(_ random: inout SeededRandom) -> String {
    let kind = random.below(20)
    let syllables = (0..<2 + random.below(3)).map { _ in
      let isAccented = kind < 2 && random.below(2) == 0
      return random.element(of: kind == 2 ? cyrillic : isAccented ? accented : latin) ?? ""
    }
    return syllables.joined()
  }

  private mutating func word() -> String {
    // Small numbers are drawn much more often than large ones.
    words[random.below(random.below(random.below(words.count) + 1) + 1)]
  }

  /// Returns the next row, with two to five words; half of the rows have two more in the search text.
  public mutating func row(id: Int) -> Item<Int> {
    let title = (0..<2 + random.below(4)).map { _ in word().capitalizedFirst }.joined(separator: " ")
    let hidden = random.below(2) == 0 ? "" : "\(word()) \(word())"
    return Item(id: id, title: title, searchText: hidden)
  }

  /// Returns the next rows; their ids count from 0.
  public mutating func rows(_ count: Int) -> [Item<Int>] { (0..<count).map { row(id: $0) } }
}

extension MadeUpRows {
  /// Returns `count` words that are in many rows, in ASCII.
  public func frequentWords(_ count: Int) -> [String] {
    Array(words.lazy.filter { $0.utf8.allSatisfy { $0 < 0x80 } }.prefix(count))
  }

  /// Returns `count` words that are in few rows, in ASCII, and long enough to be misspelt or cut.
  public func rareWords(_ count: Int) -> [String] {
    Array(
      words.dropFirst(words.count / 2).lazy.filter { $0.utf8.allSatisfy { $0 < 0x80 } && $0.utf8.count >= 7 }
        .prefix(count))
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
