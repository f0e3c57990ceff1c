/// A way to shorten a title.
enum Abbreviation: CaseIterable {
  /// The first letters of all words, 4 to 7 of them.
  case initials
  /// The first three letters of all words, 2 to 4 of them, concatenated.
  case chunks
  /// The first two words without their vowels, except at their beginnings.
  case consonants

  /// Returns the abbreviation; `nil` if the title does not have the words for it.
  func apply(to title: TitleWords) -> String? {
    guard title.words.allSatisfy({ title.characters[$0.lowerBound].isTypedLetter }) else { return nil }
    switch self {
    case .initials:
      guard 4...7 ~= title.words.count else { return nil }
      return String(title.words.map { title.characters[$0.lowerBound] })
    case .chunks:
      guard 2...4 ~= title.words.count else { return nil }
      // If nothing is omitted, nothing is abbreviated.
      guard title.words.contains(where: { $0.count > 3 }) else { return nil }
      return title.words.map { String(title.characters[$0].prefix(3)) }.joined()
    case .consonants:
      guard title.words.count >= 2 else { return nil }
      let words = title.words.prefix(2).map { word in
        let letters = title.characters[word]
        return String(letters.prefix(1) + letters.dropFirst().filter { !Abbreviation.vowels.contains($0) })
      }
      let letterCount = words.reduce(0) { $0 + $1.count }
      let fullCount = title.words.prefix(2).reduce(0) { $0 + $1.count }
      // `a i` represents nothing that a person could guess.
      guard letterCount < fullCount, letterCount >= 4 else { return nil }
      return words.joined(separator: " ")
    }
  }

  private static let vowels = Set(
    "aeiouàáâãäåāăąǎæèéêëēĕėęěìíîïĩīĭįıǐòóôõöøōŏőơǒœùúûüũūŭůűųưǔαεηιουωάέήίόύώаеёиоуыэюяіїє")
}
