import RiffleTestSupport
import Testing

@testable import Riffle

/// Scopes as conditions of filters.
@Suite struct ScopeFilterTests {
  private static let scopes: [String: @Sendable (Item<Int>) -> Bool] = [
    "even": { $0.id % 2 == 0 }, "third": { $0.id % 3 == 0 }, "closed": { _ in true },
  ]

  private static func index() throws -> SearchIndex<Item<Int>, Int> {
    let items = (0..<90).map { Item(id: $0, title: "item \($0)", fields: ["closed": [.boolean($0 < 40)]]) }
    var options = IndexOptions()
    options.upkeep.mostTailItems = 8
    let index = try SearchIndex(
      items.prefix(80), id: \.id, title: \.title, scopes: scopes,
      fields: [.boolean("closed") { $0.fields["closed"] == [true] }], options: options)
    // Some in the tail.
    try index.update { $0.upsert(contentsOf: items.suffix(10)) }
    return index
  }

  private static func ids(_ filter: String, _ snapshot: Snapshot<Item<Int>, Int>) throws -> [Int] {
    try snapshot.filtered(by: filter).elements(offset: 0, limit: .max).map(\.id)
  }

  @Test func aNameAloneIsAFieldOrElseAScope() throws {
    let snapshot = try Self.index().snapshot()
    #expect(try Self.ids("even AND NOT third", snapshot) == (0..<90).filter { $0 % 2 == 0 && $0 % 3 != 0 })
    #expect(try Self.ids("closed OR third", snapshot) == (0..<90).filter { $0 < 40 || $0 % 3 == 0 })
    #expect(try Self.ids("NOT (even OR third)", snapshot) == (0..<90).filter { $0 % 2 != 0 && $0 % 3 != 0 })
    let hits = try snapshot.filtered(by: .isTrue("even")).search("item 8", limit: 90)
    #expect(hits.allSatisfy { $0.id % 2 == 0 } && !hits.isEmpty)
    #expect(throws: FilterError.unknownField("odd", known: ["closed", "closed", "even", "third"])) {
      try Self.ids("odd", snapshot)
    }
    #expect(throws: FilterError.self) { try Self.ids("even = true", snapshot) }
  }

  @Test func itemsOutsideAnIndexMeetFiltersAsThoseInside() throws {
    var random = RandomFields(seed: UInt64(setting("RIFFLE_SEED") ?? 54))
    let items = (0..<100).map { Item(id: $0, title: "", fields: random.values()) }
    let index = try SearchIndex(items, id: \.id, title: \.title, scopes: Self.scopes, fields: RandomFields.fields)
    let snapshot = index.snapshot()
    for _ in 0..<100 {
      let filter = Filter.any(random.filter(), .all(.isTrue("even"), random.filter()))
      let left = Set(try snapshot.filtered(by: filter).elements(offset: 0, limit: .max).map(\.id))
      #expect(try snapshot.meets(filter, items) == items.map { left.contains($0.id) }, "\(filter)")
    }
    #expect(try snapshot.meets(.isTrue("even"), []) == [])
  }
}
