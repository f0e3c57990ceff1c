import Riffle
import RiffleTestSupport
import Testing

@Suite struct JumplistTests {
  private static let names = ["Åsa", "Zoe", "anna", "Bo", "42nd Street", "Ömer", "Москва", "beta", "Älva", "Anna"]

  private func index(_ names: [String], locales: [String]) throws -> SearchIndex<String, String> {
    try SearchIndex(names, order: .alphabet(ListAlphabet(locales: locales)), id: { $0 }, title: { $0 })
  }

  @Test func aListStandsInTheOrderOfItsLanguage() throws {
    let swedish = try index(JumplistTests.names, locales: ["sv"]).search("", limit: 20).map(\.element)
    #expect(swedish == ["42nd Street", "anna", "Anna", "beta", "Bo", "Zoe", "Åsa", "Älva", "Ömer", "Москва"])
    let german = try index(JumplistTests.names, locales: ["de"]).search("", limit: 20).map(\.element)
    #expect(german == ["42nd Street", "Älva", "anna", "Anna", "Åsa", "beta", "Bo", "Ömer", "Zoe", "Москва"])
  }

  @Test func bucketsSayWhatTheyHoldAndWhereTheyBegin() throws {
    let jumplist = try #require(try index(JumplistTests.names, locales: ["sv"]).snapshot().jumplist())
    let full = jumplist.entries.filter { $0.count > 0 }
    #expect(full.map(\.label) == ["#", "A", "B", "Z", "Å", "Ä", "Ö", "…"])
    #expect(full.map(\.count) == [1, 2, 2, 1, 1, 1, 1, 1])
    #expect(full.map(\.start) == [0, 1, 3, 5, 6, 7, 8, 9])
    #expect(full.first?.kind == .underflow && full.last?.kind == .overflow)
    #expect(jumplist.entries.count > full.count)
    let shown = try #require(
      try index(JumplistTests.names, locales: ["sv"]).snapshot().jumplist(.init(isSearchable: true, showsEmpty: false)))
    #expect(shown.entries.map(\.kind).first == .search && shown.entries.dropFirst() == full[...])
  }

  @Test func whoTapsAnEmptyBucketGoesToTheNearestEarlierOne() throws {
    let jumplist = try #require(
      try index(["beta", "Zoe"], locales: ["en"]).snapshot().jumplist(.init(isSearchable: true)))
    func position(_ label: String) -> Int? {
      jumplist.entries.first { $0.label == label && $0.kind == .letter }.flatMap { jumplist.position(of: $0.id) }
    }
    #expect(position("B") == 0 && position("M") == 0 && position("Z") == 1)
    // Nothing is earlier than the first bucket that has rows.
    #expect(position("A") == 0)
    #expect(jumplist.position(of: -1) == nil && jumplist.position(of: 1000) == nil)
    let empty = try #require(try index([], locales: ["en"]).snapshot().jumplist())
    #expect(empty.entries.allSatisfy { empty.position(of: $0.id) == nil } && empty.entry(at: 0) == nil)
  }

  @Test func sectionsKeepTheirTitlesThoughTheyAreEqual() throws {
    let sections: [(title: String?, count: Int)] = [("Fruit", 2), ("Fish", 0), (nil, 1), ("", 3)]
    let buckets = try JumplistBuckets(sections: sections)
    let jumplist = buckets.jumplist(.init(isSearchable: true))
    #expect(jumplist.entries.map(\.label) == ["", "F", "F", " ", " "])
    #expect(jumplist.entries.map(\.start) == [0, 0, 2, 2, 3] && buckets.rowCount == 6)
    #expect(jumplist.entry(at: 2)?.id == 2 && jumplist.entry(at: 5)?.id == 3 && jumplist.entry(at: 6) == nil)
    let impossible: [(title: String?, count: Int)] = [("Far", -1)]
    #expect(throws: JumplistError.negativeCount(label: "F", count: -1)) {
      _ = try JumplistBuckets(sections: impossible)
    }
  }

  @Test func onlyAnAlphabeticalListInListOrderHasAJumplist() throws {
    let index = try index(JumplistTests.names, locales: ["sv"])
    #expect(try index.search("a", limit: 3).jumplist() == nil)
    #expect(try index.search(SearchRequest(Query("a"), order: .list, limit: 3)).jumplist() != nil)
    let hidden = Jumplist.Options(hidesWhileFiltering: true)
    #expect(try index.search(SearchRequest(Query("a"), order: .list, limit: 3)).jumplist(hidden) == nil)
    #expect(
      try index.search(SearchRequest(Query(" "), order: .list, limit: 3)).jumplist(hidden)
        == index.snapshot().jumplist(hidden))
    let given = try SearchIndex(JumplistTests.names, id: { $0 }, title: { $0 })
    #expect(
      try given.snapshot().jumplist() == nil
        && given.search(SearchRequest(Query("a"), order: .list, limit: 3)).jumplist() == nil)
  }

  /// Against a plain array of rows: order, buckets and positions both ways, of the whole list and of what queries leave.
  @Test(arguments: 1...UInt64(12))
  func everyViewHasTheJumplistOfItsRows(seed: UInt64) throws {
    var random = RandomText(seed: seed)
    let items = random.items(count: 150)
    let locales = [["en"], ["sv", "ru"], ["zh"], ["cs", "en"]][random.number(below: 4)]
    let alphabet = try ListAlphabet(locales: locales, isNumeric: random.oneIn(2))
    let index = try SearchIndex(
      items, order: .alphabet(alphabet), id: \.id, title: \.title, searchText: \.searchText, reading: \.reading,
      isSearchable: \.isSearchable)
    func text(_ item: Item<Int>) -> String { item.reading.isEmpty ? item.title : item.reading }
    let expected = items.sorted { a, b in
      let buckets = (alphabet.buckets.bucket(for: text(a)), alphabet.buckets.bucket(for: text(b)))
      if buckets.0 != buckets.1 { return buckets.0 < buckets.1 }
      let keys = (alphabet.collation.key(for: text(a)), alphabet.collation.key(for: text(b)))
      return keys.0 == keys.1 ? a.id < b.id : keys.0.lexicographicallyPrecedes(keys.1)
    }
    let snapshot = index.snapshot()
    #expect(try snapshot.search("").map(\.id) == expected.map(\.id), "seed \(seed)")
    for _ in 0..<10 {
      let results = try snapshot.search(SearchRequest(Query(String(random.query(for: items).prefix(4))), order: .list))
      let jumplist = try #require(results.jumplist())
      #expect(jumplist.entries.map(\.label) == alphabet.buckets.labels.map(\.text), "seed \(seed)")
      let buckets = results.map { alphabet.buckets.bucket(for: text($0.element)) }
      #expect(buckets == buckets.sorted(), "seed \(seed)")
      for entry in jumplist.entries {
        #expect(entry.count == buckets.count { $0 == entry.id }, "seed \(seed), \(entry)")
        #expect(entry.start == buckets.count { $0 < entry.id }, "seed \(seed), \(entry)")
      }
      for (position, bucket) in buckets.enumerated() {
        #expect(jumplist.entry(at: position)?.id == bucket, "seed \(seed), row \(position)")
      }
    }
  }
}
