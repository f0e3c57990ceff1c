import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct SkeletonTests {
  @Test(arguments: [
    ("mngmnt", "management", SkeletonMatch.consonants),
    ("kfr", "kiefer", .consonants),
    ("grhrd", "gerhard", .consonants),
    ("ab", "abe", .consonants),  // vowels at the end may be missing
    ("mngm", "management", .openConsonants),
    ("mgt", "management", .other),
    ("mt", "management", .other),
    ("mm", "mama", .consonants),
    ("мск", "москва", .openConsonants),
    ("ελλς", "ελλας", .consonants),
    ("ngmnt", "management", nil),  // the first letter stays
    ("management", "management", nil),  // nothing is missing
    ("managements", "management", nil),
    ("mnz", "management", nil),
    ("", "management", nil),
  ])
  func abbreviationsAreTold(term: String, word: String, expected: SkeletonMatch?) {
    #expect(skeletonMatch(term.unicodeScalars.map(\.value), word.unicodeScalars.map(\.value)) == expected)
    let letters = term.unicodeScalars.map(\.value)
    let utf8 = Array(word.utf8)
    if !term.isEmpty { #expect(skeletonMatch(letters.span, utf8.span) == expected) }
  }

  /// Taking each letter at its first chance must not lose a better way.
  @Test func theBestOfAllSelectionsIsFound() {
    let texts = allTexts(over: "anb".unicodeScalars.map(\.value), upTo: 6)
    let short = texts.filter { (1...3).contains($0.count) }
    for word in texts where word.count > 3 {
      for term in short where skeletonMatch(term, word) != bestSelection(term, word) {
        Issue.record("“\(TrickyText.string(term))” in “\(TrickyText.string(word))”")
      }
      let utf8 = word.utf8Text
      for term in short where skeletonMatch(term, word) != skeletonMatch(term.span, utf8.span) {
        Issue.record("UTF-8: “\(TrickyText.string(term))” in “\(TrickyText.string(word))”")
      }
    }
  }

  private func bestSelection(_ term: [UInt32], _ word: [UInt32]) -> SkeletonMatch? {
    var best: SkeletonMatch?
    for chosen in 0..<1 << word.count where chosen.nonzeroBitCount == term.count && chosen & 1 == 1 {
      let taken = word.indices.filter { chosen & 1 << $0 != 0 }
      guard taken.map({ word[$0] }) == term, let last = taken.last else { continue }
      let left = word.indices.filter { chosen & 1 << $0 == 0 && !isVowel(word[$0]) }
      if left.isEmpty { return .consonants }
      if left.allSatisfy({ $0 > last }) { best = .openConsonants } else if best == nil { best = .other }
    }
    return best
  }
}
