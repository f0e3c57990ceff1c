import RiffleTestSupport
import Testing

@testable import Riffle

/// A list by an alphabet whose equal texts have an order does not depend on the order of its changes.
struct AlphabetTiesTests {
  @Test(arguments: [0, 16, 100_000])
  func `equal titles stand in the order of their elements`(mostTailItems: Int) throws {
    let seed = UInt64.random(in: 0...1 << 32)
    var random = SeededGenerator(seed: seed)
    let alphabet = try ListAlphabet(locales: ["en"])
    var options = IndexOptions()
    options.upkeep.mostTailItems = mostTailItems
    let titles = ["Oslo", "oslo", "Bergen", "", "Ålesund", "Oslo 2"]
    let order = ListOrder<Item<Int>>.alphabet(alphabet) { a, b in
      a.weight != b.weight ? a.weight > b.weight : a.id < b.id
    }
    let index = try SearchIndex([Item<Int>](), order: order, options: options)
    var known: [Int: Item<Int>] = [:]
    for step in 0..<60 {
      try index.update { batch in
        let count = Int.random(in: 1...(step % 10 == 0 ? 300 : 6), using: &random)
        for id in (0..<400).shuffled(using: &random).prefix(count) {
          if known[id] != nil, Int.random(in: 0..<4, using: &random) == 0 {
            known[id] = nil
            batch.delete(id: id)
            continue
          }
          let item = Item(
            id: id, title: titles.randomElement(using: &random) ?? "",
            weight: UInt16.random(in: 0...2, using: &random))
          known[id] = item
          batch.upsert(item)
        }
      }
      let found = index.snapshot().elements(offset: 0, limit: .max).map(\.id)
      let expected = known.values.sorted { a, b in
        let (first, second) = (alphabet.buckets.bucket(for: a.title), alphabet.buckets.bucket(for: b.title))
        if first != second { return first < second }
        if alphabet.collation.isOrdered(a.title, before: b.title) { return true }
        if alphabet.collation.isOrdered(b.title, before: a.title) { return false }
        return a.weight != b.weight ? a.weight > b.weight : a.id < b.id
      }
      #expect(found == expected.map(\.id), "seed \(seed), step \(step)")
    }
  }
}
