/// Korean syllables, the letters that they are typed by, and their initials, often typed instead (`ㅅㅇ` for 서울).
///
/// A syllable is computed from the numbers of its letters (The Unicode Standard, 3.12, Conjoining Jamo Behavior); letters are
/// those of the keyboard, the compatibility jamo.
package enum Hangul {
  private static let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
  private static let vowels = Array("ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ".unicodeScalars)
  /// After no final, which has number 0.
  private static let finals = Array("ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ".unicodeScalars)
  /// Letters that two keys make.
  private static let pairs: [(Unicode.Scalar, [Unicode.Scalar])] = [
    ("ㅘ", ["ㅗ", "ㅏ"]), ("ㅙ", ["ㅗ", "ㅐ"]), ("ㅚ", ["ㅗ", "ㅣ"]), ("ㅝ", ["ㅜ", "ㅓ"]), ("ㅞ", ["ㅜ", "ㅔ"]),
    ("ㅟ", ["ㅜ", "ㅣ"]), ("ㅢ", ["ㅡ", "ㅣ"]), ("ㄳ", ["ㄱ", "ㅅ"]), ("ㄵ", ["ㄴ", "ㅈ"]), ("ㄶ", ["ㄴ", "ㅎ"]),
    ("ㄺ", ["ㄹ", "ㄱ"]), ("ㄻ", ["ㄹ", "ㅁ"]), ("ㄼ", ["ㄹ", "ㅂ"]), ("ㄽ", ["ㄹ", "ㅅ"]), ("ㄾ", ["ㄹ", "ㅌ"]),
    ("ㄿ", ["ㄹ", "ㅍ"]), ("ㅀ", ["ㄹ", "ㅎ"]), ("ㅄ", ["ㅂ", "ㅅ"]),
  ]

  static let firstSyllable: UInt32 = 0xAC00
  private static let lastSyllable: UInt32 = 0xD7A3

  /// The consonant that a syllable begins with, as folding writes it; `nil` for what is no syllable.
  @inline(__always)
  package static func initial(of scalar: UInt32) -> UInt32? {
    guard scalar &- firstSyllable <= lastSyllable - firstSyllable else { return nil }
    return firstInitial + (scalar - firstSyllable) / UInt32((finals.count + 1) * vowels.count)
  }

  /// Returns whether UTF-8 may hold syllables, or letters that folding turns into syllables. Checks the first two bytes of characters.
  static func mayOccur(in text: Span<UInt8>) -> Bool {
    for index in text.indices.dropLast() where text[index] >= 0xE1 {
      switch (text[index], text[index + 1]) {
      case (0xEA...0xED, _), (0xE1, 0x84...0x87), (0xE3, 0x84...0x86), (0xEF, 0xBE...0xBF): return true
      default: break
      }
    }
    return false
  }

  /// Appends the initials of a word of syllables.
  /// - Returns: `false` if it is none; then nothing is appended.
  static func appendInitials(ofWord word: Range<Int>, to text: inout [UInt8]) -> Bool {
    guard word.count >= bytesPerLetter, text[word.lowerBound] >= leastLead else { return false }
    let end = text.count
    var index = word.lowerBound
    while index < word.upperBound {
      let (scalar, length) = decodeScalar(text.span, at: index)
      guard let initial = initial(of: scalar) else {
        text.removeLast(text.count - end)
        return false
      }
      text.append(scalar: initial)
      index += length
    }
    return true
  }

  /// The first byte of the first syllable in UTF-8.
  private static let leastLead: UInt8 = 0xEA
  /// Of syllables and initials.
  static let bytesPerLetter = 3
  private static let firstInitial: UInt32 = 0x1100

  private static let firstVowel: UInt32 = 0x1161
  private static let firstFinal: UInt32 = 0x11A8

  /// Whether a scalar is a letter that syllables consist of, on its own.
  static func isLetter(_ scalar: UInt32) -> Bool {
    0x1100...0x11FF ~= scalar || 0xA960...0xA97F ~= scalar || 0xD7B0...0xD7FF ~= scalar
  }

  /// The one or two keys of each vowel and final, as the consonants that syllables begin with and the vowels of folded text.
  private static let vowelKeys = vowels.map { letter in
    keys(of: letter).map { firstVowel + UInt32(vowels.firstIndex(of: $0) ?? 0) }
  }
  private static let finalKeys = finals.map { letter in
    keys(of: letter).map { firstInitial + UInt32(initials.firstIndex(of: $0) ?? 0) }
  }

  /// Calls `body` with each key that types a syllable, or a vowel or final on its own; `false` if the scalar is none of these.
  static func forEachKey(of scalar: UInt32, _ body: (UInt32) -> Void) -> Bool {
    if scalar &- firstVowel < UInt32(vowels.count) {
      for key in vowelKeys[Int(scalar - firstVowel)] { body(key) }
      return true
    }
    if scalar &- firstFinal < UInt32(finals.count) {
      for key in finalKeys[Int(scalar - firstFinal)] { body(key) }
      return true
    }
    guard let initial = initial(of: scalar) else { return false }
    let number = Int(scalar - firstSyllable)
    let final = number % (finals.count + 1)
    body(initial)
    for key in vowelKeys[number / (finals.count + 1) % vowels.count] { body(key) }
    if final > 0 { for key in finalKeys[final - 1] { body(key) } }
    return true
  }

  /// Where the syllables of a folded word begin: at consonants that a vowel follows.
  static func syllableStarts(in word: Span<UInt8>) -> [Int] {
    var starts: [Int] = []
    var last: (scalar: UInt32, start: Int) = (0, 0)
    var i = 0
    while i < word.count {
      let (scalar, length) = decodeScalar(word, at: i)
      if scalar &- firstVowel < UInt32(vowels.count), last.scalar &- firstInitial < UInt32(initials.count) {
        starts.append(last.start)
      }
      last = (scalar, i)
      i += length
    }
    return starts
  }

  /// A folded text with its letters in syllables, as far as they make any.
  package static func composed(folded: String) -> String {
    var letters = String.UnicodeScalarView()
    for scalar in folded.unicodeScalars {
      if scalar.value &- firstInitial < UInt32(initials.count) {
        letters.append(initials[Int(scalar.value - firstInitial)])
      } else if scalar.value &- firstVowel < UInt32(vowels.count) {
        letters.append(vowels[Int(scalar.value - firstVowel)])
      } else {
        letters.append(scalar)
      }
    }
    return composed(String(letters))
  }

  /// The letters that a text is typed by; what is no Korean stays.
  package static func jamo(of text: String) -> [Unicode.Scalar] {
    var letters: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars {
      guard (firstSyllable...lastSyllable).contains(scalar.value) else {
        letters += keys(of: scalar)
        continue
      }
      let number = Int(scalar.value - firstSyllable)
      let final = number % (finals.count + 1)
      let vowel = number / (finals.count + 1) % vowels.count
      letters.append(initials[number / (finals.count + 1) / vowels.count])
      letters += keys(of: vowels[vowel])
      if final > 0 { letters += keys(of: finals[final - 1]) }
    }
    return letters
  }

  private static func keys(of letter: Unicode.Scalar) -> [Unicode.Scalar] {
    pairs.first { $0.0 == letter }?.1 ?? [letter]
  }

  /// Letters as an input method makes syllables of them: a consonant ends a syllable unless a vowel follows, to which it then
  /// belongs.
  package static func composed(_ text: String) -> String {
    var rest = Array(text.unicodeScalars)[...]
    var composed = String.UnicodeScalarView()
    while let first = rest.first {
      guard let initial = initials.firstIndex(of: first), let vowel = vowel(in: rest.dropFirst()) else {
        composed.append(first)
        rest.removeFirst()
        continue
      }
      rest = rest.dropFirst(1 + vowel.keys)
      var final = (number: 0, keys: 0)
      for count in [2, 1] where final.number == 0 {
        // What a vowel follows begins the next syllable.
        guard rest.count >= count, self.vowel(in: rest.dropFirst(count)) == nil else { continue }
        if let letter = joined(rest.prefix(count)), let number = finals.firstIndex(of: letter) {
          final = (number + 1, count)
        }
      }
      rest = rest.dropFirst(final.keys)
      let number = (initial * vowels.count + vowel.number) * (finals.count + 1) + final.number
      if let syllable = Unicode.Scalar(firstSyllable + UInt32(number)) { composed.append(syllable) }
    }
    return String(composed)
  }

  /// The vowel that a text begins with, and how many keys it takes.
  private static func vowel(in text: ArraySlice<Unicode.Scalar>) -> (number: Int, keys: Int)? {
    for count in [2, 1] where text.count >= count {
      if let letter = joined(text.prefix(count)), let number = vowels.firstIndex(of: letter) { return (number, count) }
    }
    return nil
  }

  /// The letter that keys make.
  private static func joined(_ keys: ArraySlice<Unicode.Scalar>) -> Unicode.Scalar? {
    keys.count == 1 ? keys.first : pairs.first { $0.1.elementsEqual(keys) }?.0
  }
}
