import Riffle
import RiffleTestSupport
import Testing

/// Acronyms that leave out the little words.
@Suite struct AcronymTests {
  private func found(_ query: String, in titles: [String], searchTexts: [String] = []) throws -> [String] {
    let items = titles.enumerated().map {
      Item(id: $0, title: $1, searchText: searchTexts.isEmpty ? "" : searchTexts[$0])
    }
    return try SearchIndex(items).snapshot().search(SearchRequest(try Query(query))).map(\.element.title)
  }

  @Test(arguments: [
    ("usa", "United States of America"), ("usoa", "United States of America"), ("lotr", "The Lord of the Rings"),
    ("lor", "Lord of the Rings"), ("onu", "Organisation des Nations unies"),
    ("bbva", "Banco Bilbao y Vizcaya de la Argentaria"), ("mom", "Museum of the Moon"),
    ("fbi", "Federal Bureau of Investigation"),
    ("doj", "Department of Justice"), ("cia", "Commerce, Industry and Agriculture"),
  ])
  func littleWordsMayBeLeftOut(query: String, title: String) throws {
    #expect(try found(query, in: ["Zebra", title, "Quilt"]).first == title)
  }

  @Test func theNameItselfAndItsOwnInitialsComeFirst() throws {
    let titles = ["United States of America", "Usa", "Upper Silesian Association", "Usage of words"]
    #expect(
      try found("usa", in: titles) == [
        "Usa", "Usage of words", "Upper Silesian Association", "United States of America",
      ])
  }

  @Test func otherWordsMayNotBeLeftOut() throws {
    #expect(try found("usa", in: ["United States under America", "Under not some apes"]).isEmpty)
  }

  @Test func twoLettersAreNoSuchAcronym() throws {
    #expect(try found("lf", in: ["Lord of Flies"]).isEmpty)
  }

  @Test func aWholePhraseOfTheSearchTextHasAcronyms() throws {
    let texts = ["Bundesrepublik, League of the United Nations", "United Nations and the League of old"]
    #expect(try found("lun", in: ["Genf", "Bern"], searchTexts: texts) == ["Genf"])
  }

  @Test func theInitialsAreMarked() throws {
    let title = "United States of America"
    let snapshot = try SearchIndex([Item(id: 1, title: title)]).snapshot()
    let found = snapshot.search(SearchRequest(try Query("usa")))
    let hit = try #require(found.first)
    #expect(hit.highlights(in: .title).map { String(title[$0]) } == ["U", "S", "A"])
  }
}
