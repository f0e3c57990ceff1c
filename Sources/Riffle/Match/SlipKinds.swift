/// The kinds of typos between a term and a word; for equally many typos, likely slips of the hand come first.
///
/// Swapped, doubled and missing letters are slips in typing a known word. A vowel for a vowel, or a consonant for one that
/// sounds alike, is spelling by ear. Any other letter is more often another word.
enum SlipKinds {
  /// The most that the slips of a term, or of an item, count.
  static let most = 7

  private static let byEar: UInt16 = 1
  private static let other: UInt16 = 2
  private static let slip: UInt16 = 1 << 8
  /// Of what cannot be; a slip more is still a number.
  private static let far = UInt16.max - slip - other

  /// How unlike slips of the hand the typos between a term and a word are: 0 for each that is one, 1 for each letter that
  /// sounds alike, 2 for any other; of all ways to count as few typos the least, and no
  /// more than ``most``.
  ///
  /// - Parameters:
  ///   - term: not empty.
  ///   - prefix: whether any beginning of the word may be meant.
  /// - Complexity: O(`term.count` × `word.count`).
  static func unlikeness(_ term: [UInt32], _ word: [UInt32], prefix: Bool) -> Int {
    let width = word.count + 1
    // The row at hand, and the two before it.
    var row = [UInt16](repeating: far, count: width)
    row[0] = 0
    for j in 1..<max(1, width) where !isDigit(word[j - 1]) { row[j] = min(far, row[j - 1] + slip) }
    var previous = row
    var beforePrevious = row
    for i in term.indices {
      swap(&beforePrevious, &previous)
      swap(&previous, &row)
      let letter = term[i]
      let letterIsDigit = isDigit(letter)
      let extra = letterIsDigit ? far : slip + (i > 0 && letter == term[i - 1] ? 0 : other)
      row[0] = letterIsDigit ? far : min(far, previous[0] + extra)
      for j in 1..<max(1, width) {
        let meant = word[j - 1]
        let meantIsDigit = isDigit(meant)
        var cost = far
        if letter == meant {
          cost = previous[j - 1]
        } else if !letterIsDigit, !meantIsDigit {
          cost = min(far, previous[j - 1] + slip + (soundsLike(letter, meant) ? byEar : other))
          if i > 0, j > 1, letter == word[j - 2], meant == term[i - 1] {
            cost = min(cost, beforePrevious[j - 2] + slip)
          }
        }
        if !meantIsDigit { cost = min(cost, row[j - 1] + slip) }
        if !letterIsDigit { cost = min(cost, previous[j] + extra) }
        row[j] = cost
      }
    }
    guard let best = prefix ? row.min() : row.last, best < far else { return most }
    return min(most, Int(best & (slip - 1)))
  }

  // MARK: - Sounds

  private static func soundsLike(_ letter: UInt32, _ other: UInt32) -> Bool {
    if isVowel(letter) { return isVowel(other) }
    return sound(letter).map { $0 == sound(other) } ?? false
  }

  /// Classes of consonants of Latin script that are often confused.
  private static func sound(_ letter: UInt32) -> UInt8? {
    guard letter &- 0x61 < 26 else { return nil }
    return switch UInt8(truncatingIfNeeded: letter) {
    case UInt8(ascii: "b"), UInt8(ascii: "p"): 0
    case UInt8(ascii: "c"), UInt8(ascii: "k"), UInt8(ascii: "q"), UInt8(ascii: "s"), UInt8(ascii: "z"),
      UInt8(ascii: "x"):
      1
    case UInt8(ascii: "d"), UInt8(ascii: "t"): 2
    case UInt8(ascii: "f"), UInt8(ascii: "v"), UInt8(ascii: "w"): 3
    case UInt8(ascii: "g"), UInt8(ascii: "j"): 4
    case UInt8(ascii: "m"), UInt8(ascii: "n"): 5
    case UInt8(ascii: "l"), UInt8(ascii: "r"): 6
    default: nil
    }
  }
}

extension Scorer {
  /// How unlike slips of the hand the typos of an item are: what decides between items of equal cost.
  /// - Parameters:
  ///   - assignments: what the terms take of it.
  ///   - letters: what `range` refers to.
  ///   - range: the letters of a word, by its index in the item.
  package func slips(_ assignments: [Assignment], letters: Span<UInt8>, range: (Int) -> Range<Int>) -> Int {
    var unlikeness = 0
    for assignment in assignments where assignment.typos > 0 {
      guard case .term(let row) = clauses[assignment.clause].alternatives[assignment.alternative] else { continue }
      var word: [UInt32] = []
      decodeScalars(letters.extracting(range(assignment.firstWord)), into: &word)
      unlikeness += SlipKinds.unlikeness(rows[row].term.scalars, word, prefix: assignment.way == .typoInPrefix)
    }
    return min(unlikeness, SlipKinds.most)
  }
}
