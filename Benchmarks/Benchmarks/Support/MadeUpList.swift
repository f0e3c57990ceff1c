import Riffle

/// Rows of a list, the same ones for the same seed: words of syllables, a few of which are in many titles and most in few,
/// some with accents and some in Cyrillic letters.
public struct MadeUpList {
  public private(set) var random: SplitMix64
  /// The most frequent come first.
  public let words: [String]

  public init(seed: UInt64 = 1, wordCount: Int = 20_000) {
    random = SplitMix64(seed: seed)
    var words: [String] = []
    while words.count < max(wordCount, 1) { words.append(MadeUpList.word(&random)) }
    self.words = words
  }

  private static let latin = [
    "ba", "ca", "der", "en", "fi", "gor", "ha", "in", "ka", "lo", "ma", "ne", "or", "pe", "qui", "ra", "sen", "ti",
    "ul",
    "va", "wi", "ya", "zo", "st", "chi", "tra",
  ]
  private static let accented = ["é", "ör", "ña", "çi", "ł", "šu", "â"]
  private static let cyrillic = ["ба", "во", "дер", "ни", "ки", "ло", "мо", "сква", "ра", "то", "ул", "ян"]

  private static func word(_ random: inout SplitMix64) -> String {
    let kind = random.below(20)
    return (0..<2 + random.below(3)).map { _ in
      let isAccented = kind < 2 && random.below(2) == 0
      let syllables = kind == 2 ? cyrillic : isAccented ? accented : latin
      return syllables[random.below(syllables.count)]
    }.joined()
  }

  /// Small numbers are drawn much more often than large ones.
  private mutating func word() -> String {
    words[random.below(random.below(random.below(words.count) + 1) + 1)]
  }

  public mutating func row(id: Int) -> Item<Int> {
    let title = (0..<2 + random.below(4)).map { _ in word() }.joined(separator: " ")
    return Item(id: id, title: title, searchText: random.below(2) == 0 ? "" : "\(word()) \(word())")
  }

  public mutating func rows(_ count: Int) -> [Item<Int>] { (0..<count).map { row(id: $0) } }

  public mutating func number(below bound: Int) -> Int { random.below(bound) }

  /// So many words of plain letters that are not very frequent, and long enough to be misspelt.
  public func plainWords(_ count: Int) -> [String] {
    Array(words.dropFirst(200).lazy.filter { $0.utf8.allSatisfy { $0 < 0x80 } && $0.utf8.count >= 7 }.prefix(count))
  }
}

/// SplitMix64 (Steele, Lea, Flood 2014), drawn from in a way that no version of a library changes.
public struct SplitMix64 {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 up to but not including `bound`; 0 if `bound` is not positive.
  public mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(max(bound, 0))).high)
  }
}
