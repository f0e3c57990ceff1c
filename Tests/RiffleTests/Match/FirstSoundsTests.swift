import RiffleTestSupport
import Testing

@testable import Riffle

/// Beginnings of words that sound alike.
@Suite struct FirstSoundsTests {
  private func mayBe(_ term: String, _ word: String) -> Bool {
    let (term, word) = (Array(term.utf8), Array(word.utf8))
    return FirstSounds(0..<term.count, term.span).mayBe(FirstSounds(0..<word.count, word.span))
  }

  @Test(arguments: [
    ("nife", "knife"), ("nome", "gnome"), ("numatic", "pneumatic"), ("nemonic", "mnemonic"),
    ("sychology", "psychology"),
    ("terodactyl", "pterodactyl"), ("filosophy", "philosophy"), ("rench", "wrench"), ("hole", "whole"),
    ("seiling", "ceiling"),
    ("kategory", "category"), ("kwick", "quick"), ("zylophone", "xylophone"), ("sinc", "zinc"), ("jiraffe", "giraffe"),
    ("a", "a"), ("é", "é"), ("knife", "nife"),
  ])
  func theseSoundAlike(term: String, word: String) {
    #expect(mayBe(term, word) && mayBe(word, term))
  }

  @Test(arguments: [
    ("bife", "knife"), ("nite", "kite"), ("filosophy", "pilosophy"), ("ring", "wing"), ("apple", "epple"), ("é", "e"),
    ("fone", "p"), ("n", "k"),
  ])
  func theseDoNot(term: String, word: String) {
    #expect(!mayBe(term, word) && !mayBe(word, term))
  }

  /// The letter behind a word of one letter is that of another word.
  @Test func aWordEndsWhereItEnds() {
    let bytes = Array("pn".utf8)
    #expect(!FirstSounds(0..<1, bytes.span).mayBe(FirstSounds(1..<2, bytes.span)))
  }

  @Test func aSoundIsNoWrongFirstLetter() throws {
    let titles = ["knife", "wife"]
    let snapshot = try SearchIndex(titles.enumerated().map { Item(id: $0, title: $1) }).snapshot()
    let found = snapshot.search(SearchRequest(try Query("nife")))
    #expect(found.map(\.element.title) == titles)
    #expect(found.map(\.score.cost) == [8, 12])
  }
}
