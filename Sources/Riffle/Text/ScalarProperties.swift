internal import CKernels

/// The properties of a scalar in the tables, apart from its folding.
struct ScalarProperties {
  private let bits: UInt16

  @inline(always)
  init(_ scalar: UInt32) { bits = text_properties(scalar) }

  @inline(always)
  private func has(_ flag: text_flags) -> Bool { UInt32(bits) & UInt32(flag.rawValue) != 0 }

  /// Its part in the word rules of UAX #29.
  @inline(always)
  var wordClass: UInt32 { UInt32(bits) & UInt32(TEXT_CLASS_MASK.rawValue) }
  /// Whether ICU's dictionaries may decide where words around it end.
  @inline(always)
  var needsDictionary: Bool { has(TEXT_NEEDS_DICTIONARY) }
  /// A letter of Han, Hiragana or Katakana.
  @inline(always)
  var isCJK: Bool { has(TEXT_IS_CJK) }
  @inline(always)
  var isPictographic: Bool { has(TEXT_IS_PICTOGRAPHIC) }
  /// A non-spacing mark.
  @inline(always)
  var isMark: Bool { has(TEXT_IS_MARK) }
  /// A letter of a script in which marks are often left out.
  @inline(always)
  var losesMarks: Bool { has(TEXT_LOSES_MARKS) }
  @inline(always)
  var isJoiner: Bool { has(TEXT_IS_JOINER) }
  /// A letter, digit or ideograph.
  @inline(always)
  var isContent: Bool { has(TEXT_IS_CONTENT) }
  @inline(always)
  var isDigit: Bool { wordClass == UInt32(TEXT_NUMERIC.rawValue) }
  @inline(always)
  var isHangul: Bool { wordClass == UInt32(TEXT_HANGUL.rawValue) }
  @inline(always)
  var isRegional: Bool { wordClass == UInt32(TEXT_REGIONAL.rawValue) }
  /// Whether it belongs to the preceding scalar.
  @inline(always)
  var isIgnorable: Bool {
    wordClass == UInt32(TEXT_EXTEND.rawValue) || wordClass == UInt32(TEXT_FORMAT.rawValue)
      || wordClass == UInt32(TEXT_ZWJ.rawValue)
  }
}
