import Testing

@testable import Riffle

/// What a query costs on an item, and what each term is found by.
struct ScorerFixture: Sendable, CustomTestStringConvertible {
  var query: String
  var title: String
  /// `nil` if the item is no hit.
  var cost: Double?
  var ways: [Way]
  var searchText = ""
  var reading = ""
  var titleIsPath = false
  var mode = QueryMode.smart
  var syntax = Query.Syntax.plain

  var testDescription: String { "“\(query)” on “\(title)”" + (searchText.isEmpty ? "" : " (\(searchText))") }

  func check() throws {
    let item = ScoredItem(title: title, searchText: searchText, reading: reading, titleIsPath: titleIsPath)
    let found = item.score(try Query(query, mode: mode, syntax: syntax), costs: .ofFixtures)
    let foundCost = found.map { Double($0.cost) / Double(CostTable.unit) }
    #expect(foundCost == cost)
    #expect(found?.ways ?? [] == ways)
  }
}

/// A row of a table: `"query" ~ "title"` costs so much, by these ways.
func row(
  _ query: String, _ title: String, _ cost: Double?, _ ways: Way..., searchText: String = "", reading: String = "",
  titleIsPath: Bool = false, mode: QueryMode = .smart
) -> ScorerFixture {
  ScorerFixture(
    query: query, title: title, cost: cost, ways: ways, searchText: searchText, reading: reading,
    titleIsPath: titleIsPath, mode: mode)
}

/// A row of extended syntax.
func extended(
  _ query: String, _ title: String, _ cost: Double?, _ ways: Way..., searchText: String = "", mode: QueryMode = .smart
) -> ScorerFixture {
  ScorerFixture(
    query: query, title: title, cost: cost, ways: ways, searchText: searchText, mode: mode, syntax: .extended)
}
