import Riffle

/// Makes up rows of a list, the same ones for the same seed: words of syllables, a few of which are in many titles and
/// most in few, some with accents and some in Cyrillic letters.
struct MadeUpRows {
  private var random: SeededRandom
  private var words: [String] = []

  init(seed: UInt64, wordCount: Int = 4000) {
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

  /// - Parameter id: the row's.
  mutating func row(id: Int) -> Item<Int> {
    let title = (0..<2 + random.below(4)).map { _ in word().capitalizedFirst }.joined(separator: " ")
    let hidden = random.below(2) == 0 ? "" : "\(word()) \(word())"
    return Item(id: id, title: title, searchText: hidden)
  }

  mutating func rows(_ count: Int) -> [Item<Int>] { (0..<count).map { row(id: $0) } }

  /// The beginning of some row's title as somebody would type it, every second one with a slip of the finger.
  mutating func queries(_ count: Int, for rows: [Item<Int>]) -> [String] {
    (0..<count).compactMap { number in
      guard let row = random.element(of: rows) else { return nil }
      let typed = Array(row.title.lowercased().prefix(6 + random.below(9)))
      guard number % 2 == 1 else { return String(typed) }
      return String(Typo.apply(to: typed, place: .laterLetter, using: &random) ?? typed)
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
