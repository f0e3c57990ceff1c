import RiffleTestSupport
import Testing

@testable import Riffle

/// Lists whose texts are more than one segment can hold.
@Suite struct NewSegmentsTests {
  private static let orders: [(name: String, order: ListOrder<Item<Int>>)] = [
    ("manual", .manual), ("by title", .sorted { $0.title < $1.title }),
    ("in buckets", .sorted(into: ["a", "b", "c"], bucket: { $0.id % 3 }, by: { $0.title < $1.title })),
  ]

  private static func options(_ mostSegmentBytes: Int) -> IndexOptions {
    var options = IndexOptions()
    options.upkeep.mostSegmentBytes = mostSegmentBytes
    return options
  }

  @Test(arguments: 1...UInt64(12), 0..<3)
  func theyAreSearchedAndOrderedLikeOthers(_ seed: UInt64, _ order: Int) throws {
    var random = RandomText(seed: seed)
    let items = random.items(count: 120)
    let list = NewSegmentsTests.orders[order].order
    let whole = try SearchIndex(items, order: list)
    let index = try SearchIndex(items, order: list, options: NewSegmentsTests.options(600 + random.number(below: 2000)))
    let origin = "\(NewSegmentsTests.orders[order].name), seed \(seed)"
    #expect(index.statistics().segments.count > 1, "\(origin)")
    for attempt in 0..<25 {
      if attempt == 15 { try index.optimize() }
      if attempt == 20 {
        let other = Array(random.items(count: 40).suffix(20))
        for index in [whole, index] { try index.upsert(contentsOf: other) }
      }
      guard let query = try? Query(attempt % 5 == 0 ? "" : random.query(for: items)) else { continue }
      let request = SearchRequest(query, order: attempt % 2 == 0 ? .list : .relevance)
      let (found, expected) = (index.snapshot().search(request), whole.snapshot().search(request))
      #expect(found.map(\.id) == expected.map(\.id), "“\(query.text)”, \(origin)")
    }
    #expect(index.snapshot().state.bucketCounts == whole.snapshot().state.bucketCounts, "\(origin)")
    #expect(index.snapshot().state.labelProblem == nil, "\(origin)")
  }

  @Test func scopesAndTruncatedTextsBelongToTheirItems() throws {
    let items = (0..<60).map { Item(id: $0, title: "title \($0)", searchText: String(repeating: "x ", count: $0)) }
    func index(_ options: IndexOptions) throws -> SearchIndex<Item<Int>, Int> {
      try SearchIndex(
        items, id: \.id, title: \.title, searchText: \.searchText,
        scopes: ["odd": { $0.id % 2 == 1 }, "none": { _ in false }], options: options)
    }
    let (parts, whole) = (try index(NewSegmentsTests.options(700)), try index(IndexOptions()))
    #expect(parts.statistics().segments.count > 3 && whole.statistics().segments.count == 1)
    for scope in [Scope.scope("odd"), .not(.scope("odd")), .scope("none")] {
      let request = SearchRequest(try Query("title"), order: .list)
      let found = try parts.snapshot().restricted(to: scope).search(request).map(\.id)
      #expect(try found == whole.snapshot().restricted(to: scope).search(request).map(\.id))
    }
  }

  /// The first id that comes again is told, whichever segments it is in.
  @Test(arguments: 1...UInt64(60))
  func idsThatComeAgainAreToldByTheirOffsets(_ seed: UInt64) throws {
    var random = RandomText(seed: seed)
    let ids = (0..<40).map { _ in random.number(below: 400) }
    let items = ids.map { Item(id: $0, title: "title \($0)") }
    func failure(_ options: IndexOptions) -> IndexError? {
      do throws(IndexError) { _ = try SearchIndex(items, options: options) } catch { return error }
      return nil
    }
    let second = ids.indices.first { ids[..<$0].contains(ids[$0]) }
    let expected = try second.map { second in
      IndexError.duplicateID(
        id: "\(ids[second])", firstOffset: try #require(ids.firstIndex(of: ids[second])), secondOffset: second)
    }
    #expect(failure(IndexOptions()) == expected, "seed \(seed)")
    #expect(failure(NewSegmentsTests.options(200)) == expected, "seed \(seed)")
  }

  @Test func aTextThatNoSegmentHoldsBesideOthersHasOneOfItsOwn() throws {
    let items = [3, 5000, 4, 6000, 7, 8].enumerated().map { Item(id: $0, title: String(repeating: "a ", count: $1)) }
    let index = try SearchIndex(items, options: NewSegmentsTests.options(2000))
    #expect(index.statistics().segments.map(\.liveCount) == [1, 1, 1, 1, 2])
    #expect(try index.search("a").count == items.count)
  }
}
