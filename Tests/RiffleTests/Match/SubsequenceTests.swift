import Riffle
import Testing

/// What fzf 0.74 answers. Orders are from runs of `fzf --filter QUERY -i` over ``titles``; scores
/// and places from its scoring function.
@Suite struct SubsequenceTests {
  static let titles = [
    "fooBarbaz1", "foo bar baz", "foo/bar/baz", "fooBarBaz", "foo-bar", "foobar", "Foo Bar Baz",
    "/man1/zshcompctl.1", "/.oh-my-zsh/cache", "ab0123 456", "abc123 456", ".vimrc", "a.vimrc",
    "out-of-bound", "to-go", "ongoing", "New York", "Newark, New York", "New Yorker",
    "Nynäshamn, Sweden", "Łódź, Poland", "São Paulo", "Ōsaka", " leading space", "-x x", "aab",
    "Zürich", "JSON::PP", "getFooBar", "GitHub2Go", "東京 Tōkyō",
  ]

  @Test(arguments: [
    ("fbb", ["foo bar baz", "Foo Bar Baz", "foo/bar/baz", "fooBarBaz", "fooBarbaz1"]),
    (
      "fb",
      [
        "foo bar baz", "Foo Bar Baz", "foo/bar/baz", "foo-bar", "fooBarBaz", "fooBarbaz1",
        "getFooBar", "foobar", "out-of-bound",
      ]
    ),
    (
      "foob",
      [
        "foobar", "fooBarBaz", "fooBarbaz1", "foo bar baz", "Foo Bar Baz", "foo/bar/baz",
        "foo-bar", "getFooBar",
      ]
    ),
    (
      "oob",
      [
        "out-of-bound", "fooBarBaz", "getFooBar", "fooBarbaz1", "foo bar baz", "Foo Bar Baz",
        "foo/bar/baz", "foo-bar", "foobar",
      ]
    ),
    ("zshc", ["/man1/zshcompctl.1", "/.oh-my-zsh/cache"]),
    ("12356", ["abc123 456", "ab0123 456"]),
    (".vim", [".vimrc", "a.vimrc"]),
    ("og", ["ongoing", "to-go"]),
    ("NY", ["Nynäshamn, Sweden", "New York", "New Yorker", "Newark, New York"]),
    ("new yo", ["New York", "New Yorker", "Newark, New York"]),
    ("lodz", ["Łódź, Poland"]),
    ("sao pa", ["São Paulo"]),
    ("osa", ["Ōsaka", "/.oh-my-zsh/cache"]),
    (
      "ab",
      [
        "ab0123 456", "abc123 456", "foo bar baz", "Foo Bar Baz", "foo/bar/baz", "aab",
        "fooBarBaz", "fooBarbaz1",
      ]
    ),
    ("東", ["東京 Tōkyō"]),
    ("tok", ["東京 Tōkyō"]),
    ("baz foo", ["foo bar baz", "Foo Bar Baz", "foo/bar/baz", "fooBarBaz", "fooBarbaz1"]),
    ("nothing", []),
  ])
  func ordersAsFzf(query: String, expected: [String]) {
    let matcher = SubsequenceMatcher(query)
    let ranks = Self.titles.indices.compactMap { matcher.rank(Self.titles[$0], at: $0) }
    #expect(ranks.sorted().map { Self.titles[Int($0 & 0xFFFF_FFFF)] } == expected)
  }

