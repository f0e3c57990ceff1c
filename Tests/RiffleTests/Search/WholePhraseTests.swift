import RiffleTestSupport
import Testing

@testable import Riffle

/// Phrases of search texts that a query is the whole of: other names of an item.
@Suite struct WholePhraseTests {
  private func cost(
    _ query: String, title: String = "Title", _ searchText: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Double {
    let index = try SearchIndex([Item(id: 0, title: title, searchText: searchText)])
    return try #require(index.search(query).first, sourceLocation: sourceLocation).score.cost
  }

  @Test(arguments: [
    ("wien", 0.5), ("서울", 0.5), ("ㅅㅇ", 0.5), ("new york", 1), ("york new", 2.25), ("newyork", 3.5), ("tlc", 3.5),
    ("baden-baden", 1),
    ("baden baden", 1), ("data base", 2), ("東京都", 1), ("o'brien", 1), ("北京大学", 1),
  ])
  func aWholePhraseIsAnotherName(query: String, cost: Double) throws {
    let names = "Wien; 서울; New York, the lost city | Baden-Baden, database, 東京都, O'Brien, 北京大学"
    #expect(try self.cost(query, names) == cost)
  }

  @Test(arguments: [
    ("wie", "Wien", 3.5), ("new", "New York, X", 2.5), ("york", "New York", 2.5), ("new yor", "New York", 5.5),
    ("new york", "New York City", 4.5), ("new york", "New, York", 4.5), ("wein", "Wien", 10.5),
    ("baden", "Baden-Baden", 2.5), ("new new", "New New York", 4.5), ("new york", "New New York", 4.5),
    ("ㅅㅇ", "서울 시", 2.5),
    ("京", "東京", 2.5), ("東京", "東京都", 2.5), ("大学", "北京大学", 2.5),
  ])
  func aPartOfAPhraseIsNone(query: String, searchText: String, cost: Double) throws {
    #expect(try self.cost(query, searchText) == cost)
  }

  @Test func noOtherTermMayStandElsewhere() throws {
    #expect(try cost("new york title", "New York, x") == 4.5)
    #expect(try cost("title new york", "New York, x") == 4)
    #expect(try cost("new x", "New, X") == 4.5)
  }

  @Test func anotherNameComesBeforeTheMiddleOfATitle() throws {
    let items = [
      Item(id: 0, title: "Café Wien", weight: 1),
      Item(id: 1, title: "Vienna", searchText: "Vindobona, Wien", weight: 2),
      Item(id: 2, title: "Linz", searchText: "not far from Wien", weight: 3),
    ]
    #expect(try SearchIndex(items).search("wien").map(\.id) == [1, 0, 2])
  }

  @Test func theExplanationSaysThatItIsAName() throws {
    let index = try SearchIndex([Item(id: 0, title: "Vienna", searchText: "Wien")])
    let explanation = try #require(try index.search("wien").first?.explanation)
    #expect(explanation.cost == 0.5)
    #expect(explanation.reasons.map(\.text).contains { $0.contains("name") })
  }
}
