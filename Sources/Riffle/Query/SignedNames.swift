/// Names that end or begin with signs, as typed: `c++`, `c#`, `.net`, `@name`.
///
/// Words do not hold signs, because signs are no letters. A term with signs is therefore matched in the text, and without them
/// at a price (``QueryForm/withoutSigns(_:)``).
enum SignedNames {
  /// The longest first.
  private static let endings = ["++", "--", "+", "#"]
  private static let beginnings: [Unicode.Scalar] = [".", "@", "#"]

  /// Returns whether a text contains a sign of such names.
  static func mayBe(in text: String) -> Bool {
    text.utf8.contains { byte in
      byte == UInt8(ascii: "+") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "@")
        || byte == UInt8(ascii: "-")
    }
  }

  /// Returns the pattern of a text without blanks; `nil` if it is no such name.
  static func pattern(_ text: Substring, _ analyzer: TextAnalyzer) -> TextPattern? {
    guard isOne(text) else { return nil }
    let text = String(text)
    // Han and kana make several terms, none of which has the sign.
    guard terms(of: text, analyzer).count == 1 else { return nil }
    return TextPattern(trimmed(analyzer.fold(text)), anchor: .anywhere)
  }

  private static func isOne(_ text: Substring) -> Bool {
    var letters = text.unicodeScalars
    if let first = letters.first, beginnings.contains(first) {
      letters.removeFirst()
      // `.5` is a number.
      if first == ".", letters.first?.properties.isAlphabetic != true { return false }
    } else if let ending = endings.first(where: { text.hasSuffix($0) }) {
      letters.removeLast(ending.unicodeScalars.count)
    } else {
      return false
    }
    return !letters.isEmpty
      && letters.allSatisfy { scalar in
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || scalar.properties.canonicalCombiningClass != .notReordered
      }
  }
}
