import MadeUpLists
import RiffleTestSupport
import Testing

@testable import Riffle

/// Segments that are read from where they have been written. RIFFLE_CASES sets how many lists, RIFFLE_SEED where they begin.
@Suite struct WrittenSegmentTests {
  private static let firstSeed = setting("RIFFLE_SEED") ?? 1
  private static let seeds = firstSeed..<firstSeed + (setting("RIFFLE_CASES") ?? 40)

  @Test func whatIsReadAgainIsWhatWasWritten() throws {
    for seed in Self.seeds {
      var random = RandomText(seed: UInt64(seed), mixesScripts: seed % 3 == 0)
      let list = try RandomList(&random)
      let written = WrittenColumns(list.segment.columns) { random.number(below: $0) }
      let memory = written.memory()
      let segment = try Segment(written.source(memory), options: list.segment.options)
      let snapshot = list.snapshot.withSegments { _ in segment }
      for _ in 0..<20 {
        let request = random.request(for: list.items)
        let (found, expected) = (snapshot.search(request), list.snapshot.search(request))
        #expect(found.map(\.id) == expected.map(\.id) && found.map(\.score) == expected.map(\.score), "seed \(seed)")
      }
      #expect(zip(segment.columns, list.segment.columns).allSatisfy { $0.name == $1.name && $0.bytes == $1.bytes })
      #expect(segment.columns.count == list.segment.columns.count && !memory.isDamaged, "seed \(seed)")
    }
  }

  /// Whatever blocks have become zeros, a search ends, and says so.
  @Test func damageDoesNoHarmAndIsNotBelieved() throws {
    var damagedAnswers = 0
    for seed in Self.seeds {
      var random = RandomText(seed: UInt64(seed), mixesScripts: seed % 3 == 0)
      let list = try RandomList(&random)
      let written = WrittenColumns(list.segment.columns) { random.number(below: $0) }
      for _ in 0..<12 {
        let share = 1 + random.number(below: 8)
        let damaged = Set((0..<written.blockCount).filter { _ in random.oneIn(share) })
        let memory = written.memory(damaged: damaged)
        guard let segment = try? Segment(written.source(memory), options: list.segment.options) else { continue }
        let snapshot = list.snapshot.withSegments { _ in segment }
        for _ in 0..<6 {
          let request = random.request(for: list.items)
          let found = snapshot.search(request)
          _ = found.total
          for hit in found { _ = snapshot.explain(request, id: hit.id) }
          if memory.isDamaged {
            damagedAnswers += 1
          } else {
            #expect(found.map(\.id) == list.snapshot.search(request).map(\.id), "seed \(seed)")
          }
        }
        for row in 0..<segment.count { _ = segment.string(.title, row) }
      }
    }
    #expect(damagedAnswers > 0)
  }

  /// What is long is checked block by block when it is read, the rest before.
  @Test func whatNobodyReadsIsNotChecked() throws {
    var rows = MadeUpRows(seed: 1)
    let items = (0..<40_000).map { rows.row(id: $0) }
    let index = try SearchIndex(items)
    let written = WrittenColumns(index.snapshot().segments[0].columns)
    let memory = written.memory()
    let snapshot = try index.snapshot().withSegments { _ in try Segment(written.source(memory), options: IndexOptions())
    }
    let atFirst = memory.checkedByteCount
    let found = try snapshot.search(rows.words[700], limit: 10)
    #expect(try found.map(\.id) == index.search(rows.words[700], limit: 10).map(\.id))
    #expect(atFirst > 0 && atFirst < memory.checkedByteCount && memory.checkedByteCount < memory.byteCount)
  }

  /// Titles are most of a list; a search reads those that it scores.
  @Test(arguments: ["zebra", "zebrs", "-zebra"]) func titlesThatAreNotScoredAreNotChecked(query: String) throws {
    let filler = String(repeating: "mn ", count: 300)
    let items = (0..<3000).map { Item(id: $0, title: "\(filler)\($0 % 500 == 7 ? "zebra" : "horse")") }
    let index = try SearchIndex(items)
    let written = WrittenColumns(index.snapshot().segments[0].columns)
    let memory = written.memory()
    let snapshot = try index.snapshot().withSegments { _ in try Segment(written.source(memory), options: IndexOptions())
    }
    let titleByteCount = try #require(written.extents["titles.bytes"]).byteCount
    let atFirst = memory.checkedByteCount
    let found = try snapshot.search(query, limit: 3)
    #expect(try found.map(\.id) == index.search(query, limit: 3).map(\.id) && found.count == 3)
    #expect(memory.checkedByteCount - atFirst < titleByteCount / 2)
  }

  @Test func columnsThatAreMissingOrDoNotBelongAreErrors() throws {
    var random = RandomText(seed: 7)
    let list = try RandomList(&random)
    let written = WrittenColumns(list.segment.columns)
    let optional: Set = ["weights", "searchable", "romanized", "unworded", "tokens.compounds", "postings.wordSpots"]
    var refused = 0
    for (name, extent) in written.extents {
      var extents = written.extents
      extents[name] = nil
      let memory = written.memory()
      func segment() throws -> Segment { try Segment(ColumnSource(memory, extents), options: list.segment.options) }
      if !optional.contains(name) { #expect(throws: SegmentError.missingColumn(name)) { try segment() } }
      let (size, count) = (extent.elementSize, extent.count)
      let wrong: [(offset: Int, byteCount: Int, elementSize: Int, count: Int)] = [
        (extent.offset, extent.byteCount, size == 8 ? 4 : 8, count), (-size, extent.byteCount, size, count),
        (extent.offset, memory.byteCount - extent.offset + size, size, count), (.max, extent.byteCount, size, count),
        (extent.offset, -size, size, count), (extent.offset, .max, size, count),
        (extent.offset, extent.byteCount, size, -1),
      ]
      for (offset, byteCount, elementSize, count) in wrong {
        extents[name] = ColumnSource.Extent(
          offset: offset, byteCount: byteCount, elementSize: elementSize, count: count)
        #expect(throws: SegmentError.wrongColumn(name), "\(name)") { try segment() }
      }
      // One element more, or fewer: wrong, or what some columns may well have.
      for change in [-1, 1] where extent.byteCount > 0 {
        extents[name] = ColumnSource.Extent(
          offset: extent.offset, byteCount: extent.byteCount + change * size, elementSize: size, count: count + change)
        do { _ = try segment() } catch is SegmentError { refused += 1 }
      }
    }
    #expect(refused > written.extents.count)
  }
}

/// Items and the segment of them.
private struct RandomList {
  let items: [Item<Int>]
  let snapshot: Snapshot<Item<Int>, Int>
  var segment: Segment { snapshot.segments[0] }

  init(_ random: inout RandomText) throws {
    items = random.items(count: 1 + random.number(below: 300))
    var options = IndexOptions(titlesArePaths: random.oneIn(4), romanizesTitles: random.oneIn(3))
    options.efforts = random.efforts()
    snapshot = try SearchIndex(items, options: options).snapshot()
  }
}

extension RandomText {
  fileprivate mutating func request(for items: [Item<Int>]) -> SearchRequest {
    let text = query(for: items)
    let mode = QueryMode.allCases[number(below: QueryMode.allCases.count)]
    let query = oneIn(3) ? try? Query(marked(text), mode: mode, syntax: .extended) : try? Query(text, mode: mode)
    return SearchRequest(
      query ?? .blank(), order: oneIn(4) ? .list : .relevance, limit: oneIn(3) ? .max : 10, reach: reach(),
      terms: terms(), layouts: layouts(), weightWorth: weightWorth())
  }
}
