import RiffleTestSupport
import Testing

@testable import Riffle

/// Fields of items without an index, compared with those of an index.
@Suite struct FieldTableTests {
  private static let seed = UInt64(setting("RIFFLE_SEED") ?? 54)

  @Test func itemsAreCountedAndSortedAsInAnIndex() throws {
    for round in 0..<UInt64(setting("RIFFLE_CASES") ?? 12) {
      let seed = Self.seed &+ round
      var model = try FieldListModel(seed: seed, count: [0, 1, 60, 300][Int(round % 4)])
      let items = model.items
      let definitions = RandomFields.fields.map(\.definition)
      let table = try FieldTable(definitions, count: items.count, options: IndexOptions()) { item, field in
        RandomFields.fields[field].content(items[item])
      }
      let snapshot = model.index.snapshot()
      for name in RandomFields.names {
        for order in [Facet.Order.count, .value] {
          let facet = Facet(name, order: order, limit: model.random.oneIn(2) ? 1000 : 3)
          #expect(try table.counts(facet) == snapshot.facets([facet])[0], "seed \(seed): \(facet)")
        }
      }
      for _ in 0..<10 {
        let keys = (0..<model.random.number(below: 4)).map { _ in
          SortKey(
            RandomFields.names[model.random.number(below: 8)], isDescending: model.random.oneIn(2),
            missing: model.random.oneIn(2) ? .first : .last)
        }
        let expected = try snapshot.sorted(by: keys).elements(limit: .max).map(\.id)
        #expect(try table.sorted(by: keys).map { items[$0].id } == expected, "seed \(seed): \(keys)")
      }
    }
  }

  @Test func unknownFieldsAndTooManyKeysAreErrors() throws {
    let table = try FieldTable([FieldDefinition("a", .integer)], count: 1, options: IndexOptions()) { _, _ in .missing }
    #expect(throws: FilterError.unknownField("b", known: ["a"])) { try table.sorted(by: [SortKey("b")]) }
    #expect(throws: FilterError.unknownField("b", known: ["a"])) { try table.counts(Facet("b")) }
    let keys = Array(repeating: SortKey("a"), count: SortKey.maximumCount + 1)
    #expect(throws: FilterError.tooLarge(what: "sort keys", limit: SortKey.maximumCount)) { try table.sorted(by: keys) }
    #expect(throws: IndexError.duplicateField("a")) {
      let twice = Array(repeating: FieldDefinition("a", .integer), count: 2)
      _ = try FieldTable(twice, count: 0, options: IndexOptions()) { _, _ in .missing }
    }
  }
}
