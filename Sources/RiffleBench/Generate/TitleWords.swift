/// A title in lower case, as characters to type, with its words.
struct TitleWords {
  let characters: [Character]
  /// Sequences of letters and digits; an apostrophe between letters belongs to its word.
  let words: [Range<Int>]

  init(_ title: String) {
    let characters = Array(title.lowercased())
    func isInWord(_ offset: Int) -> Bool {
      let character = characters[offset]
      if character.isLetter || character.isNumber { return true }
      return TitleWords.apostrophes.contains(character) && offset > 0 && offset + 1 < characters.count
        && characters[offset - 1].isLetter && characters[offset + 1].isLetter
    }
    var words: [Range<Int>] = []
    var start: Int?
    for offset in characters.indices {
      if isInWord(offset) {
        if start == nil { start = offset }
      } else if let begun = start {
        words.append(begun..<offset)
        start = nil
      }
    }
    if let start { words.append(start..<characters.count) }
    self.characters = characters
    self.words = words
  }

  /// Including those of transliterated Arabic (Rifā‘ī) and of careless dictionaries (one`s).
  private static let apostrophes: Set<Character> = ["'", "\u{2018}", "\u{2019}", "`", "´"]

  func text(_ range: Range<Int>) -> String { String(characters[range]) }
}

extension Character {
  /// Whether a keyboard has a key for this letter, so that it can be mistyped. Han, kana and Hangul are composed.
  var isTypedLetter: Bool {
    guard isLetter, let scalar = unicodeScalars.first?.value else { return false }
    switch scalar {
    case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFFDC,
      0x1_AFF0...0x1_B16F, 0x2_0000...0x3_FFFF:
      return false
    default:
      return true
    }
  }
}
