/// The parts of a query that were typed with accents, punctuation, or letters beyond A to Z: `kānūru` ranks Kānūru before
/// Kanuru, and `c++` does not mean C.
struct MarkedPieces: Sendable {
  /// In small letters.
  private let pieces: [ASCIINeedle]
  /// The whole query, in small letters; `nil` if there are no pieces.
  private let name: ASCIINeedle?

  /// - Parameter query: `nil` if it does not matter how a query was typed.
  init(_ query: Query?) {
    guard let query else {
      (pieces, name) = ([], nil)
      return
    }
    // The signs of the extended syntax are no part of a name.
    let isPlain =
      query.syntax == .extended
      || query.text.utf8.allSatisfy { MarkedPieces.isSeparator($0) || MarkedPieces.isPlain($0) }
    pieces =
      isPlain
      ? []
      : query.text.utf8.split(whereSeparator: MarkedPieces.isSeparator).filter {
        $0.contains { !MarkedPieces.isPlain($0) }
      }
      .map { MarkedPieces.needle(Array($0)) }
    name = pieces.isEmpty ? nil : MarkedPieces.needle(trimmed(Array(query.text.utf8)))
  }

  private static func needle(_ text: [UInt8]) -> ASCIINeedle {
    ASCIINeedle(lowercased: LowercasedHaystack.lowercased(Composition.composed(text).span))
  }

  /// A slash stands between the components of a path, and is part of none.
  private static func isSeparator(_ byte: UInt8) -> Bool { byte == 0x20 || byte == UInt8(ascii: "/") }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }

  var isEmpty: Bool { pieces.isEmpty }

  /// Whether titles may show all of them whose words are in a dictionary.
  ///
  /// ASCII letters and digits that stand together are in one word, except at capitals.
  func mayBeShown(by dictionary: WordDictionary) -> Bool {
    pieces.allSatisfy { piece in
      piece.bytes.split { !MarkedPieces.isPlain($0) }.allSatisfy { letters in
        if letters.count < 3 || !dictionary.words(withPrefix: Array(letters)).isEmpty { return true }
        var isHeld = false
        dictionary.forEachRun(holding: Array(letters)) { _ in isHeld = true }
        return isHeld
      }
    }
  }

  /// Returns whether the query is a phrase of a search text, regardless of its capitals.
  /// - Complexity: O(*n*).
  func areName(in searchText: Span<UInt8>) -> Bool {
    guard let name, searchText.count >= name.bytes.count, name.holds(in: searchText) != false else { return false }
    let small =
      Composition.composed(searchText).map { LowercasedHaystack.lowercased($0.span) }
      ?? LowercasedHaystack.lowercased(searchText)
    var start = 0
    while let found = small.span.firstOffset(of: name.bytes, from: start) {
      if isPhrase(found..<found + name.bytes.count, of: small.span) { return true }
      start = found + 1
    }
    return false
  }

  /// Whether nothing but blanks stands between a part of a text and the list marks around it, or the ends.
  private func isPhrase(_ range: Range<Int>, of text: Span<UInt8>) -> Bool {
    var start = range.lowerBound
    while start > 0, text[start - 1] == 0x20 { start -= 1 }
    if start > 0 {
      repeat { start -= 1 } while start > 0 && text[start] & 0xC0 == 0x80
      if !holdsListMark(text, start..<range.lowerBound) { return false }
    }
    var end = range.upperBound
    while end < text.count, text[end] == 0x20 { end += 1 }
    return end == text.count || holdsListMark(text, range.upperBound..<end + decodeScalar(text, at: end).length)
  }

  /// Returns whether a title shows all of them, regardless of its capitals.
  /// - Complexity: O(*n*).
  func areShown(in title: Span<UInt8>) -> Bool {
    if title.isASCII { return pieces.allSatisfy { $0.holds(in: title) == true } }
    let small =
      Composition.composed(title).map { LowercasedHaystack.lowercased($0.span) } ?? LowercasedHaystack.lowercased(title)
    return pieces.allSatisfy { small.span.firstOffset(of: $0.bytes) != nil }
  }
}
