import Riffle
import RiffleInput
import RiffleTestSupport
import Testing

@testable import RifflePicker

/// A search of lines of which an index has only the first, against an index of all of them. RIFFLE_SEED sets where random lists
/// begin.
struct UnindexedSearchTests {
  private static let firstSeed = UInt64(setting("RIFFLE_SEED") ?? 1)

  private static func index(_ lines: Range<Int>, _ texts: SearchedLines, _ options: PickerListOptions) throws
    -> SearchIndex<UInt32, UInt32>
  {
    try SearchIndex(
      lines.map { UInt32($0) }, id: { $0 }, title: { texts.title(Int($0)) }, searchText: { texts.searchText(Int($0)) },
      reading: { texts.reading(Int($0)) }, weight: { texts.weight(Int($0)) }, options: options.index)
  }

  private func options(_ random: inout RandomText) -> PickerListOptions {
    var options = PickerListOptions(InputDescription(files: [], format: .lines))
    switch random.number(below: 6) {
    case 0: options.prefersFirst = true
    case 1: options.isReversed = true
    case 2: options.shape.searched = [FieldRange("2..")].compactMap(\.self)
    case 3: options.index.titlesArePaths = true
    default: break
    }
    return options
  }

  /// Lines as they are read: several at once, now and then one that does not end.
  private func store(_ titles: [String], _ random: inout RandomText) -> LineStore {
    let store = LineStore()
    var rest = titles[...]
    while !rest.isEmpty {
      let count = min(rest.count, 1 + random.number(below: 40))
      let isOpen = random.oneIn(8)
      var (bytes, ranges) = ([UInt8](), [Range<Int>]())
      for (number, title) in rest.prefix(count).enumerated() {
        let start = bytes.count
        bytes += Array(title.utf8)
        ranges.append(start..<bytes.count)
        if !isOpen || number + 1 < count { bytes.append(0x0A) }
      }
      store.append(bytes[...], ranges: ranges)
      rest = rest.dropFirst(count)
    }
    return store
  }

  @Test(arguments: firstSeed..<firstSeed + 60)
  func linesWithoutIndexAreFoundAsThoseWithOne(seed: UInt64) throws {
    var random = RandomText(seed: seed)
    let options = options(&random)
    let titles = (0..<1 + random.number(below: 200)).map { _ in
      String(random.title().map { $0.isNewline ? " " : $0 })
    }
    let texts = SearchedLines(store(titles, &random), options)
    let items = titles.enumerated().map { Item(id: $0, title: $1) }
    let split = random.number(below: titles.count + 1)
    let (part, whole) = (
      try Self.index(0..<split, texts, options), try Self.index(0..<titles.count, texts, options)
    )
    for _ in 0..<12 {
      let text = random.query(for: items)
      let mode = QueryMode.allCases[random.number(below: QueryMode.allCases.count)]
      let marked = random.oneIn(3) ? random.marked(text) : text
      guard let query = try? Query(marked, mode: mode, syntax: random.oneIn(2) ? .extended : .plain), !query.isBlank
      else { continue }
      var request = SearchRequest(
        query, offset: random.oneIn(3) ? random.number(below: 10) : 0, limit: random.oneIn(3) ? .max : 10,
        totalLimit: .exact, reach: random.reach(), terms: random.terms())
      request.comparesCostsOnly = texts.equals != nil
      // Where equals are turned round, modes without ranks are asked in list order.
      let hasRanks = !query.onlyExcludes && mode != .substring && mode != .lowercasedSubstring
      if random.oneIn(3) || options.isReversed && !hasRanks { request.order = .list }
      var search = UnindexedSearch(request, part.snapshot(), first: split, texts, options, Cancellation())
      var end = split
      while end < titles.count {
        end = min(titles.count, end + 1 + random.number(below: 80))
        let isDone = search.extend(to: end, threadCount: 1 + random.number(below: 3), unless: Cancellation())
        #expect(isDone)
        if random.oneIn(2) { _ = search.answer(unless: Cancellation()) }
      }
      let found = search.answer(unless: Cancellation())
      let expected = expected(request, whole, texts, isReversed: options.isReversed)
      #expect(
        found.total == expected.total && found.hits.map(\.id) == expected.ids,
        "seed \(seed), \(split) of \(titles.count) indexed, \(request): \(found.hits.map(\.id)) of \(found.total), expected \(expected)"
      )
    }
  }

  private func expected(
    _ request: SearchRequest, _ index: SearchIndex<UInt32, UInt32>, _ texts: SearchedLines, isReversed: Bool
  ) -> (total: Int, ids: [UInt32]) {
    if request.order == .list {
      var all = request
      (all.offset, all.limit) = (0, .max)
      let ids = index.search(all).map(\.element)
      return (ids.count, Array(request.window(of: isReversed ? ids.reversed() : ids)))
    }
    guard let equals = texts.equals else {
      let results = index.search(request)
      return (results.total, results.map(\.element))
    }
    let widened = equals.widened(request, lineCount: texts.lines.count)
    let results = index.search(widened)
    return (results.total, equals.window(of: results, request, widened: widened).map(\.element))
  }

  @Test func aCancelledScanHasSearchedNothing() throws {
    let store = LineStore()
    store.append(Array("a\nb\n".utf8)[...], ranges: [0..<1, 2..<3])
    let options = PickerListOptions(InputDescription(files: [], format: .lines))
    let texts = SearchedLines(store, options)
    let index = try Self.index(0..<0, texts, options)
    var search = UnindexedSearch(
      SearchRequest(try Query("a")), index.snapshot(), first: 0, texts, options, Cancellation())
    let cancelled = Cancellation()
    cancelled.cancel()
    let isDone = [cancelled, Cancellation()].map { search.extend(to: 2, threadCount: 2, unless: $0) }
    let found = search.answer(unless: Cancellation()).hits.map(\.id)
    #expect(isDone == [false, true] && search.end == 2 && found == [0])
  }
}
