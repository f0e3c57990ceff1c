/// The parts of a query that were typed with accents, punctuation, or letters beyond A to Z: who types `kānūru` means Kānūru
/// before Kanuru, and who types `c++` does not mean C.
struct MarkedPieces: Sendable {
  /// In small letters.
  private let pieces: [[UInt8]]
  private let areASCII: Bool

  /// - Parameter query: `nil` if it does not matter how a query was typed.
  init(_ query: Query?) {
    guard let query else {
      (pieces, areASCII) = ([], true)
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
      .map { LowercasedHaystack.lowercased(Array($0).span) }
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

  /// Whether a title shows all of them, whatever its capitals.
  /// - Complexity: O(*n*).
  func areShown(in title: Span<UInt8>) -> Bool {
    if !areASCII, !title.hasBytesBeyondASCII { return false }
    let small = LowercasedHaystack.lowercased(title)
    return pieces.allSatisfy { small.span.firstOffset(of: $0) != nil }
  }
}

extension Span<UInt8> {
  fileprivate var hasBytesBeyondASCII: Bool {
    for index in indices where self[index] >= 0x80 { return true }
    return false
  }
}
