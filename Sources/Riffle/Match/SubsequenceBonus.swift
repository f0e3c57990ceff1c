/// The kind of the character at a place of a title; the order matters to ``SubsequenceBonus``.
enum SubsequenceClass: UInt8 {
  case white, nonWord, delimiter, lower, upper, letter, number

  /// The class of any scalar, by its general category. Letters without case (Han, Arabic, …) are
  /// `letter`; symbols, emoji and combining marks are `nonWord`.
  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x61...0x7A: self = .lower
    case 0x41...0x5A: self = .upper
    case 0x30...0x39: self = .number
    case 0x2F, 0x2C, 0x3A, 0x3B, 0x7C: self = .delimiter  // / , : ; |
    default:
      if SubsequenceClass.isWhite(scalar.value) {
        self = .white
      } else if scalar.isASCII {
        self = .nonWord
      } else {
        self.init(scalar.properties.generalCategory)
      }
    }
  }

  private init(_ category: Unicode.GeneralCategory) {
    switch category {
    case .lowercaseLetter: self = .lower
    case .uppercaseLetter: self = .upper
    case .decimalNumber, .letterNumber, .otherNumber: self = .number
    case .titlecaseLetter, .modifierLetter, .otherLetter: self = .letter
    default: self = .nonWord
    }
  }

  /// Unicode's White_Space property, which also decides what a title's length leaves out at
  /// both ends.
  static func isWhite(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
      0x3000:
      true
    default: false
    }
  }
}

/// The points of fzf's rule, in its default scheme.
///
/// A letter found is worth ``match``; everything else is sized against it. The numbers are
/// facts taken from fzf (`src/algo/algo.go`, version 0.74); the reasons are retold.
enum SubsequenceBonus {
  /// Each letter of the term that is found.
  static let match: Int32 = 16
  /// The first place of a gap. Opening a gap hurts more than widening one, so that two runs
  /// beat many crumbs.
  static let gapStart: Int32 = -3
  /// Every further place of a gap.
  static let gapExtension: Int32 = -1

  /// A word's start after punctuation: half a letter, so a gap of some eight places (an
  /// average word) uses it up and initials do not always beat what stands together.
  static let boundary: Int32 = match / 2
  /// A word's start after white space, or at the start of the title: the surest one.
  static let boundaryWhite: Int32 = boundary + 2
  /// A word's start after one of `/ , : ; |`.
  static let boundaryDelimiter: Int32 = boundary + 1
  /// Punctuation itself, since a run may open with it.
  static let nonWord: Int32 = boundary
  /// `B` in `fooBar` and `1` in `foo1`: a word's start that costs no gap to get to, hence a
  /// little less than one that does.
  static let camel: Int32 = boundary + gapExtension
  /// The least that a letter directly after the letter before it gets: what the shortest gap
  /// and one place more would have cost.
  static let consecutive: Int32 = -(gapStart + gapExtension)
  /// The first letter of a query is chosen most carefully: its bonus counts twice.
  static let firstLetterFactor: Int32 = 2

  /// The bonus of a place of class `next` that follows one of class `previous`. The start of
  /// the title counts as following white space.
  static func between(_ previous: SubsequenceClass, _ next: SubsequenceClass) -> Int32 {
    if next != .white {
      switch previous {
      case .white: return boundaryWhite
      case .delimiter: return boundaryDelimiter
      case .nonWord: return boundary
      default: break
      }
    }
    if previous == .lower && next == .upper { return camel }
    if previous != .number && next == .number { return camel }
    switch next {
    case .nonWord, .delimiter: return nonWord
    case .white: return boundaryWhite
    default: return 0
    }
  }

  /// The points left of `score` after `width` places without a found letter; never below zero.
  @inline(__always)
  static func decay(_ score: Int32, over width: Int32) -> Int32 {
    width == 0 ? score : max(0, score &+ gapStart &+ gapExtension &* (width &- 1))
  }

  /// The class of each ASCII character.
  static let asciiClasses: [UInt8] = (0..<128).map { (byte: UInt8) in
    SubsequenceClass(Unicode.Scalar(byte)).rawValue
  }

  /// ``between(_:_:)`` as a table, at `previous * 8 + next`.
  static let table: [Int32] = (0..<64).map { (index: UInt8) in
    guard let previous = SubsequenceClass(rawValue: index / 8),
      let next = SubsequenceClass(rawValue: index % 8)
    else { return 0 }
    return between(previous, next)
  }
}
