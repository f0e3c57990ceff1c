/// Titles that begin with Han as an alphabet by pinyin files and orders them: by the readings that a ``Romanizer`` gives.
///
/// ICU orders each letter by one reading. Where a title has another, ``ordered`` has a letter that is read so instead: 长沙
/// stands among the titles with *chang*, behind 常. The order is for ``ListCollation`` to read, never to show.
struct HanOrder {
  /// What the title is filed by: one letter.
  private(set) var filed: [UInt8]
  /// What the title is ordered by.
  private(set) var ordered: [UInt8]

  /// Later letters are ordered as ICU has them.
  private static let mostLetters = 64

  /// - Parameters:
  ///   - title: well-formed UTF-8.
  ///   - start: where its first letter is, behind blanks and quotation marks.
  /// - Returns: `nil` if the title does not begin with Han.
  init?(_ title: Span<UInt8>, from start: Int) {
    guard start < title.count, LetterScript(decodeScalar(title, at: start).scalar) == .han else { return nil }
    var text: [UInt8] = []
    normalize(title.extracting(start...), to: .nfkc, into: &text)
    var letters: [UInt32] = []
    let end = HanOrder.readLetters(text.span, into: &letters)
    guard let first = letters.first else { return nil }
    var syllables: [HanReadings.Syllable] = []
    if HanReadings.hasKana(text.span) {
      HanReadings.appendOwn(letters.span, to: &syllables)
    } else {
      let isApart = end == text.count || !RomanizedPart(decodeScalar(text.span, at: end).scalar).isContent
      HanReadings.append(letters.span, mayBeName: isApart, to: &syllables)
    }
    ordered = []
    ordered.append(copying: title.extracting(..<start))
    for (letter, syllable) in zip(letters, syllables) {
      ordered.append(scalar: HanReadings.standIn(for: syllable) ?? letter)
    }
    ordered.append(copying: text.span.extracting(end...))
    filed = []
    if let standIn = HanReadings.standIn(for: syllables[0]) {
      filed.append(scalar: standIn)
    } else if syllables[0] != HanReadings.own {
      filed.append(contentsOf: HanReadings.latin(syllables[0]).prefix(1))
    } else {
      filed.append(scalar: HanOrder.latin(first) ?? first)
    }
  }

  /// Reads the row of Han that a text begins with; returns where it ends.
  private static func readLetters(_ text: Span<UInt8>, into letters: inout [UInt32]) -> Int {
    var end = 0
    while end < text.count, letters.count < mostLetters {
      let (scalar, length) = decodeScalar(text, at: end)
      guard LetterScript(scalar) == .han else { break }
      letters.append(scalar)
      end += length
    }
    return end
  }

  /// The letters that ICU's order by pinyin knows; it has all others behind Z, though it can romanise many.
  private static let ordinary: ClosedRange<UInt32> = 0x4E00...0x9FA5
  private static let rules = RomanizationRules()

  /// The first Latin letter of one that ICU does not order by its reading.
  private static func latin(_ letter: UInt32) -> UInt32? {
    if ordinary.contains(letter) { return nil }
    var utf8: [UInt8] = []
    utf8.append(scalar: letter)
    let romanized = rules.romanize(utf8.span, by: .any)
    var plain: [UInt8] = []
    normalize(romanized.span, to: .nfkd, into: &plain)
    guard let first = plain.first, (0x61...0x7A).contains(first) else { return nil }
    return UInt32(first)
  }
}
