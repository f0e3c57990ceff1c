internal import CKernels

/// The last step of folding, after text is cut into words: unifies letters that dictionaries and word rules distinguish, but
/// that are typed for each other.
///
/// A Korean syllable becomes the letters of the keyboard that type it, so that any typed prefix begins the word.
/// Katakana becomes hiragana, and traditional Chinese simplified.
struct SearchLetters {
  private let unifiesForms: Bool

  init(_ options: FoldingOptions) { unifiesForms = !options.keepsAccents }

  /// No letter that changes begins with a lesser byte.
  static let leastLead: UInt8 = 0xE1

  /// Calls `body` with each scalar that is written for `scalar`; `false` if it stays as it is.
  @inline(__always)
  func rewrite(_ scalar: UInt32, _ body: (UInt32) -> Void) -> Bool {
    if scalar < 0x1100 { return false }
    if unifiesForms, let form = SearchLetters.hiragana(scalar) ?? SearchLetters.simplified(scalar) {
      body(form)
      return true
    }
    return Hangul.forEachKey(of: scalar, body)
  }

  /// The simplified form of a Chinese character that has another.
  private static func simplified(_ scalar: UInt32) -> UInt32? {
    let form = text_simplified(scalar)
    return form == 0 ? nil : UInt32(form)
  }

  /// The hiragana of a katakana letter or iteration mark.
  private static func hiragana(_ scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0x30A1...0x30F6, 0x30FD, 0x30FE: scalar - 0x60
    default: nil
    }
  }
}

extension FieldText {
  /// Writes the text and its words in the letters that searches compare.
  /// - Complexity: O(*n*).
  mutating func writeSearchLetters(_ options: FoldingOptions) {
    letterOffsets.removeAll()
    guard bytes.contains(where: { $0 >= SearchLetters.leastLead }) else { return }
    var cut = take(&scratch.first)
    swap(&cut, &bytes)
    bytes.removeAll(keepingCapacity: true)
    scratch.places.removeAll(keepingCapacity: true)
    let letters = SearchLetters(options)
    append(cut.span.extracting(first: foldedCount), letters, mapsOffsets: true)
    let count = bytes.count
    append(cut.span.extracting(foldedCount...), letters, mapsOffsets: false)
    scratch.places.append(UInt32(truncatingIfNeeded: bytes.count))
    letterOffsets.finish(folded: count, original: foldedCount)
    foldedCount = count
    for index in tokens.indices {
      let range = tokens[index].range
      let start = scratch.places[range.lowerBound]
      tokens[index].start = start
      tokens[index].length = scratch.places[range.upperBound] - start
    }
    for index in spelled.indices { spelled[index].offset = scratch.places[Int(spelled[index].offset)] }
    scratch.first = cut
  }

  private mutating func append(_ text: Span<UInt8>, _ letters: SearchLetters, mapsOffsets: Bool) {
    var offset = 0
    while offset < text.count {
      let (scalar, length) = decodeScalar(text, at: offset)
      let start = bytes.count
      if !letters.rewrite(scalar, { bytes.append(scalar: $0) }) {
        for index in offset..<offset + length { bytes.append(text[index]) }
      }
      if mapsOffsets {
        letterOffsets.append(
          folded: start, original: offset, foldedCount: bytes.count - start, originalCount: length)
      }
      for _ in 0..<length { scratch.places.append(UInt32(truncatingIfNeeded: start)) }
      offset += length
    }
  }

  /// The part of the original that a range of the folded text comes from, as whole extended grapheme clusters.
  /// - Complexity: as ``OffsetMap/originalRange(_:in:)``.
  package func originalRange(_ folded: Range<Int>, in original: Span<UInt8>) -> Range<Int> {
    offsets.originalRange(letterOffsets.exactRange(folded), in: original)
  }
}
