/// The sound that a word begins with.
///
/// Writers by ear leave out a silent letter and take another letter for the same sound: `nife` is knife, `filosophy`
/// philosophy, `seiling` ceiling. Such a beginning is a typo as others are, and no wrong first letter.
struct FirstSounds {
  private let first: UInt32
  /// One bit for each letter of A to Z that writes the sound.
  private let letters: UInt32

  /// - Parameters:
  ///   - word: not empty.
  ///   - bytes: what `word` refers to.
  init(_ word: Range<Int>, _ bytes: Span<UInt8>) {
    first = scalarAndLength(bytes, at: word.lowerBound).scalar
    guard let letter = FirstSounds.number(bytes[word.lowerBound]) else {
      letters = 0
      return
    }
    let second = word.count > 1 ? FirstSounds.number(bytes[word.lowerBound + 1]) : nil
    letters = FirstSounds.table[letter * FirstSounds.width + (second ?? FirstSounds.width - 1)]
  }

  /// Whether two words begin with the same letter, or may begin with the same sound.
  func mayBe(_ other: FirstSounds) -> Bool { first == other.first || letters & other.letters != 0 }

  /// Beginnings of words, and the letters beside their first one that write their sound.
  private static let spellings = [
    "kn": "n", "gn": "n", "pn": "n", "mn": "n", "ps": "s", "pt": "t", "ph": "f", "wr": "r", "wh": "h",
    "c": "ks", "q": "k", "x": "sz", "z": "sz", "g": "j",
  ]

  /// The letters and, as the last column, any other second letter.
  private static let width = 27

  /// By first letter and second one, the letters that write the sound.
  private static let table: [UInt32] = {
    let letters = Array(UInt8(ascii: "a")...UInt8(ascii: "z"))
    func bits(_ text: some Sequence<UInt8>) -> UInt32 { text.reduce(0) { $0 | 1 << UInt32($1 - letters[0]) } }
    return letters.flatMap { first in
      (letters + [UInt8(ascii: " ")]).map { second in
        let beginning = [first, second]
        return bits([first])
          | spellings.reduce(0) { beginning.starts(with: $1.key.utf8) ? $0 | bits($1.value.utf8) : $0 }
      }
    }
  }()

  /// The number of a letter of A to Z.
  private static func number(_ byte: UInt8) -> Int? {
    let number = Int(byte) - Int(UInt8(ascii: "a"))
    return 0..<width - 1 ~= number ? number : nil
  }
}
