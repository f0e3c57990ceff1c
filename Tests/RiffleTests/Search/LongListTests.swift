import Riffle
import RiffleTestSupport
import Testing

/// A list so long that it is searched in the ways that only long lists are, with nothing set to make it so.
@Suite struct LongListTests {
  /// Few words, so that most items hold each of them, and so that their beginnings are other words.
  private static let items: [Item<Int>] = {
    var random = RandomText(seed: 4)
    let words = ["san", "santa", "new", "newton", "port", "s"]
    return (0..<12_000).map { row in
      var title = (0..<2 + random.number(below: 2)).map { _ in words[random.number(below: 5)] }
      if random.oneIn(4) { title.append(words[random.number(below: 6)]) }
      return Item(
        id: row, title: title.joined(separator: random.oneIn(30) ? "-" : " "),
        searchText: random.oneIn(10) ? "new santa" : "", weight: random.oneIn(9) ? 1 : 0,
        isSearchable: !random.oneIn(20))
    }
  }()

  private static let windows = [(0, 10), (4090, 10), (0, 4096), (0, 4097)]

  /// More items hold all terms literally than are put in order one by one, and more are asked for than are kept in order.
  @Test(arguments: ["sa", "sa new", "new s", "nwe san"])
  func everyWindowIsThatOfTheExhaustiveSearch(text: String) throws {
    let query = try Query(text)
    let all = Oracle(LongListTests.items).search(SearchRequest(query))
    // Where marking a posting is said to be as dear as looking at a row, rows are looked at.
    for postingsPerRow in [400, 1] {
      var options = IndexOptions()
      options.efforts.postingsPerRow = postingsPerRow
      let snapshot = try SearchIndex(LongListTests.items, options: options).snapshot()
      if text != "nwe san" {
        #expect(
          try snapshot.search(SearchRequest(Query(text, mode: .words), limit: 0, totalLimit: .exact)).total > 4096)
      }
      for (number, (offset, limit)) in LongListTests.windows.enumerated() {
        let totalLimit = number % 2 == 0 ? TotalLimit.upTo(1000) : .exact
        let found = snapshot.search(SearchRequest(query, offset: offset, limit: limit, totalLimit: totalLimit))
        let isEqual =
          found.map(\.id) == Array(all.ids.dropFirst(offset).prefix(limit))
          && found.map(\.score) == Array(all.scores.dropFirst(offset).prefix(limit))
        #expect(isEqual, "\(limit) from \(offset), \(postingsPerRow) postings per row")
        let counted = totalLimit == .exact ? .max : max(1000, offset + limit)
        #expect(found.total == min(all.total, counted), "\(limit) from \(offset)")
        let isKnown = counted > offset + limit ? all.total <= counted : all.total < offset + limit
        #expect(found.isTotalExact == isKnown, "\(limit) from \(offset)")
        for (hit, highlights) in zip(found, all.highlights.dropFirst(offset)).prefix(5) {
          #expect(Field.allCases.map { hit.utf8Highlights(in: $0) } == highlights, "\(limit) from \(offset)")
        }
      }
    }
  }
}
