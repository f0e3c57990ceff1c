import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct SkeletonTests {
  @Test(arguments: [
    ("mngmnt", "management", true),
    ("kfr", "kiefer", true),
    ("grhrd", "gerhard", true),
    ("ab", "abe", true),  // vowels at the end may be missing
    ("mm", "mama", true),
    ("ελλς", "ελλας", true),
    ("mngm", "management", false),  // consonants may not
    ("mgt", "management", false),
    ("мск", "москва", false),
    ("ngmnt", "management", false),  // the first letter stays
    ("management", "management", false),  // nothing is missing
    ("managements", "management", false),
    ("mnz", "management", false),
    ("", "management", false),
  ])
  func wordsWithoutTheirVowelsAreTold(term: String, word: String, expected: Bool) {
    let letters = term.unicodeScalars.map(\.value)
    let utf8 = Array(word.utf8)
    #expect(isSkeleton(letters.span, of: utf8.span) == expected)
  }

  /// Taking each letter at its first chance must not lose a better way.
  @Test func anySelectionIsFound() {
    let texts = allTexts(over: "anb".unicodeScalars.map(\.value), upTo: 6)
    let short = texts.filter { (1...3).contains($0.count) }
    for word in texts where word.count > 3 {
      let utf8 = word.utf8Text
      for term in short where isSkeleton(term.span, of: utf8.span) != hasSelection(term, word) {
        Issue.record("“\(TrickyText.string(term))” in “\(TrickyText.string(word))”")
      }
    }
  }

  /// Whether the term is left of the word when some of its vowels are, but not its first letter.
  private func hasSelection(_ term: [UInt32], _ word: [UInt32]) -> Bool {
    (0..<1 << word.count).contains { chosen in
      guard chosen.nonzeroBitCount == term.count, chosen & 1 == 1 else { return false }
      let isTaken = word.indices.map { chosen & 1 << $0 != 0 }
      return word.indices.filter { isTaken[$0] }.map { word[$0] } == term
        && word.indices.allSatisfy { isTaken[$0] || isVowel(word[$0]) }
    }
  }
}
