import RiffleTestSupport
import Testing

@testable import Riffle

/// Merged segments against those built of the same items. RIFFLE_CASES sets how many merges are tried, RIFFLE_SEED the
/// first seed.
@Suite struct SegmentMergeTests {
  private static let firstSeed = setting("RIFFLE_SEED").map(UInt64.init) ?? 1
  private static let caseCount = UInt64((setting("RIFFLE_CASES") ?? 3000) / 20)

  @Test(arguments: 0..<caseCount)
  func aMergedSegmentIsTheOneBuiltOfItsItems(_ offset: UInt64) throws {
    let seed = SegmentMergeTests.firstSeed + offset
    var random = RandomText(seed: seed)
    let merge = RandomMerge(&random)
    let pieceLength = 1 + random.number(below: random.oneIn(2) ? 10 : 1000)
    let sources = try merge.sources.map { try segment(of: $0, merge.options) }
    let run = SegmentMerge(sources, order: merge.order, pieceLength: pieceLength)
    let merged = try #require(try run.run { false })
    let differences = merged.differences(from: try segment(of: merge.items, merge.options))
    #expect(differences == [], "seed \(seed), pieces of \(pieceLength)")
  }

  @Test(arguments: 0..<caseCount / 3)
  func aMergeEndsOnceItIsCancelled(_ offset: UInt64) throws {
    let seed = SegmentMergeTests.firstSeed + offset
    var random = RandomText(seed: seed)
    let merge = RandomMerge(&random)
    let pieceLength = 1 + random.number(below: 100)
    let sources = try merge.sources.map { try segment(of: $0, merge.options) }
    var checks = 0
    let whole = SegmentMerge(sources, order: merge.order, pieceLength: pieceLength)
    _ = try whole.run {
      checks += 1
      return false
    }
    let last = random.number(below: checks)
    var asked = 0
    let cancelled = SegmentMerge(sources, order: merge.order, pieceLength: pieceLength)
    let merged = try cancelled.run {
      asked += 1
      return asked > last
    }
    #expect(merged == nil, "seed \(seed), check \(last) of \(checks)")
    #expect(asked == last + 1, "seed \(seed), check \(last) of \(checks)")
  }

  @Test func manyRowsAreMergedPieceByPiece() throws {
    let items = (0..<30_000).map { Item(id: $0, title: "Item \($0 % 9973) of \($0)", searchText: "row \($0 / 2)") }
    let parts = (0..<5).map { part in items.filter { $0.id * $0.id % 17 % 5 == part } }
    var next = [0, 0, 0, 0, 0]
    let order = items.map { item in
      let source = item.id * item.id % 17 % 5
      defer { next[source] += 1 }
      return MergeRow(source: source, row: next[source])
    }
    let sources = try parts.map { try segment(of: $0, IndexOptions()) }
    let merged = try #require(try SegmentMerge(sources, order: order).run { false })
    #expect(merged.differences(from: try segment(of: items, IndexOptions())) == [])
  }

  @Test func nothingIsLeftOfDeadRows() throws {
    let options = IndexOptions(titlesArePaths: true)
    var random = RandomText(seed: 1)
    let sources = try (0..<3).map { _ in try segment(of: random.items(count: 20), options) }
    let merged = try #require(try SegmentMerge(sources, order: []).run { false })
    #expect(merged.differences(from: try segment(of: [], options)) == [])
    #expect(merged.dictionary.count == 0)
  }

  @Test func segmentsWithoutRowsAddNothing() throws {
    let empty = try segment(of: [], IndexOptions())
    #expect(try #require(try SegmentMerge([], order: []).run { false }).differences(from: empty) == [])
    #expect(try #require(try SegmentMerge([empty, empty], order: []).run { false }).differences(from: empty) == [])
    var random = RandomText(seed: 2)
    let items = random.items(count: 10)
    let order = items.indices.map { MergeRow(source: 1, row: $0) }
    let source = try segment(of: items, IndexOptions())
    let merged = try #require(try SegmentMerge([empty, source, empty], order: order).run { false })
    #expect(merged.differences(from: source) == [])
  }

