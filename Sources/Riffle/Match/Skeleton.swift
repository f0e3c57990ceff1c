/// How a term is what remains of a word when letters are left out; the first letter always stays.
enum SkeletonMatch: Hashable {
  /// Only vowels are missing.
  case consonants
  /// Vowels are missing, and everything after some letter.
  case openConsonants
  /// Any letters are missing.
  case other
}

/// The best way to see `term` as a skeleton of `word`, or `nil`.
///
/// Taking each letter at its first chance loses nothing: vowels may be passed over anywhere, so an
/// early match only leaves more of the word for the letters to come.
/// - Complexity: O(`word.count`).
func skeletonMatch(_ term: [UInt32], _ word: [UInt32]) -> SkeletonMatch? {
  guard let first = term.first, first == word.first, term.count < word.count else { return nil }
  var matched = 1
  var onlyVowelsMissing = true
  var index = 1
  while matched < term.count {
    guard word.count - index >= term.count - matched else { return nil }
    let letter = word[index]
    if letter == term[matched] {
      matched += 1
    } else if !isVowel(letter) {
      onlyVowelsMissing = false
    }
    index += 1
  }
  guard onlyVowelsMissing else { return .other }
  while index < word.count {
    if !isVowel(word[index]) { return .openConsonants }
    index += 1
  }
  return .consonants
}

/// The same for a word in UTF-8, without decoding it first.
func skeletonMatch(_ term: Span<UInt32>, _ word: Span<UInt8>) -> SkeletonMatch? {
  var matched = 0
  var offset = 0
  var onlyVowelsMissing = true
  var isOpen = false
  var count = 0
  while offset < word.count {
    let (letter, length) = scalarAndLength(word, at: offset)
    offset += length
    count += 1
    if matched == term.count {
      guard onlyVowelsMissing else { return .other }
      if !isVowel(letter) { isOpen = true }
    } else if letter == term[matched] {
      matched += 1
    } else {
      if matched == 0 { return nil }
      if !isVowel(letter) { onlyVowelsMissing = false }
    }
  }
  guard matched == term.count, count > matched else { return nil }
  return onlyVowelsMissing ? isOpen ? .openConsonants : .consonants : .other
}
