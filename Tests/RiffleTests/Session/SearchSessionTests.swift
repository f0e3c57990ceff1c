import Riffle
import RiffleTestSupport
import Testing

/// A session against calls that know nothing of each other. RIFFLE_CASES sets how many edits are tried,
/// RIFFLE_SEED where they begin.
@Suite struct SearchSessionTests {
  private static let caseCount = setting("RIFFLE_CASES") ?? 1000
  private static let firstSeed = setting("RIFFLE_SEED").map(UInt64.init) ?? 1
  private static let editsPerSession = 30

  @Test(arguments: QueryMode.allCases)
  func everyEditIsAnsweredAsIfItWereTheFirst(mode: QueryMode) throws {
    let sessionCount = SearchSessionTests.caseCount / SearchSessionTests.editsPerSession / QueryMode.allCases.count
    for seed in SearchSessionTests.firstSeed..<SearchSessionTests.firstSeed + UInt64(max(1, sessionCount)) {
      var random = RandomText(seed: seed)
      let items = random.items(count: random.oneIn(4) ? 400 : 40)
      try compare(items, mode, &random, "seed \(seed)")
    }
  }

  @Test(arguments: Sample.allCases)
  func everyEditIsAnsweredAsIfItWereTheFirstOnRealLists(sample: Sample) throws {
    let seed = SearchSessionTests.firstSeed
    var random = RandomText(seed: seed)
    let all = try sample.items()
    let items = (0..<2000).map { row in
      let item = all[random.number(below: all.count)]
      return Item(id: row, title: item.title, searchText: item.searchText)
    }
    for _ in 0..<max(3, SearchSessionTests.caseCount / 1000) {
      try compare(items, .smart, &random, "\(sample), seed \(seed)")
    }
  }

  @Test(arguments: HitOrder.allCases)
  func laterWindowsContinueTheAnswer(order: HitOrder) throws {
    let items = (0..<500).map { Item(id: $0, title: "row \($0 % 7) number \($0)") }
    let snapshot = try SearchIndex(items).snapshot()
    let session = snapshot.session()
    for offset in [0, 10, 20, 300, 5, 0, 490, 10_000] {
      let request = SearchRequest(try Query("row"), order: order, offset: offset, limit: 10)
      let found = session.search(request)
      let expected = snapshot.search(request)
      #expect(found.map(\.id) == expected.map(\.id), "from \(offset)")
      #expect(found.total == expected.total && found.isTotalExact == expected.isTotalExact, "from \(offset)")
    }
  }

  /// Windows of an answer that is at hand take no work, so no limit ends them.
  @Test(arguments: HitOrder.allCases)
  func anAnswerAtHandTakesNoWork(order: HitOrder) throws {
    let items = (0..<500).map { Item(id: $0, title: "row \($0 % 7) number \($0)") }
    let session = try SearchIndex(items).snapshot().session()
    var request = SearchRequest(try Query("row"), order: order, limit: 10)
    let first = session.search(request)
    #expect(first.work.steps > 1)
    request.limit = 5
    request.workLimit = 1
    let again = session.search(request)
    #expect(again.map(\.id) == first.prefix(5).map(\.id) && again.ending == .complete)
    #expect(again.work == SearchWork())
  }

  private func compare(
    _ items: [Item<Int>], _ mode: QueryMode, _ random: inout RandomText, _ origin: String
  ) throws {
    var options = IndexOptions()
    options.efforts = random.efforts()
    let snapshot = try random.snapshot(items, options)
    let session = snapshot.session()
    var typed = ""
    var script: [String] = []
    for _ in 0..<SearchSessionTests.editsPerSession {
      random.edit(&typed, items)
      script.append(typed)
      let query: Query
      let mode = random.oneIn(5) ? QueryMode.words : mode
      do { query = try Query(typed, mode: mode) } catch { continue }
      let limit = random.oneIn(3) ? 1000 : 10
      let offset = random.oneIn(4) ? 3 : 0
      let counted = random.oneIn(2) ? TotalLimit.upTo(random.number(below: 40)) : .exact
      let order = random.oneIn(5) ? HitOrder.list : .relevance
      let request = SearchRequest(query, order: order, offset: offset, limit: limit, totalLimit: counted)
      let found = session.search(request)
      let expected = snapshot.search(request)
      let isEqual =
        found.map(\.id) == expected.map(\.id) && found.map(\.score) == expected.map(\.score)
        && found.total == expected.total && found.isTotalExact == expected.isTotalExact
        && found.map { $0.utf8Highlights(in: .title) } == expected.map { $0.utf8Highlights(in: .title) }
      #expect(
        isEqual,
        "\(origin), typed \(script): \(found.map(\.id)) of \(found.total), expected \(expected.map(\.id)) of \(expected.total)"
      )
      if !isEqual { return }
    }
  }
}

extension RandomText {
  /// Types on, deletes, writes in the middle, pastes another query, or clears the field.
  fileprivate mutating func edit(_ typed: inout String, _ items: [Item<Int>]) {
    let target = query(for: items)
    switch number(below: 10) {
    case 0:
      typed = target
    case 1:
      typed = ""
    case 2, 3:
      typed = String(typed.dropLast(1 + number(below: 3)))
    case 4:
      let place = typed.index(typed.startIndex, offsetBy: number(below: typed.count + 1))
      typed.insert(contentsOf: target.prefix(1), at: place)
    case 5:
      typed += " "
    default:
      typed += target.dropFirst(number(below: target.count + 1)).prefix(1 + number(below: 2))
    }
  }
}
