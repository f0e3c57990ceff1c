internal import CKernels

/// The readings of Chinese characters in Mandarin: those in words and of surnames before a character's own.
///
/// The tables of `han_readings.h` hold what differs from ICU, which has one reading for each character. Words are found from
/// the left, the longest first: 重庆银行 is 重庆 and 银行.
enum HanReadings {
  /// The number of a syllable in the tables; ``own`` for the reading that ICU has.
  typealias Syllable = UInt16

  static let own: Syllable = 0

  /// Whether a name may have this number of letters. Words of the table cover compound surnames.
  static func isNameLength(_ count: Int) -> Bool { count == 2 || count == 3 }

  /// Appends the reading of each letter of a row of Han.
  ///
  /// - Parameters:
  ///   - letters: nothing but Han.
  ///   - mayBeName: whether the row may be a person's name: nothing else is before it, and no letter follows.
  /// - Complexity: O(*n* log *w*) in the letters and the words of the table.
  static func append(_ letters: Span<UInt32>, mayBeName: Bool, to syllables: inout [Syllable]) {
    var start = 0
    while start < letters.count {
      if let word = longestWord(in: letters, from: start) {
        for index in 0..<word.length {
          let syllable = han_word_syllable(word.start + index)
          syllables.append(syllable == own ? correction(of: letters[start + index]) : syllable)
        }
        start += word.length
      } else {
        let isSurname = start == 0 && mayBeName && isNameLength(letters.count)
        let surname = isSurname ? han_letter_of(simplified(letters[0])).surname : own
        syllables.append(surname == own ? correction(of: letters[start]) : surname)
        start += 1
      }
    }
  }

  /// Appends the reading that each letter has by itself, as in a title of Japanese.
  static func appendOwn(_ letters: Span<UInt32>, to syllables: inout [Syllable]) {
    for index in letters.indices { syllables.append(correction(of: letters[index])) }
  }

  /// The longest word of the table that begins at a place, and where its letters lie in the table.
  private static func longestWord(in letters: Span<UInt32>, from start: Int) -> (start: Int, length: Int)? {
    var words = 0..<Int(han_word_count)
    var longest: (start: Int, length: Int)?
    let most = min(Int(HAN_LONGEST_WORD), letters.count - start)
    for offset in 0..<most {
      // Of words with the same letters so far, those that end here come first.
      let letter = simplified(letters[start + offset])
      let first = words.partitioningIndex { (self.letter(offset, ofWord: $0) ?? 0) >= letter }
      words = first..<(first..<words.upperBound).partitioningIndex { (self.letter(offset, ofWord: $0) ?? 0) > letter }
      if words.isEmpty { break }
      if length(ofWord: first) == offset + 1 { longest = (Int(han_word_start(first)), offset + 1) }
    }
    return longest
  }

  private static func length(ofWord word: Int) -> Int { Int(han_word_start(word + 1)) - Int(han_word_start(word)) }

  private static func letter(_ offset: Int, ofWord word: Int) -> UInt32? {
    offset < length(ofWord: word) ? UInt32(han_word_letter(Int(han_word_start(word)) + offset)) : nil
  }

  private static func simplified(_ letter: UInt32) -> UInt32 {
    let form = text_simplified(letter)
    return form == 0 ? letter : UInt32(form)
  }

  /// The reading of a letter by itself; ``own`` if it is ICU's.
  static func correction(of letter: UInt32) -> Syllable { han_correction_of(letter) }

  // MARK: - Syllables

  /// The letters of a syllable, without a tone; none of ``own``.
  static func latin(_ syllable: Syllable) -> [UInt8] {
    var latin: [UInt8] = []
    while latin.count < 8 {
      let byte = han_syllable_byte(Int(syllable), latin.count)
      if byte == 0 { break }
      latin.append(byte)
    }
    return latin
  }

  /// The common readings of a letter besides its own, the most frequent ones first.
  /// - Parameter mayBeSurname: whether it begins a title that may be a name.
  static func others(of letter: UInt32, mayBeSurname: Bool) -> [Syllable] {
    let known = han_letter_of(simplified(letter))
    var others = [known.others.0, known.others.1, known.others.2]
    if mayBeSurname {
      for surname in [known.surname, known.rare_surname] where !others.contains(surname) { others.append(surname) }
    }
    return others.filter { $0 != own }
  }

  /// A letter that ICU reads as a syllable and files under it.
  static func standIn(for syllable: Syllable) -> UInt32? {
    let letter = han_stand_in(Int(syllable))
    return letter == 0 ? nil : UInt32(letter)
  }

  /// Whether a text holds kana, and is Japanese therefore: its Han has no readings of Mandarin words.
  ///
  /// - Parameter text: well-formed UTF-8 in NFKC.
  static func hasKana(_ text: Span<UInt8>) -> Bool {
    var i = 0
    while i + 2 < text.count {
      // U+3040 to U+30FF without U+30FB, the dot between names: Chinese has it, too.
      let isKana = text[i] == 0xE3 && (0x81...0x83).contains(text[i + 1])
      if isKana, text[i + 1] != 0x83 || text[i + 2] != 0xBB { return true }
      i += 1
    }
    return false
  }
}