  /// A column has rows only where some item that is left has a text in it.
  @Test func columnsThatOnlyDeadRowsNeedVanish() throws {
    let items = [
      Item(id: 0, title: "one"), Item(id: 1, title: "two", searchText: "x", reading: "y", weight: 7),
      Item(id: 2, title: "two", isSearchable: false), Item(id: 3, title: "three two"),
    ]
    let source = try segment(of: items, IndexOptions())
    let order = [0, 3].map { MergeRow(source: 0, row: $0) }
    let merged = try #require(try SegmentMerge([source], order: order).run { false })
    #expect(merged.differences(from: try segment(of: [items[0], items[3]], IndexOptions())) == [])
    #expect(merged.searchTexts.count == 0)
    #expect(merged.readings.count == 0)
    #expect(merged.weights == nil)
    #expect(merged.searchable == nil)
    #expect(merged.dictionary.count == 3)
  }

  private func segment(of items: [Item<Int>], _ options: IndexOptions) throws -> Segment {
    var builder = SegmentBuilder(options: options, expectedCount: items.count, threadCount: 1)
    for item in items {
      try builder.append(
        title: item.title, reading: item.reading, searchText: item.searchText, weight: item.weight,
        isSearchable: item.isSearchable)
    }
    return try builder.finish { 0 }.0
  }
}

/// Lists to merge, and the one that they become.
private struct RandomMerge {
  let options: IndexOptions
  private(set) var sources: [[Item<Int>]]
  private(set) var order: [MergeRow] = []
  private(set) var items: [Item<Int>] = []

  init(_ random: inout RandomText) {
    options = IndexOptions(
      folding: FoldingOptions(isCaseSensitive: random.oneIn(6), keepsAccents: random.oneIn(6)),
      titlesArePaths: random.oneIn(4), romanizesTitles: random.oneIn(3))
    sources = Array(repeating: [], count: 1 + random.number(below: random.oneIn(5) ? 40 : 9))
    let isPlain = random.oneIn(4)
    let oneDeadIn = random.oneIn(3) ? Int.max : 1 + random.number(below: 20)
    // As often as not one source has most of the rows.
    let oneElsewhereIn = random.oneIn(2) ? 1 : 10
    for var item in random.items(count: random.number(below: 300)) {
      if isPlain { item = Item(id: item.id, title: item.title) }
      if random.oneIn(3000) {
        item.title = String(repeating: item.title + " ", count: 70_000 / (item.title.utf8.count + 1))
      }
      if random.oneIn(3000) { item.searchText = String(repeating: "ab\(item.id) ", count: 9000) }
      let source = random.oneIn(oneElsewhereIn) ? random.number(below: sources.count) : 0
      if !random.oneIn(oneDeadIn) {
        order.append(MergeRow(source: source, row: sources[source].count))
        items.append(item)
      }
      sources[source].append(item)
    }
  }
}

extension Segment {
  /// The names of what is not the same in another segment.
  fileprivate func differences(from other: Segment) -> [String] {
    var names = zip(columns, other.columns).filter { $0.name != $1.name || $0.bytes != $1.bytes }.map(\.0.name)
    if columns.count != other.columns.count { names.append("the number of columns") }
    // What arrays alone do not show.
    if (weights == nil) != (other.weights == nil) { names.append("weights") }
    if searchable != other.searchable { names.append("searchable") }
    if count != other.count { names.append("count") }
    if readings.count != other.readings.count { names.append("readings") }
    if searchTexts.count != other.searchTexts.count { names.append("searchTexts") }
    if dictionary.count != other.dictionary.count { names.append("dictionary") }
    if dictionary.letters.count != other.dictionary.letters.count { names.append("dictionary.letters") }
    if pairs.keyCount != other.pairs.keyCount { names.append("pairs.keyBits") }
    if options != other.options { names.append("options") }
    return names
  }
}