  @Test(arguments: [
    ("oba", "fooBarbaz1", 59, [2, 3, 4]),
    ("foob", "foo-bar", 109, [0, 1, 2, 4]),
    ("foob", "foobar", 114, [0, 1, 2, 3]),
    ("oob", "out-of-bound", 75, [0, 4, 7]),
    ("ny", "New York", 57, [0, 4]),
    ("zshc", "/.oh-my-zsh/cache", 102, [8, 9, 10, 12]),
    ("og", "ongoing", 49, [0, 2]),
    ("og", "to-go", 37, [1, 3]),
    ("12356", "abc123 456", 108, [3, 4, 5, 8, 9]),
    (".vim", "a.vimrc", 104, [1, 2, 3, 4]),
    ("nwy", "Newark, New York", 72, [8, 10, 12]),
    ("abc", "abxbc", 74, [0, 1, 4]),
    ("aac", "a ac", 85, [0, 2, 3]),
    // The first word start ends the search for a single letter; the one after the space would
    // have given 36.
    ("x", "-x x", 32, [1]),
    // The second a's run pays the score, and yet the first a is shown.
    ("ab", "aab", 36, [0, 2]),
    // What a gap takes ends at nothing.
    ("ab", "a----------------------b", 36, [0, 23]),
    ("lodz", "Łódź, Poland", 114, [0, 1, 2, 3, 4, 5, 6]),
    ("osa", "Ōsaka", 88, [0, 1, 2, 3]),
    ("g2g", "GitHub2Go", 75, [0, 6, 7]),
    ("tok", "東京 Tōkyō", 88, [7, 8, 9, 10]),
  ])
  func scoresAndPlacesAsFzf(query: String, title: String, score: Int, offsets: [Int]) {
    let matcher = SubsequenceMatcher(query)
    #expect(matcher.score(title.utf8) == score)
    #expect(matcher.offsets(title.utf8) == offsets)
    #expect(matcher.matches(title.utf8))
  }

  @Test func termsAddUp() {
    let both = SubsequenceMatcher("yo new")
    let (first, second) = (SubsequenceMatcher("yo"), SubsequenceMatcher("new"))
    let title = "New York".utf8
    let parts = [first.score(title), second.score(title)].compactMap(\.self)
    #expect(parts.count == 2 && both.score(title) == parts.reduce(0, +))
    #expect(both.ranges(title) == [0..<3, 4..<6])
  }

  @Test func rangesMergeWhereTermsTouchOrOverlap() {
    let matcher = SubsequenceMatcher("foo oba")
    #expect(matcher.ranges("xfoobar".utf8) == [1..<6])
  }

  @Test func noTermsMatchEverything() {
    let matcher = SubsequenceMatcher([[], []])
    #expect(matcher.score("anything".utf8) == 0)
    #expect(matcher.ranges("".utf8) == [])
  }

  @Test func emptyTitlesMatchNothingElse() {
    let matcher = SubsequenceMatcher("a")
    #expect(matcher.score("".utf8) == nil)
    let nothing = SubsequenceMatcher([[0]])
    #expect(nothing.score("".utf8) == nil)
    #expect(nothing.score("abc".utf8) == nil)
    #expect(nothing.score([97, 0]) != nil)
  }

  @Test func marksTakeNoPlace() {
    let matcher = SubsequenceMatcher("zur")
    let (composed, decomposed) = ("Zürich", "Zu\u{308}rich")
    #expect(matcher.score(composed.utf8) == matcher.score(decomposed.utf8))
    #expect(matcher.ranges(decomposed.utf8) == [0..<5])
  }

  @Test(arguments: [
    ("", 0), ("  ", 0), ("abc", 3), ("  a b ", 3), ("\u{3000}日本\u{A0}", 2), ("Łódź", 4),
    ("é\u{301}", 2),
  ])
  func lengthIsTrimmedScalars(title: String, length: Int) {
    #expect(subsequenceLength(Array(title.utf8).span) == length)
  }

  @Test func rankIsScoreThenLengthThenPosition() {
    let ranks = [
      subsequenceRank(score: 70_000, length: 9, position: 9),
      subsequenceRank(score: 100, length: 3, position: 9),
      subsequenceRank(score: 100, length: 4, position: 0),
      subsequenceRank(score: 100, length: 4, position: 1),
      subsequenceRank(score: 99, length: 1, position: 0),
      subsequenceRank(score: 0, length: 1, position: 0),
      subsequenceRank(score: -5, length: 2, position: 0),
      subsequenceRank(score: -5, length: 65_535, position: 0),
    ]
    #expect(ranks == ranks.sorted())
    #expect(
      subsequenceRank(score: 65_535, length: 70_000, position: 1)
        == subsequenceRank(score: 70_000, length: 80_000, position: 1))
  }

  @Test func signsAreLetters() {
    for sign in ["!a", "^a", "'a", "a$", "|", "\\"] {
      let matcher = SubsequenceMatcher(sign)
      #expect(matcher.score("a!^'a$|\\".utf8) != nil)
      #expect(matcher.score("aa".utf8) == nil)
    }
  }
}
