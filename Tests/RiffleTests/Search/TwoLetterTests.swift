import RiffleTestSupport
import Testing

@testable import Riffle

/// A query of two letters that no word begins with: it is looked for inside words.
@Suite struct TwoLetterTests {
  private func search(_ text: String, _ titles: [String], _ request: (inout SearchRequest) -> Void = { _ in }) throws
    -> SearchResults<Item<Int>, Int>
  {
    let items = titles.enumerated().map { Item(id: $0, title: $1) }
    var wanted = SearchRequest(try Query(text))
    request(&wanted)
    return try SearchIndex(items).snapshot().search(wanted)
  }

  @Test(arguments: [
    ("oo", "foo"), ("10", "model2010x"), ("구니", "장바구니"), ("톡", "카카오톡"), ("ый", "Новый"), ("ör", "Motörhead"),
  ])
  func twoLettersAreFoundInsideAWord(_ query: String, _ title: String) throws {
    let found = try search(query, ["bar", title, "x"])
    #expect(found.map(\.element.title) == [title] && found.total == 1)
  }

  @Test func whatBeginsWithThemComesAlone() throws {
    #expect(try search("oo", ["foo", "oops", "book"]).map(\.element.title) == ["oops"])
  }

  @Test func initialsComeAlone() throws {
    #expect(try search("ab", ["Cab", "Alpha Beta"]).map(\.element.title) == ["Alpha Beta"])
  }

  @Test func itCostsMoreThanAllElse() throws {
    let hit = try #require(try search("oo", ["foo"]).first)
    #expect(hit.score.cost == 24)
    #expect(hit.explanation?.reasons.map(\.cost).reduce(0, +) == 24)
    #expect(hit.highlights(in: .title).map { String("foo"[$0]) } == ["oo"])
  }

  @Test func strictSearchesDoNotLookThere() throws {
    #expect(try search("oo", ["foo"]) { $0.terms = .all }.isEmpty)
    #expect(try search("oo", ["foo"]) { $0.order = .list }.isEmpty)
  }

  @Test func otherTermsKeepThemFromIt() throws { #expect(try search("oo bar", ["broom bar"]).isEmpty) }
}
