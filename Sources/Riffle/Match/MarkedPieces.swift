/// The parts of a query that were typed with accents, punctuation, or letters beyond A to Z: who types `kānūru` means Kānūru
/// before Kanuru, and who types `c++` does not mean C.
struct MarkedPieces: Sendable {
  /// In small letters.
  private let pieces: [[UInt8]]
  /// The whole query, in small letters.
  private let name: [UInt8]
  private let areASCII: Bool

  /// - Parameter query: `nil` if it does not matter how a query was typed.
  init(_ query: Query?) {
    guard let query else {
      (pieces, name, areASCII) = ([], [], true)
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
      .map { LowercasedHaystack.lowercased(Composition.composed(Array($0)).span) }
    name =
      pieces.isEmpty
      ? [] : LowercasedHaystack.lowercased(Composition.composed(trimmed(Array(query.text.utf8))).span)
    areASCII = pieces.allSatisfy { $0.allSatisfy { $0 < 0x80 } }
  }

  /// A slash stands between the components of a path, and is part of none.
  private static func isSeparator(_ byte: UInt8) -> Bool { byte == 0x20 || byte == UInt8(ascii: "/") }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }

  var isEmpty: Bool { pieces.isEmpty }

  /// Whether titles may show all of them whose words are in a dictionary.
  ///
  /// ASCII letters and digits that stand together are in one word, but for capitals.
  func mayBeShown(by dictionary: WordDictionary) -> Bool {
    pieces.allSatisfy { piece in
      piece.split { !MarkedPieces.isPlain($0) }.allSatisfy { letters in
        if letters.count < 3 || !dictionary.words(withPrefix: Array(letters)).isEmpty { return true }
        var isHeld = false
        dictionary.forEachRun(holding: Array(letters)) { _ in isHeld = true }
        return isHeld
      }
    }
  }

  /// Whether the query is a phrase of a search text, whatever the capitals of that.
  /// - Complexity: O(*n*).
  func areName(in searchText: Span<UInt8>) -> Bool {
    if searchText.count < name.count || !areASCII && !searchText.hasBytesBeyondASCII { return false }
    let small =
      Composition.composed(searchText).map { LowercasedHaystack.lowercased($0.span) }
      ?? LowercasedHaystack.lowercased(searchText)
    var start = 0
    while let found = small.span.firstOffset(of: name, from: start) {
      if isPhrase(found..<found + name.count, of: small.span) { return true }
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

  /// Whether a title shows all of them, whatever its capitals.
  /// - Complexity: O(*n*).
  func areShown(in title: Span<UInt8>) -> Bool {
    if !areASCII, !title.hasBytesBeyondASCII { return false }
    let small =
      Composition.composed(title).map { LowercasedHaystack.lowercased($0.span) } ?? LowercasedHaystack.lowercased(title)
    return pieces.allSatisfy { small.span.firstOffset(of: $0) != nil }
  }
}

extension Span<UInt8> {
  fileprivate var hasBytesBeyondASCII: Bool {
    for index in indices where self[index] >= 0x80 { return true }
    return false
  }
}
