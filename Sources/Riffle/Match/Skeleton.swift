/// Whether `term` is what remains of a longer `word` when only vowels are left out; the first letter always stays.
///
/// Taking each letter at its first chance loses nothing: an early match only leaves more of the word for the letters to come.
/// - Complexity: O(`word.count`).
func isSkeleton(_ term: Span<UInt32>, of word: Span<UInt8>) -> Bool {
  var (matched, offset, count) = (0, 0, 0)
  while offset < word.count {
    let (letter, length) = scalarAndLength(word, at: offset)
    offset += length
    count += 1
    if matched < term.count, letter == term[matched] {
      matched += 1
    } else if matched == 0 || !isVowel(letter) {
      return false
    }
  }
  return matched == term.count && count > matched
}
