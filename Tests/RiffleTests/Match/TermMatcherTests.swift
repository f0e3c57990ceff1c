import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct WordMatchTests {
  @Test func whatIsPackedComesOutAgain() {
    for literal in [WordMatch.Literal.none, .exact, .prefix] {
      let match = WordMatch(literal: literal)
      #expect(match.literal == literal && match.loose == .none && match.typos == 0)
      #expect(match.isLiteral == (literal != .none) && match.isNone == (literal == .none))
    }
    for loose in [WordMatch.Loose.none, .infix, .skeleton] {
      for typos in 0...2 {
        for flags in 0..<4 {
          let match = WordMatch(
            loose: loose, typos: typos, typosInPrefix: flags & 1 != 0, wrongFirstLetter: flags & 2 != 0)
          #expect(match.loose == loose && match.typos == typos && !match.isLiteral)
          #expect(match.typosInPrefix == (flags & 1 != 0) && match.wrongFirstLetter == (flags & 2 != 0))
          #expect(match.isNone == (loose == .none && typos == 0 && flags == 0))
        }
      }
    }
    #expect(WordMatch.none.isNone)
  }
}

@Suite struct TermMatcherTests {
  /// What a term finds in a word: `=` exact, `<` prefix, `~` infix, `s` skeleton;
  /// then the number of typos, with `+` if only a beginning is meant, `!` if the first letter is wrong.
  private static func shorthand(_ term: String, _ word: String) -> String {
    let letters = Array(word.utf8)
    let match = TermMatcher(Term(Array(term.utf8))).match(letters.span)
    let literal = ["", "=", "<"][Int(match.literal.rawValue)]
    let loose = ["", "~", "s"][Int(match.loose.rawValue)]
    let typos =
      match.typos == 0
      ? "" : "\(match.typos)" + (match.typosInPrefix ? "+" : "") + (match.wrongFirstLetter ? "!" : "")
    return literal + loose + typos
  }

  @Test(arguments: [
    ("york", "york", "="), ("yor", "york", "<"), ("y", "york", "<"),
    // A literal match hides every other.
    ("aba", "abacaba", "<"), ("aa", "aa", "="),
    // Infixes have three letters or more.
    ("base", "database", "~"), ("tab", "database", "~"), ("ba", "database", "1+!"),
    // What is inside is no skeleton.
    ("mnt", "mamnt", "~"), ("anna", "banana", "2!"),
    // Skeletons have all consonants of the word, and two letters or more.
    ("vn", "van", "s1"), ("mg", "management", "1+"), ("mgt", "management", ""), ("mngm", "management", ""),
    // Terms with some vowels of the word are misspelt, unless it is y.
    ("managment", "management", "1"), ("gebr", "gebar", "1"), ("mnhttn", "manhattan", "s"), ("cty", "city", "s1"),
    // A term can be loose in two ways at once.
    ("gbrt", "gebrt", "s1"),
    // Typos: up to three letters one (if something anchors them), from four letters two.
    ("ab", "ac", "1"), ("ab", "cb", "1!"), ("abc", "xbd", ""), ("abcd", "abdce", "1+"), ("abcd", "axyd", "2"),
    ("abcdefgh", "abxxxfgh", ""),
    ("abcd", "bacd", "1!"), ("bcd", "abcd", "~1!"),
    // One letter: the second of a word of two.
    ("b", "ab", "1!"), ("b", "abc", ""), ("b", "1b", ""), ("b", "éb", "1!"), ("1", "a1", "1!"), ("b", "c", ""),
    // No edit touches a digit.
    ("abc1", "abc2", ""), ("ab1c", "abc1", "2"), ("a1bc", "abc1", ""), ("abc12", "abd12", "1"), ("abc1", "abc", ""),
    // Han, kana and Hangul have no typos.
    ("대한민", "대한맨국", ""), ("東京", "東都", ""), ("トマト", "トマド", ""), ("ab国", "ac国", ""),
    ("москва", "масква", "1"), ("ηλιος", "ηλιας", "1"), ("ภาษา", "ภาพา", "1"),
  ])
  func findsTheWaysWorthKeeping(term: String, word: String, expected: String) {
    #expect(TermMatcherTests.shorthand(term, word) == expected)
  }

  @Test func literalMatchersFindNothingElse() {
    let matcher = TermMatcher(Term(Array("base".utf8)), admitsLoose: false)
    for (word, expected) in [
      ("base", WordMatch.Literal.exact), ("bases", .prefix), ("database", .none), ("bsae", .none),
    ] {
      let letters = Array(word.utf8)
      #expect(matcher.match(letters.span) == WordMatch(literal: expected))
    }
  }
}
