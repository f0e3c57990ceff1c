import RiffleTestSupport
import Testing

@testable import Riffle

/// Filters of lists that change, held against a plain array.
@Suite struct FilterModelTests {
  private static let seed = UInt64(setting("RIFFLE_SEED") ?? 54)

  @Test func whatAFilterLeavesIsWhatAPlainArrayLeaves() throws {
    for round in 0..<UInt64(setting("RIFFLE_ROUNDS") ?? 12) {
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
    for round in 0..<UInt64(setting("RIFFLE_ROUNDS") ?? 8) {
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

  @Test func pagesShowWhatTheFilterOfTheirSessionLeaves() async throws {
    let items = ["Oslo", "Osby", "Osaka"].enumerated().map { number, title in
      Item(id: number, title: title, fields: ["country": [.text(["NO", "SE", "JP"][number])]])
    }
    let index = try SearchIndex(items, fields: [FieldDefinition("country", .keyword)])
    let session = index.session()
    var pages = session.pages.makeAsyncIterator()
    session.filter = .notEquals("country", "SE")
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
