/// Latin letters that are written as two where they are missing on the keyboard: `ue` for ü, `oe` for ö and ø, `ae` for ä, `aa`
/// for å. Folding leaves the first of them, so words have their other spellings beside them. (æ and ß fold to two letters.)
enum SpelledLetters {
  /// A letter of folded text that stands for two.
  struct Digraph: Sendable {
    /// Of the first letter, in ``FieldText/bytes``.
    var offset: UInt32
    /// In ASCII.
    let second: UInt8
  }

  /// A word with so many of these letters has each mixture of spellings beside it, as `angstroem` for Ångström; one with more of them
  /// only that which has two letters for each.
  static let mostMixed = 3

  /// Which letters of a word that has so many of them are written as two, in each of its other spellings: bits, those of all first.
  static func mixtures(_ count: Int) -> [UInt64] {
    if count == 0 { return [] }
    if count > mostMixed { return [.max] }
    return (1..<1 << UInt64(count)).reversed()
  }

  /// Whether the letter of that number is written as two.
  static func isDouble(_ number: Int, in mixture: UInt64) -> Bool {
    mixture == .max || mixture >> UInt64(number) & 1 != 0
  }

  private static let diaeresis: UInt32 = 0x308
  private static let ring: UInt32 = 0x30A

  /// The second letter of a composed one; `nil` for all others.
  @inline(__always)
  static func second(of scalar: UInt32) -> UInt8? {
    guard scalar &- 0xC4 <= 0xFC - 0xC4 else { return nil }
    switch scalar | 0x20 {
    case 0xE4, 0xF6, 0xF8, 0xFC: return UInt8(ascii: "e")
    case 0xE5: return UInt8(ascii: "a")
    default: return nil
    }
  }

  /// The second letter of one in ASCII with a mark on it; `nil` for all others.
  @inline(__always)
  static func second(of letter: UInt8, with mark: UInt32) -> UInt8? {
    switch (letter | 0x20, mark) {
    case (UInt8(ascii: "a"), diaeresis), (UInt8(ascii: "o"), diaeresis), (UInt8(ascii: "u"), diaeresis):
      UInt8(ascii: "e")
    case (UInt8(ascii: "a"), ring): UInt8(ascii: "a")
    default: nil
    }
  }

  /// The second letter of the one that a text begins with; `nil` for all others.
  static func second(ofLetterIn text: Span<UInt8>) -> UInt8? {
    let (scalar, length) = decodeScalar(text, at: 0)
    if scalar >= 0x80 { return second(of: scalar) }
    guard length < text.count else { return nil }
    return second(of: UInt8(truncatingIfNeeded: scalar), with: decodeScalar(text, at: length).scalar)
  }

  /// Letters that a mark may be the second letter of.
  static func letters(of mark: UInt32) -> [UInt8] {
    mark == diaeresis ? [UInt8(ascii: "e")] : mark == ring ? [UInt8(ascii: "a")] : []
  }

  /// A text with its letters written as two; `nil` if it has none.
  static func spelledOut(_ text: String) -> String? {
    let composed = Composition.composed(Array(text.utf8))
    var letters = String.UnicodeScalarView()
    var isOther = false
    for scalar in String(decoding: composed, as: UTF8.self).unicodeScalars {
      guard let second = second(of: scalar.value) else {
        letters.append(scalar)
        continue
      }
      isOther = true
      switch scalar.value | 0x20 {
      case 0xE4, 0xE5: letters.append("a")
      case 0xFC: letters.append("u")
      default: letters.append("o")
      }
      letters.append(Unicode.Scalar(second))
    }
    return isOther ? String(letters) : nil
  }
}

extension FieldText {
  /// Adds the other spellings of words that have some, behind the text.
  mutating func addSpellings() {
    if spelled.isEmpty { return }
    var words = take(&scratch.tokens)
    swap(&words, &tokens)
    tokens.removeAll(keepingCapacity: true)
    var index = 0
    while index < words.count {
      let first = index
      index += 1
      while index < words.count, words[index].isBesideCounted { index += 1 }
      for word in first..<index { tokens.append(words[word]) }
      for word in words[first..<index] where !word.kind.isExtra {
        guard word.range.upperBound <= foldedCount else { continue }
        for mixture in SpelledLetters.mixtures(spelled(in: word.range).count) {
          let start = bytes.count
          appendSpelling(mixture, ofWord: word.range)
          tokens.append(
            Token(start: start, length: bytes.count - start, kind: word.kind == .simple ? .spelling : .extra))
        }
      }
    }
    scratch.tokens = words
  }

  /// The letters of a word that may be written as two.
  private func spelled(in word: Range<Int>) -> ArraySlice<SpelledLetters.Digraph> {
    let first = spelled.partitioningIndex { $0.offset >= word.lowerBound }
    return spelled[first...].prefix { $0.offset < word.upperBound }
  }

  private mutating func appendSpelling(_ mixture: UInt64, ofWord word: Range<Int>) {
    var from = word.lowerBound
    for (number, place) in spelled(in: word).enumerated() where SpelledLetters.isDouble(number, in: mixture) {
      for offset in from...Int(place.offset) { bytes.append(bytes[offset]) }
      bytes.append(place.second)
      from = Int(place.offset) + 1
    }
    for offset in from..<word.upperBound { bytes.append(bytes[offset]) }
  }

  /// Where letters of another spelling of a word stand in the folded text: the word is one before it.
  /// - Returns: `nil` if the word at `index` is none.
  func foldedRange(ofSpelling letters: Range<Int>, ofWord index: Int) -> Range<Int>? {
    let spelling = tokens[index].range
    for word in tokens[..<index].reversed() where word.range.upperBound <= foldedCount {
      for mixture in SpelledLetters.mixtures(spelled(in: word.range).count) {
        guard let offsets = offsets(ofSpelling: spelling, mixture, ofWord: word.range) else { continue }
        return offsets[letters.lowerBound]..<offsets[letters.upperBound - 1] + 1
      }
    }
    return nil
  }

  /// For each letter of a spelling, where it stands in the word; `nil` if it is no such spelling of the word.
  private func offsets(ofSpelling spelling: Range<Int>, _ mixture: UInt64, ofWord word: Range<Int>) -> [Int]? {
    var (offsets, next) = ([Int](), spelling.lowerBound)
    var places = spelled(in: word).enumerated().filter { SpelledLetters.isDouble($0.offset, in: mixture) }
      .map(\.element)[...]
    for offset in word {
      guard next < spelling.upperBound, bytes[next] == bytes[offset] else { return nil }
      offsets.append(offset)
      next += 1
      guard let place = places.first, place.offset == UInt32(offset) else { continue }
      places.removeFirst()
      guard next < spelling.upperBound, bytes[next] == place.second else { return nil }
      offsets.append(offset)
      next += 1
    }
    return next == spelling.upperBound ? offsets : nil
  }
}

extension Token {
  /// Whether it stands behind a counted word and belongs to it.
  fileprivate var isBesideCounted: Bool { kind != .simple && kind != .compound }
}
