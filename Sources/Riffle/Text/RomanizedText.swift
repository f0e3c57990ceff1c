/// A romanised title on its way: words in Latin letters, and what stands between them.
///
/// The syllables of a word of Han are parts of a compound, `BeiJing`, and so are the words of a run that is written
/// without spaces, `BeiJing-DaXue`: so each of them is found, and all of them as one word. Added in brackets are the first
/// letters of all, and the words that other readings of a letter make: `ChongQing (CQ, Zhongqing, ZQ)`.
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
  /// The first pieces, of which initials are taken.
  private var pieces: [Piece] = []

  /// A word or syllable.
  private struct Piece: Sendable {
    /// Where its letters lie in ``bytes``.
    var start: Int
    var end: Int
    /// The place of its first letter in the initials.
    var initial: Int?
    /// Whether it is a letter of Han.
    var isSyllable: Bool
    var startsWord: Bool
    var startsCompound: Bool
    /// The other readings of the letter.
    var others: [[UInt8]] = []
  }

  /// More words are hardly ever typed without a space, and a word has to end somewhere.
  private static let mostPiecesOfWord = 8
  private static let mostInitials = 16
  private static let mostPieces = 16
  /// The most words of other readings in a title, not counting their initials.
  private static let mostOthers = 8

  init(writesCapitals: Bool) { self.writesCapitals = writesCapitals }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    initials.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
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

  /// Whether other readings of the last piece can be added.
  var admitsOthers: Bool { pieceCount == pieces.count }

  /// Adds other readings of the last piece, a letter of Han.
  mutating func addOthers(_ readings: [[UInt8]]) {
    guard admitsOthers, !pieces.isEmpty else { return }
    pieces[pieces.count - 1].others = readings
  }

  /// Adds in brackets the initials, if there are several words and they are read from Han, and the words of other readings.
  mutating func finish(hasHan: Bool) {
    guard hasHan else { return }
    endPiece()
    var words: [[UInt8]] = []
    if pieceCount > 1, initials.count > 1 { words.append(initials) }
    addOtherWords(to: &words)
    for (index, word) in words.enumerated() {
      bytes.append(contentsOf: (index == 0 ? " (" : ", ").utf8)
      bytes.append(contentsOf: word)
    }
    if !words.isEmpty { bytes.append(UInt8(ascii: ")")) }
  }

  /// Adds for each other reading the word from which on it changes the compound, and the initials if it changes these.
  private func addOtherWords(to words: inout [[UInt8]]) {
    let hasInitials = !words.isEmpty
    var count = 0
    for index in pieces.indices {
      for other in pieces[index].others where count < RomanizedText.mostOthers {
        count += 1
        let changed = word(at: index, readAs: other)
        if !words.contains(changed) { words.append(changed) }
        guard hasInitials, let place = pieces[index].initial, let first = other.first else { continue }
        var initials = initials
        initials[place] = writesCapitals ? first & ~0x20 : first
        if !words.contains(initials) { words.append(initials) }
      }
    }
  }

  /// The word that a piece lies in and the words behind it in the compound, with another reading of the piece.
  private func word(at index: Int, readAs other: [UInt8]) -> [UInt8] {
    var first = index
    while first > 0, !pieces[first].startsWord, pieces[first - 1].isSyllable { first -= 1 }
    var end = index + 1
    while end < pieces.count, !pieces[end].startsCompound, pieces[end].isSyllable { end += 1 }
    var word: [UInt8] = []
    for place in first..<end {
      if place == index {
        word += other
      } else {
        word += bytes[pieces[place].start..<pieces[place].end].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
      }
    }
    if writesCapitals, let letter = word.first { word[0] = letter & ~0x20 }
    return word
  }

  /// Ends the last piece, if it is among the first ones.
  private mutating func endPiece() {
    if !pieces.isEmpty, pieces.count == pieceCount { pieces[pieces.count - 1].end = bytes.count }
  }

  private mutating func begin(_ scalar: UInt32, after gap: Gap, isSyllable: Bool) {
    let startsWord = gap != .syllable
    endPiece()
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
    let hasInitial = RomanizedText.isASCIILetter(scalar) && initials.count < RomanizedText.mostInitials
    if pieceCount <= RomanizedText.mostPieces {
      pieces.append(
        Piece(
          start: bytes.count, end: bytes.count, initial: hasInitial ? initials.count : nil, isSyllable: isSyllable,
          startsWord: startsWord || gap == .space, startsCompound: gap == .space))
    }
    append(scalar: isSmall && isSyllable ? scalar & ~0x20 : scalar)
    if hasInitial {
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
  /// Takes the words in the bracket, initials and other readings, out of the row of words: no run goes on with them, and no
  /// word comes before them.
  ///
  /// Only for a romanised text, which ends in a bracket if it has such words.
  mutating func setBracketApart() {
    guard foldedCount > 0, bytes[foldedCount - 1] == UInt8(ascii: ")") else { return }
    var open = foldedCount - 1
    while open > 0, bytes[open] != UInt8(ascii: "(") { open -= 1 }
    var index = tokens.count - 1
    while index > 0, tokens[index].kind == .simple, tokens[index].start > open {
      tokens[index].kind = .extra
      index -= 1
    }
  }
}
