import Riffle

// The code of README.md and of the tour of the library, in its order; ReadmeTests holds the two equal.

struct City: Sendable {
  let id: Int
  let name: String
  let aliases: String
}

func readmeExample(print: (Any...) -> Void) async throws -> Snapshot<City, Int> {
  let cities = [
    City(id: 1, name: "Göteborg", aliases: "Gothenburg Gotemburgo"),
    City(id: 2, name: "Gotha", aliases: ""),
    City(id: 3, name: "New York City", aliases: "Big Apple"),
  ]

  let index = try SearchIndex(cities, id: \.id, title: \.name, searchText: \.aliases)

  for hit in try index.search("gotebrg", limit: 10) {
    print(hit.element.name, hit.highlights(in: .title))  // [Range<String.Index>]
  }

  let snapshot = index.snapshot()
  let query = try Query("new yo", mode: .words)
  let page = snapshot.search(SearchRequest(query, offset: 0, limit: 20))
  print("\(page.count) of \(page.total)")

  if let explanation = snapshot.explain(query, id: 3) {
    print(explanation)  // what each term was found as, and what that costs
  }

  let session = index.session()
  for text in ["g", "go", "gothenb"] {
    let results = try session.search(text, limit: 10)
    print("\(text): \(results.total)\(results.isTotalExact ? "" : "+")")  // + if there may be more
  }
  let inListOrder = try session.search(SearchRequest(Query("go"), order: .list, limit: 20))
  print(inListOrder.map(\.position))

  let report = try index.update { batch in
    batch.upsert(City(id: 4, name: "Götene", aliases: ""))
    batch.move(id: 1, to: .end)
    batch.delete(id: 42)
  }
  print(report.unknownIDs, index.snapshot().count, snapshot.count)  // [42] 4 3

  let field = index.session(SearchRequest(limit: 10))
  field.type("göt")
  for await page in field.pages {
    print(page.originalSearchString ?? "", try page.results.get().map(\.id))
    break
  }

  let alphabet = try ListAlphabet(locales: ["sv"])
  let contacts = try SearchIndex(cities, order: .alphabet(alphabet), id: \.id, title: \.name)
  for entry in contacts.snapshot().jumplist(.init(showsEmpty: false))?.entries ?? [] {
    print(entry.label, entry.count, entry.start)
  }

  do {
    _ = try Query(String(repeating: "a", count: 300))
  } catch {
    print(error)  // the query has 300 characters; the limit is 256: shorten it
  }
  return snapshot
}
