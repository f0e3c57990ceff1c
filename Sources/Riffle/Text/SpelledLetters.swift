/// Latin letters that are written as two where they are missing on the keyboard: `ue` for ü, `oe` for ö and ø, `ae` for ä, `aa`
/// for å. Folding leaves the first of them, so words have the spelling with both beside them. (æ and ß fold to two letters.)
enum SpelledLetters {
  /// A letter of folded text that stands for two.
  struct Digraph: Sendable {
    /// Of the first letter, in ``FieldText/bytes``.
    var offset: UInt32
    /// In ASCII.
    let second: UInt8
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
  /// Adds the other spelling of words that have one, behind the text.
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
        let start = bytes.count
        guard appendSpelling(ofWord: word.range) else { continue }
        tokens.append(
          Token(start: start, length: bytes.count - start, kind: word.kind == .simple ? .spelling : .extra))
      }
    }
    scratch.tokens = words
  }

  /// The letters that may be written as two, of those from an offset on.
  private func spelled(from offset: Int) -> ArraySlice<SpelledLetters.Digraph> {
    spelled[spelled.partitioningIndex { $0.offset >= offset }...]
  }

  /// - Returns: `false` if it has none; then nothing is appended.
  private mutating func appendSpelling(ofWord word: Range<Int>) -> Bool {
    guard word.upperBound <= foldedCount else { return false }
    var from = word.lowerBound
    for place in spelled(from: word.lowerBound) {
      if place.offset >= word.upperBound { break }
      for offset in from...Int(place.offset) { bytes.append(bytes[offset]) }
      bytes.append(place.second)
      from = Int(place.offset) + 1
    }
    if from == word.lowerBound { return false }
    for offset in from..<word.upperBound { bytes.append(bytes[offset]) }
    return true
  }

  /// Where letters of another spelling of a word stand in the folded text: the word is one before it.
  /// - Returns: `nil` if the word at `index` is none.
  func foldedRange(ofSpelling letters: Range<Int>, ofWord index: Int) -> Range<Int>? {
    let spelling = tokens[index].range
    for word in tokens[..<index].reversed() where word.range.upperBound <= foldedCount {
      // For each letter of the spelling, where it stands in the word.
      var offsets: [Int] = []
      for offset in word.range {
        offsets.append(offset)
        if spelled(from: offset).first?.offset == UInt32(offset) { offsets.append(offset) }
      }
      guard offsets.count == spelling.count, offsets.count > word.range.count else { continue }
      let isSpelling = offsets.indices.allSatisfy { number in
        number > 0 && offsets[number] == offsets[number - 1]
          || bytes[spelling.lowerBound + number] == bytes[offsets[number]]
      }
      if isSpelling { return offsets[letters.lowerBound]..<offsets[letters.upperBound - 1] + 1 }
    }
    return nil
  }
}

extension Token {
  /// Whether it stands behind a counted word and belongs to it.
  fileprivate var isBesideCounted: Bool { kind != .simple && kind != .compound }
}
