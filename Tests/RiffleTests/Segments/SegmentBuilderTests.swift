import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct SegmentBuilderTests {
  private static let firstSeed = setting("RIFFLE_SEED").map(UInt64.init) ?? 1

  @Test(arguments: 0..<UInt64(40))
  func batchesAndThreadsDoNotShow(_ offset: UInt64) throws {
    let seed = SegmentBuilderTests.firstSeed + offset
    let romanizes = seed % 3 == 0
    var random = RandomText(seed: seed, mixesScripts: romanizes)
    let items = random.items(count: random.number(below: 300))
    let folding = FoldingOptions(isCaseSensitive: random.oneIn(6), keepsAccents: random.oneIn(6))
    let options = IndexOptions(folding: folding, titlesArePaths: random.oneIn(4), romanizesTitles: romanizes)
    let expected = try segment(of: items, options, threadCount: 1, batchCount: 1000).columns
    for threadCount in 1...4 {
      let batchCount = 1 + random.number(below: random.oneIn(2) ? 5 : 100)
      let columns = try segment(of: items, options, threadCount: threadCount, batchCount: batchCount).columns
      let comment = Comment("seed \(seed), \(threadCount) threads, batches of \(batchCount)")
      #expect(columns.map(\.name) == expected.map(\.name), comment)
      for (column, other) in zip(columns, expected) where column.bytes != other.bytes {
        Issue.record("\(column.name): \(comment)")
      }
    }
  }

  private func segment(
    of items: [Item<Int>], _ options: IndexOptions, threadCount: Int, batchCount: Int
  ) throws -> Segment {
    var builder = SegmentBuilder(
      options: options, expectedCount: items.count / 2, threadCount: threadCount, batchCount: batchCount)
    for item in items {
      try builder.append(
        title: item.title, reading: item.reading, searchText: item.searchText, weight: item.weight,
        isSearchable: item.isSearchable)
    }
    let (segment, answer) = try builder.finish { 42 }
    #expect(answer == 42)
    return segment
  }

  /// Where all words of a field are simple ones, they are not laid out to find this.
  @Test(arguments: 0..<UInt64(20))
  func placesAndPairsAreThoseOfTheLayout(_ offset: UInt64) throws {
    let seed = SegmentBuilderTests.firstSeed + offset
    let romanizes = seed % 3 == 0
    var random = RandomText(seed: seed, mixesScripts: romanizes)
    let items = random.items(count: 150)
    let options = IndexOptions(titlesArePaths: random.oneIn(3), romanizesTitles: romanizes)
    let segment = try segment(of: items, options, threadCount: 1, batchCount: 1000)
    var layout = ItemLayout()
    var pairs: [PairKey.Entry] = []
    var places: [[UInt32: UInt8]] = Array(repeating: [:], count: segment.dictionary.count)
    for row in items.indices {
      segment.layOut(row, into: &layout)
      PairKey.append(
        layout, letters: Array(segment.dictionary.bytes), row: row, titleCount: layout.titleCount,
        titleStart: layout.titleStart, to: &pairs)
      let ordinal = segment.order.ordinal(row)
      let tokens = segment.tokens.tokens(of: ordinal)
      layout.forEachPhrase { words, count in
        for index in words {
          let place = Place(
            layout.words[index], titleCount: layout.titleCount, titleStart: layout.titleStart, nameTerms: count)
          places[TokenColumn.word(tokens[index])][UInt32(ordinal)].keepLeast(place.rawValue)
        }
      }
    }
    for word in places.indices {
      let range = segment.postings.range(word..<word + 1)
      let found = Dictionary(
        uniqueKeysWithValues: zip(segment.postings.rows[range], segment.postings.places[range]))
      if found != places[word] { Issue.record("word \(word), seed \(seed)") }
    }
    let expected = PairPostings([(0, pairs)], rows: segment.order.all)
    let pairColumns = ColumnList(of: segment.pairs).columns
    #expect(pairColumns.map(\.bytes) == ColumnList(of: expected).columns.map(\.bytes), "seed \(seed)")
  }

  @Test(arguments: [1, 2, 3])
  func longListsAreReadByAsManyThreadsAsThereAre(threadCount: Int) throws {
    let items = (0..<30_000).map { Item(id: $0, title: "Item \($0 % 9973) of \($0)", searchText: "row \($0 / 2)") }
    let snapshot = try SearchIndex(items, threadCount: threadCount).snapshot()
    let expected = try segment(of: items, IndexOptions(), threadCount: 1, batchCount: 30_000).columns
    let columns = snapshot.segments[0].columns
    #expect(columns.map(\.name) == expected.map(\.name))
    for (column, other) in zip(columns, expected) where column.bytes != other.bytes { Issue.record("\(column.name)") }
    #expect(try snapshot.search("item 9972 29918").first?.id == 29918)
  }

  @Test(arguments: [1, 2])
  func anIDThatComesAgainIsAnErrorOnAnyThread(threadCount: Int) {
    let items = (0..<20_000).map { Item(id: $0 % 19_999, title: "\($0)") }
    #expect(throws: IndexError.duplicateID(id: "0", firstOffset: 0, secondOffset: 19_999)) {
      try SearchIndex(items, threadCount: threadCount)
    }
  }

  @Test func aBuilderThatIsGivenUpWaitsForItsThreads() throws {
    var builder = SegmentBuilder(options: IndexOptions(), expectedCount: 0, threadCount: 3, batchCount: 10)
    for row in 0..<1000 { try builder.append(title: "title \(row)") }
    #expect(builder.count == 1000)
  }

  @Test func theColumnsOfASnapshotHoldThoseOfItsSegments() throws {
    let items = (0..<100).map { Item(id: $0, title: "title \($0)") }
    let index = try SearchIndex(items)
    let snapshot = index.snapshot()
    let ofSegments = snapshot.segments.reduce(0) { $0 + $1.columns.reduce(0) { $0 + $1.byteCount } }
    #expect(ofSegments > 0)
    #expect(snapshot.columns.reduce(0) { $0 + $1.byteCount } > ofSegments)
  }

  /// What a segment keeps is found by looking into all of it: none is forgotten by those who list it.
  @Test func allColumnsOfASegmentAreListed() throws {
    var random = RandomText(seed: 1, mixesScripts: true)
    let options = IndexOptions(titlesArePaths: true, romanizesTitles: true)
    let segment = try segment(of: random.items(count: 300), options, threadCount: 1, batchCount: 7)
    let listed = segment.columns
    #expect(Set(listed.map(\.name)).count == listed.count)
    let sizes = KeptElements.sizes(in: segment).filter { $0 > 0 }
    #expect(sizes.count > 20 && sizes.sorted() == listed.map(\.byteCount).filter { $0 > 0 }.sorted())
  }
}

/// The columns and arrays of integers in an object, in bytes.
private enum KeptElements {
  static func sizes(in value: Any) -> [Int] {
    if let elements = value as? any SizedElements { return [elements.size] }
    return Mirror(reflecting: value).children.flatMap { sizes(in: $0.value) }
  }
}

private protocol SizedElements { var size: Int { get } }
extension Column: SizedElements { fileprivate var size: Int { count * MemoryLayout<Element>.stride } }
extension Array: SizedElements where Element: FixedWidthInteger {
  fileprivate var size: Int { count * MemoryLayout<Element>.stride }
}

extension UInt8? {
  fileprivate mutating func keepLeast(_ value: UInt8) { self = Swift.min(self ?? value, value) }
}
