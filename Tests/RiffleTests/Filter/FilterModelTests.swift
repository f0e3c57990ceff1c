import RiffleTestSupport
import Testing

@testable import Riffle

/// Filters of changing lists, compared with a plain array.
@Suite struct FilterModelTests {
  private static let seed = UInt64(setting("RIFFLE_SEED") ?? 54)

  @Test func whatAFilterLeavesIsWhatAPlainArrayLeaves() throws {
    for round in 0..<UInt64(setting("RIFFLE_CASES") ?? 12) {
      let seed = Self.seed &+ round
      var model = try FieldListModel(seed: seed, count: round.isMultiple(of: 3) ? 300 : 40)
      for step in 0..<30 {
        if step > 0 { try model.change() }
        if step == 15 { try model.optimize() }
        let snapshot = model.index.snapshot()
        for _ in 0..<6 {
          let filter = model.random.filter()
          let expected = model.items.filter { PlainFilter.meets($0, filter) }
          let left = try snapshot.filtered(by: filter)
          #expect(
            left.elements(offset: 0, limit: .max).map(\.id) == expected.map(\.id),
            "seed \(seed), step \(step): \(filter)")
          #expect(left.count == expected.count)
          let text = filter.description
          let read = try snapshot.filtered(by: text).elements(offset: 0, limit: .max)
          #expect(read.map(\.id) == expected.map(\.id), "seed \(seed), step \(step): \(text)")
        }
        for item in model.items.prefix(10) {
          for name in RandomFields.names {
            var seen: Set<FieldValue> = []
            let values = PlainFilter.values(item, name).filter { seen.insert($0).inserted }
            #expect(snapshot.values(of: name, id: item.id)?.map(Self.plain) == values.map(Self.plain))
          }
        }
      }
    }
  }

  /// The values of a field with one zero.
  private static func plain(_ value: FieldValue) -> FieldValue {
    if case .real(let number) = value, number == 0 { .real(0) } else { value }
  }

  @Test func aFilteredAnswerIsThatOfAListOfWhatIsLeft() throws {
    for round in 0..<UInt64(setting("RIFFLE_CASES") ?? 8) {
      let seed = Self.seed &+ 1000 &+ round
      var model = try FieldListModel(seed: seed, count: 200)
      for step in 0..<6 {
        if step > 0 { try model.change() }
        let snapshot = model.index.snapshot()
        let session = model.index.session()
        for _ in 0..<6 {
          let filter = model.random.filter()
          let left = model.items.filter { PlainFilter.meets($0, filter) }
          let plain = try SearchIndex(left)
          let text = model.texts.query(for: model.items)
          guard let query = try? Query(text) else { continue }
          for order in [HitOrder.relevance, .list] {
            let request = SearchRequest(
              query, order: order, limit: 1 + model.random.number(below: 20), totalLimit: .exact)
            let expected = plain.search(request)
            let found = try snapshot.filtered(by: filter).search(request)
            let typed = try session.search(request, filteredBy: filter)
            for found in [found, typed] {
              #expect(
                found.map(\.id) == expected.map(\.id) && found.map(\.score) == expected.map(\.score)
                  && found.total == expected.total, "seed \(seed), step \(step): “\(text)” where \(filter)")
            }
          }
        }
      }
    }
  }

  /// Columns that one snapshot makes of its newest items do not appear in an earlier or later snapshot.
  @Test func snapshotsOfDifferentTimesHaveTheirOwnRows() throws {
    var model = try FieldListModel(seed: Self.seed, count: 30)
    for step in 0..<30 {
      var moments = [(list: model.index.snapshot(), items: model.items)]
      for _ in 0..<4 {
        try model.change()
        moments.append((model.index.snapshot(), model.items))
      }
      // Nothing is made of a list before it has changed again.
      for (list, items) in step.isMultiple(of: 2) ? moments : moments.reversed() {
        let filter = model.random.filter(depth: 1)
        let expected = items.filter { PlainFilter.meets($0, filter) }.map(\.id)
        let found = try list.filtered(by: filter).elements(offset: 0, limit: .max).map(\.id)
        #expect(found == expected, "seed \(Self.seed), step \(step): \(filter)")
        let missing = items.count { PlainFilter.values($0, "country").isEmpty }
        #expect(try list.facets([Facet("country")])[0].missingCount == missing, "seed \(Self.seed), step \(step)")
        #expect(try list.sorted(by: [.ascending("population")]).elements(limit: .max).count == items.count)
      }
    }
  }

  @Test func aListOfOtherElementsIsFilteredAsItsOriginal() throws {
    var model = try FieldListModel(seed: Self.seed, count: 60)
    let others = try SearchIndex([Item<String>]())
    for _ in 0..<12 {
      try model.change()
      let list = model.index.snapshot()
      let mapped = list.mapped(
        as: others, element: { Item(id: "\($0.id)", title: $0.title) }, id: { "\($0)" }, original: { Int($0) })
      let filter = model.random.filter()
      let expected = try list.filtered(by: filter).elements(offset: 0, limit: .max).map { "\($0.id)" }
      #expect(try mapped.filtered(by: filter).elements(offset: 0, limit: .max).map(\.id) == expected, "\(filter)")
      let key = SortKey(RandomFields.names[model.random.number(below: 8)])
      let order = try list.sorted(by: [key]).elements(limit: .max).map { "\($0.id)" }
      #expect(try mapped.sorted(by: [key]).elements(limit: .max).map(\.id) == order, "\(key)")
    }
  }

  @Test func keywordsMayBeLongAndMany() throws {
    let long = String(repeating: "lång ", count: 200_000)
    let many = (0..<20_000).map { "tag \($0 * 7 % 9000)" }
    let all = (0..<6).map { number in
      Item(
        id: number, title: "x",
        fields: ["name": [.text(long + "\(number % 3)")], "tags": many.dropFirst(number * 5000).map { .text($0) }])
    }
    let index = try SearchIndex(
      all.prefix(3),
      fields: [
        FieldDefinition("name", .keyword, isFolded: true), FieldDefinition("tags", .keyword, hasSeveralValues: true),
      ])
    for count in [3, 6] {
      if count > 3 { try index.update { batch in for item in all.dropFirst(3) { batch.upsert(item) } } }
      let (list, items) = (index.snapshot(), all.prefix(count))
      #expect(
        try list.filtered(by: .equals("name", long.uppercased() + "2")).elements(offset: 0, limit: 9).map(\.id)
          == items.filter { $0.id % 3 == 2 }.map(\.id))
      let last = items.filter { $0.fields["tags"]?.contains(.text(many[19_999])) == true }.map(\.id)
      #expect(
        try list.filtered(by: .equals("tags", many[19_999])).elements(offset: 0, limit: 9).map(\.id) == last)
      let counts = try list.facets([Facet("name", order: .value), Facet("tags", limit: 1, matching: Query("tag 8999"))])
      #expect(counts[0].values.map(\.count) == [items.count / 3, items.count / 3, items.count / 3])
      #expect(counts[1].values.first?.value == .text("tag 8999") && counts[1].missingCount == items.count { $0.id > 3 })
      let order = try list.sorted(by: [.descending("name")]).elements(limit: 9)
      #expect(order.map { $0.id % 3 } == items.map { $0.id % 3 }.sorted(by: >))
    }
  }

  @Test func pagesShowWhatTheFilterOfTheirSessionLeaves() async throws {
    let items = ["Oslo", "Osby", "Osaka"].enumerated().map { number, title in
      Item(id: number, title: title, fields: ["country": [.text(["NO", "SE", "JP"][number])]])
    }
    let index = try SearchIndex(items, fields: [FieldDefinition("country", .keyword)])
    let session = index.session()
    var pages = session.pages.makeAsyncIterator()
    session.filter = .not(.equals("country", "SE"))
    session.type("os")
    func next() async throws -> [Int] {
      while let page = await pages.next() {
        guard page.originalSearchString == "os" else { continue }
        return try page.results.get().map(\.id)
      }
      return []
    }
    #expect(try await next() == [0, 2])
    try index.upsert(Item(id: 0, title: "Oslo", fields: ["country": ["SE"]]))
    #expect(try await next() == [2])
    session.filter = .exists("size")
    let error = await #expect(throws: SearchError.self) { try await next() }
    #expect(error == .filter(.unknownField("size", known: ["country"])))
  }

  @Test func twoFieldsOfOneNameAreAnError() {
    let field = FieldDefinition("country", .keyword)
    #expect(throws: IndexError.duplicateField("country")) { try SearchIndex([Item<Int>](), fields: [field, field]) }
  }

  @Test func aFilterIsPartOfAScopeOfAPartOfAList() throws {
    var model = try FieldListModel(seed: Self.seed, count: 120)
    let snapshot = model.index.snapshot()
    for _ in 0..<20 {
      let (one, other) = (model.random.filter(), model.random.filter())
      let both = try snapshot.filtered(by: one).filtered(by: other)
      let expected = try snapshot.filtered(by: .all(one, other))
      #expect(both.elements(offset: 0, limit: .max).map(\.id) == expected.elements(offset: 0, limit: .max).map(\.id))
      #expect(both.count == expected.count)
    }
  }
}
