/// A romanised title on its way: words in Latin letters, and what stands between them.
///
/// The syllables of a word of Han are parts of a compound, `BeiJing`, and so are the words of a run that is written
/// without spaces, `BeiJing-DaXue`: so each of them is found, and all of them as one word. The first letters of all are
/// added in brackets.
struct RomanizedText: Sendable {
  enum Gap {
    case space
    case hyphen
    /// Between the syllables of a word: none but a capital letter.
    case syllable
  }

  private(set) var bytes: [UInt8] = []
  /// `false` where capitals would keep words from being found, or from being cut.
  private let writesCapitals: Bool
  private var initials: [UInt8] = []
  private var pieceCount = 0
  private var piecesOfWord = 0

  /// More words are hardly ever typed without a space, and a word has to end somewhere.
  private static let mostPiecesOfWord = 8
  private static let mostInitials = 16

  init(writesCapitals: Bool) { self.writesCapitals = writesCapitals }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    initials.removeAll(keepingCapacity: true)
    pieceCount = 0
    piecesOfWord = 0
  }

  /// Adds folded output of ICU: letters and digits stay, apostrophes and modifier letters, which stand for sounds that are not
  /// typed, are dropped, and all else ends a word. What ICU has left in another script is dropped too.
  ///
  /// - Returns: `false` if nothing stayed.
  mutating func append(_ latin: [UInt8], after gap: Gap, isSyllable: Bool = false) -> Bool {
    let latin = latin.span
    let before = pieceCount
    var gap: Gap? = gap
    var i = 0
    while i < latin.count {
      let (scalar, length) = decodeScalar(latin, at: i)
      let next = i + length
      if RomanizedText.isLetter(scalar) {
        if let known = gap {
          begin(scalar, after: known, isSyllable: isSyllable)
          gap = nil
        } else {
          append(scalar: scalar)
        }
      } else if !RomanizedText.isSilent(scalar) {
        gap = scalar == 0x2D && gap != .space ? .hyphen : .space
      }
      i = next
    }
    return pieceCount > before
  }

  /// Adds the initials, if there are several words and they are read from Han.
  mutating func finish(hasHan: Bool) {
    guard hasHan, pieceCount > 1, initials.count > 1 else { return }
    bytes.append(contentsOf: " (".utf8)
    bytes.append(contentsOf: initials)
    bytes.append(UInt8(ascii: ")"))
  }

  private mutating func begin(_ scalar: UInt32, after gap: Gap, isSyllable: Bool) {
    var gap = bytes.isEmpty ? .space : gap
    if piecesOfWord >= RomanizedText.mostPiecesOfWord { gap = .space }
    if gap == .space { piecesOfWord = 0 }
    switch gap {
    case .space: if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
    case .hyphen: bytes.append(UInt8(ascii: "-"))
    case .syllable: if !writesCapitals { bytes.append(UInt8(ascii: "-")) }
    }
    pieceCount += 1
    piecesOfWord += 1
    let isSmall = scalar >= 0x61 && scalar <= 0x7A
    append(scalar: isSmall && isSyllable ? scalar & ~0x20 : scalar)
    if RomanizedText.isASCIILetter(scalar), initials.count < RomanizedText.mostInitials {
      initials.append(UInt8(truncatingIfNeeded: writesCapitals ? scalar & ~0x20 : scalar | 0x20))
    }
  }

  private mutating func append(scalar: UInt32) {
    let isCapital = scalar >= 0x41 && scalar <= 0x5A
    bytes.append(scalar: isCapital && !writesCapitals ? scalar | 0x20 : scalar)
  }

  private static func isASCIILetter(_ scalar: UInt32) -> Bool { (0x61...0x7A).contains(scalar | 0x20) }

  private static func isLetter(_ scalar: UInt32) -> Bool {
    if scalar < 0x80 { return isASCIILetter(scalar) || (0x30...0x39).contains(scalar) }
    return !isSilent(scalar) && ScalarProperties(scalar).isContent && LetterScript(scalar) == .none
  }

  private static func isSilent(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x27, 0x60, 0x2B0...0x36F, 0x2018, 0x2019: true
    default: scalar >= 0x80 && ScalarProperties(scalar).isIgnorable
    }
  }
}

extension FieldText {
  /// Takes the initials out of the row of words: no run goes on with them, and no word comes before them.
  ///
  /// Only for a romanised text, which ends in a bracket if it has initials.
  mutating func setInitialsApart() {
    guard foldedCount > 0, bytes[foldedCount - 1] == UInt8(ascii: ")"), tokens.count > 1,
      tokens[tokens.count - 1].kind == .simple
    else { return }
    tokens[tokens.count - 1].kind = .extra
  }
}
