/// The relation of a token to the words around it.
package enum TokenKind: UInt8, Sendable {
  /// A word without inner boundaries. Counted.
  case simple
  /// A word with inner boundaries (`getFooBar`, `wi-fi`), its letters glued
  /// together. Counted; its parts follow it at once.
  case compound
  /// A part of the compound before it, without inner boundaries. Counted only when that compound is
  /// all there is.
  case part
  /// A part of a compound that has parts of its own (`qt6` in `qt6-base`). They follow it at once, and
  /// their letters together are its letters.
  case inner
  /// A run of letters that helps to find text written without spaces (a CJK
  /// bigram), within the counted word before it; or another spelling of one of its parts, behind the text. Never counted.
  case extra
  /// The same, reaching from the counted word before it into the next one.
  case extraAcross
  /// Another spelling of the simple word before it, behind the text: the initials of a Korean word, or a word with
  /// ``SpelledLetters``. Never counted.
  case spelling

  /// Whether it takes no place of its own among the words of its field.
  package var isExtra: Bool { self == .extra || self == .extraAcross || self == .spelling }
}

/// A word of a field, as a range of ``FieldText/bytes``.
package struct Token: Sendable, Hashable {
  /// Offset of the first byte in ``FieldText/bytes``.
  package var start: UInt32
  /// Length in bytes.
  package var length: UInt32
  package var kind: TokenKind
  /// Whether a list mark stands before it, or nothing; see ``FieldText/cutPhrases()``.
  package var startsPhrase = false

  package init(start: Int, length: Int, kind: TokenKind) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.length = UInt32(truncatingIfNeeded: length)
    self.kind = kind
  }

  package var range: Range<Int> { Int(start)..<Int(start) + Int(length) }
}

/// One field, folded and cut into words: the scratch space of ``TextAnalyzer``,
/// to be used again for the next field.
package struct FieldText: Sendable {
  /// The folded text, followed by the glued letters of those compounds whose
  /// letters do not stand together in it (`wi-fi` adds `wifi`), and by other spellings: the initials of Korean words, and `mueller`
  /// for `müller`.
  package var bytes: [UInt8] = []
  /// How many of ``bytes`` are the folded text.
  package var foldedCount = 0
  /// The words in the order in which they stand. A compound, like an inner one, comes before its
  /// parts; an extra comes after the counted word in which it begins.
  package var tokens: [Token] = []
  /// From offsets of the text as it was cut into words back to original ones.
  var offsets = OffsetMap()
  /// From folded offsets back to those of the text as it was cut; see ``SearchLetters``.
  var letterOffsets = OffsetMap()

  /// Whether folding may have made letters or punctuation of what is no letter.
  var foldsSymbols = false
  /// Set at the folded offsets where a capital letter of the original begins.
  var capitals = OffsetSet()
  /// Set at the further letters of a capital that folds to several (`Œ`).
  var capitalTails = OffsetSet()
  /// The letters that may be written as two, ascending.
  var spelled: [SpelledLetters.Digraph] = []
  var scratch = TextScratch()

  package init() {}
}

/// Working storage, kept from one field to the next.
struct TextScratch: Sendable {
  var first: [UInt8] = []
  var second: [UInt8] = []
  var wordEnds: [Int32] = []
  var tokens: [Token] = []
  /// What each offset of a text has become in the next step.
  var places: [UInt32] = []
  var run = CJKRun()
}
