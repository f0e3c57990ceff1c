/// The ways in which one term matches one word, packed small: a dictionary holds one per word.
///
/// At most three ways are worth keeping, because each is the cheapest of those that an item may rule
/// out together: a literal one, a loose one without typos, and one with typos.
package struct WordMatch: Sendable, Hashable {
  package enum Literal: UInt16, Sendable {
    case none, exact, prefix
  }

  package enum Loose: UInt16, Sendable {
    case none, infix, skeleton
  }

  package var rawValue: UInt16

  package static let none = WordMatch(rawValue: 0)

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package init(literal: Literal) { rawValue = literal.rawValue }

  package init(loose: Loose) { rawValue = loose.rawValue << 2 }

  /// A word of two letters, the second of which is the term.
  static let slip = WordMatch(loose: .none, typos: 1, typosInPrefix: false, wrongFirstLetter: true)

  package init(loose: Loose, typos: Int, typosInPrefix: Bool, wrongFirstLetter: Bool) {
    rawValue =
      loose.rawValue << 2 | UInt16(truncatingIfNeeded: typos) << 5
      | (typosInPrefix ? 1 << 8 : 0) | (wrongFirstLetter ? 1 << 9 : 0)
  }

  package var isNone: Bool { rawValue == 0 }
  package var literal: Literal { Literal(rawValue: rawValue & 3) ?? .none }
  package var isLiteral: Bool { rawValue & 3 != 0 }
  package var loose: Loose { Loose(rawValue: rawValue >> 2 & 7) ?? .none }
  /// The number of typos of the match with typos; 0 if there is none.
  package var typos: Int { Int(rawValue >> 5 & 7) }
  /// Only the beginning of the word is meant by the match with typos.
  package var typosInPrefix: Bool { rawValue & 1 << 8 != 0 }
  package var wrongFirstLetter: Bool { rawValue & 1 << 9 != 0 }
}
