import Foundation
import Riffle
import RiffleTestSupport
import Testing

/// Lines searched while they are read against the exhaustive search. RIFFLE_CASES sets how many (list, query)
/// pairs are tried, RIFFLE_SEED where they begin.
struct LineSearchTests {
  private static let caseCount = setting("RIFFLE_CASES") ?? 1000
  private static let firstSeed = setting("RIFFLE_SEED").map(UInt64.init) ?? 1
  private static let queriesPerList = 20

  @Test(arguments: QueryMode.allCases, [Query.Syntax.plain, .extended])
  func linesGiveTheExhaustiveAnswer(mode: QueryMode, syntax: Query.Syntax) throws {
    let listCount = LineSearchTests.caseCount / LineSearchTests.queriesPerList / (2 * QueryMode.allCases.count)
    for seed in LineSearchTests.firstSeed..<LineSearchTests.firstSeed + UInt64(listCount) {
      var random = RandomText(seed: seed)
      let lines = RandomLines(&random, count: random.oneIn(4) ? 400 : 40)
      let folding = FoldingOptions(
        isCaseSensitive: random.oneIn(6), keepsAccents: random.oneIn(6), language: random.oneIn(8) ? .turkic : .any)
      let options = IndexOptions(folding: folding, titlesArePaths: random.oneIn(5))
      try compare(lines, options, &random, LineSearchTests.queriesPerList, mode, syntax, "seed \(seed)")
    }
  }

  @Test(arguments: Sample.allCases, QueryMode.allCases)
  func linesGiveTheExhaustiveAnswerOnRealLists(sample: Sample, mode: QueryMode) throws {
    let seed = LineSearchTests.firstSeed
    var random = RandomText(seed: seed)
    let all = try sample.items()
    let titles = (0..<1000).map { _ in all[random.number(below: all.count)].title }
    let lines = RandomLines(titles: titles)
    let queryCount = max(10, LineSearchTests.caseCount / 500)
    for syntax in [Query.Syntax.plain, .extended] {
      try compare(lines, IndexOptions(), &random, queryCount, mode, syntax, "\(sample), seed \(seed)")
    }
  }

  private func compare(
    _ lines: RandomLines, _ options: IndexOptions, _ random: inout RandomText, _ queryCount: Int, _ mode: QueryMode,
    _ syntax: Query.Syntax, _ origin: String
  ) throws {
    let oracle = Oracle(lines.items, options: options)
    for _ in 0..<queryCount {
      let layouts = random.layouts()
      let text = random.mistyped(random.query(for: lines.items), layouts)
      let query: Query
      do { query = try Query(text, mode: mode, syntax: syntax) } catch .tooManyTerms { continue }
      let limit = random.oneIn(2) ? 10 : .max
      let offset = random.oneIn(3) ? random.oneIn(4) ? -3 : 3 : 0
      let order = random.oneIn(4) ? HitOrder.list : .relevance
      let request = SearchRequest(
        query, order: order, offset: offset, limit: limit, terms: random.terms(), layouts: layouts,
        weightWorth: random.weightWorth())
      let search = LineSearch(request, options: options)
      let expected = oracle.search(request)
      let found = lines.search(search, workerCount: 1 + random.number(below: 3), &random)
      #expect(
        found.map(\.position) == expected.ids && found.map(\.score) == expected.scores && found.total == expected.total,
        "\(origin), query “\(text)”: \(found.map(\.position)) of \(found.total), expected \(expected.ids) of \(expected.total)"
      )
      #expect(
        found.map { $0.utf8Highlights(in: .title) } == expected.highlights.map { $0[0] }
          && found.map(\.missingTerms) == expected.missing, "\(origin), query “\(text)”")
      for hit in found { #expect(hit.text == lines.items[hit.position].title) }
    }
  }
}

/// Initials of names in which little words are left out.
extension LineSearchTests {
  private static let words = [
    "United", "States", "america", "Banco", "Bilbao", "Vizcaya", "ArgentariaBank", "x86", "Lord", "Rings",
    "Organisation",
    "Nations", "Federal", "bureau", "Investigation", "3D", "Überall",
  ]
  private static let littleWords = [
    "of", "The", "des", "y", "de la", "of the", "OF", "of-the", "(of", "of)", "l", "OfThe",
  ]

  private func name(_ random: inout RandomText) -> String {
    var name = ""
    for index in 0..<2 + random.number(below: 4) {
      if index > 0 {
        if random.oneIn(2) {
          name += " " + LineSearchTests.littleWords[random.number(below: LineSearchTests.littleWords.count)]
        }
        name += [" ", " ", " ", "/", "-", ", "][random.number(below: 6)]
      }
      name += LineSearchTests.words[random.number(below: LineSearchTests.words.count)]
    }
    return name
  }

  @Test(arguments: [false, true])
  func linesGiveTheExhaustiveAnswerToAcronyms(isCaseSensitive: Bool) throws {
    for seed in LineSearchTests.firstSeed..<LineSearchTests.firstSeed + UInt64(LineSearchTests.caseCount / 100) {
      var random = RandomText(seed: seed)
      let lines = RandomLines(titles: (0..<60).map { _ in name(&random) })
      let options = IndexOptions(folding: FoldingOptions(isCaseSensitive: isCaseSensitive))
      let oracle = Oracle(lines.items, options: options)
      for _ in 0..<20 {
        let words = lines.items[random.number(below: lines.items.count)].title.split { !$0.isLetter && !$0.isNumber }
        let little = Set(LineSearchTests.littleWords + ["la", "the", "of"])
        var text = String(words.filter { !little.contains(String($0)) }.compactMap { $0.first })
        if !isCaseSensitive { text = text.lowercased() }
        if random.oneIn(4) { text += " " + words[words.count - 1] }
        let request = SearchRequest(try Query(text), limit: .max)
        let expected = oracle.search(request)
        let found = lines.search(LineSearch(request, options: options), workerCount: 1, &random)
        #expect(
          found.map(\.position) == expected.ids && found.map(\.score) == expected.scores,
          "seed \(seed), query “\(text)”: \(found.map(\.text)), expected \(expected.ids.map { lines.items[$0].title })")
      }
    }
  }
}

/// Lines that are longer than what an index holds.
extension LineSearchTests {
  private static let longLine = String(repeating: "x", count: 70_000) + " needle"
  private static let longText = String(repeating: "hay stäck ", count: 9_000) + "fine needle"

  private func hits(_ request: SearchRequest, _ lines: [String], romanizes: Bool = false) -> LineResults {
    let search = LineSearch(request, options: IndexOptions(romanizesTitles: romanizes))
    var worker = search.worker()
    worker.read(lines.map { $0 + "\n" }.joined().utf8.span, firstLine: 0)
    return search.results(of: [worker.finish()])
  }

  @Test(arguments: QueryMode.allCases, [false, true])
  func linesAreSearchedToTheirEnd(mode: QueryMode, romanizes: Bool) throws {
    for line in [LineSearchTests.longLine, LineSearchTests.longText] {
      let lines = ["x", line, "hay", line + "s"]
      let found = hits(SearchRequest(try Query("needle", mode: mode)), lines, romanizes: romanizes)
      #expect(Set(found.map(\.lineNumber)) == [1, 3], "\(mode)")
      let hit = try #require(found.first { $0.lineNumber == 1 })
      #expect(hit.utf8Highlights(in: .title) == [line.utf8.count - 6..<line.utf8.count])
    }
  }

  @Test func termsMayBeFarFromEachOther() throws {
    let line = "start " + LineSearchTests.longText
    #expect(hits(SearchRequest(try Query("needl start")), [line, "start"]).first?.lineNumber == 0)
    #expect(hits(SearchRequest(try Query("nedle stäck"), terms: .all), [line]).count == 1)
    #expect(hits(SearchRequest(try Query("!needle", syntax: .extended)), [line, "start"]).map(\.lineNumber) == [1])
  }

  @Test func longFieldsAreSearchedToTheirEnd() throws {
    let search = LineSearch(SearchRequest(try Query("needle")))
    var worker = search.worker()
    let (line, text) = ("t", LineSearchTests.longText)
    worker.read(
      line.utf8.span, number: 0, title: "t".utf8.span, reading: Span(), searchText: text.utf8.span, weight: 0)
    worker.read(
      line.utf8.span, number: 1, title: "t".utf8.span, reading: text.utf8.span, searchText: Span(), weight: 0)
    #expect(search.results(of: [worker.finish()]).map(\.lineNumber).sorted() == [0, 1])
  }
}

/// Lines that have columns against the exhaustive search.
extension LineSearchTests {
  @Test(arguments: QueryMode.allCases, [Query.Syntax.plain, .extended])
  func linesWithColumnsGiveTheExhaustiveAnswer(mode: QueryMode, syntax: Query.Syntax) throws {
    let listCount = LineSearchTests.caseCount / LineSearchTests.queriesPerList / (2 * QueryMode.allCases.count)
    for seed in LineSearchTests.firstSeed..<LineSearchTests.firstSeed + UInt64(listCount) {
      var random = RandomText(seed: seed)
      let items = random.items(count: random.oneIn(4) ? 300 : 40).filter(\.isSearchable)
      let folding = FoldingOptions(
        isCaseSensitive: random.oneIn(6), keepsAccents: random.oneIn(6), language: random.oneIn(8) ? .turkic : .any)
      let options = IndexOptions(
        folding: folding, titlesArePaths: random.oneIn(5), romanizesTitles: random.oneIn(4))
      let oracle = Oracle(items, options: options)
      for _ in 0..<LineSearchTests.queriesPerList {
        let text = random.query(for: items)
        let query: Query
        do { query = try Query(text, mode: mode, syntax: syntax) } catch .tooManyTerms { continue }
        let request = SearchRequest(
          query, order: random.oneIn(4) ? .list : .relevance, limit: random.oneIn(2) ? 10 : .max,
          terms: random.terms())
        let expected = oracle.search(request)
        let found = search(items, LineSearch(request, options: options), &random)
        let ids = found.hits.map { items[$0.position].id }
        #expect(
          ids == expected.ids && found.hits.map(\.score) == expected.scores
            && found.total == expected.total,
          "seed \(seed), query “\(text)”, \(options): \(ids), expected \(items.filter { expected.ids.prefix(3).contains($0.id) })"
        )
        for (hit, highlights) in zip(found.hits, expected.highlights) {
          #expect(hit.utf8Highlights(in: .title) == highlights[0], "seed \(seed), query “\(text)”")
          #expect(hit.utf8Highlights(in: .searchText) == highlights[2], "seed \(seed), query “\(text)”")
        }
      }
    }
  }

  /// Folding makes letters, and punctuation, of others: a line has none of those that it is searched for.
  @Test(
    arguments: [
      (".", "wait…"), ("…", "wait..."), ("e&f", "e＆f"), ("a℅b", "a℅b"), ("서울", "서울 지도"), ("かめ", "カメラ"), ("灣", "台湾"),
    ], QueryMode.allCases)
  func linesAreSearchedAsTheyAreFolded(_ example: (query: String, line: String), mode: QueryMode) throws {
    for line in [example.line, example.line.decomposedStringWithCanonicalMapping] {
      let request = SearchRequest(try Query(example.query, mode: mode))
      let expected = Oracle([Item(id: 0, title: line)]).search(request)
      #expect(hits(request, [line]).map(\.score) == expected.scores, "\(example), \(mode)")
    }
  }

  /// Punctuation beyond ASCII between words is no word that a run would have to step over, and of two equal terms one may
  /// anchor the other.
  @Test(arguments: [("esn", "esteaeb … ntsabi"), ("ab", "aeea … Bulat"), ("iai iai", "iai iaa"), ("iai iai", "ia iai")])
  func linesGiveWhatAnIndexGives(query: String, title: String) throws {
    let request = SearchRequest(try Query(query))
    let search = LineSearch(request)
    var worker = search.worker()
    worker.read(Array(title.utf8).span, firstLine: 0)
    let expected = Oracle([Item(id: 0, title: title)], options: IndexOptions()).search(request)
    #expect(search.results(of: [worker.finish()]).map(\.score) == expected.scores)
  }

  /// A letter that is meant by a word of two, in text that is not cut into pieces.
  @Test(arguments: ["maritima ec", "maritima éc"])
  func aLetterIsMeantByAWordOfTwo(title: String) throws {
    let request = SearchRequest(try Query("maritima c"), terms: .all)
    #expect(hits(request, [title, "maritima b"]).map(\.lineNumber) == [0])
    #expect(
      hits(request, [title]).first?.score
        == Oracle([Item(id: 0, title: title)], options: IndexOptions()).search(request).scores.first)
  }

  /// Hands items to two workers, with lines between them that are none.
  private func search(_ items: [Item<Int>], _ search: LineSearch, _ random: inout RandomText) -> (
    hits: [LineHit], total: Int
  ) {
    var workers = [search.worker(), search.worker()]
    var line = 0
    for item in items {
      while random.oneIn(5) {
        workers[random.number(below: 2)].skip(number: line)
        line += 1
      }
      let (title, reading) = (Array(item.title.utf8), Array(item.reading.utf8))
      let searchText = Array(item.searchText.utf8)
      workers[random.number(below: 2)].read(
        title.span, number: line, title: title.span, reading: reading.span, searchText: searchText.span,
        weight: item.weight)
      line += 1
    }
    let results = search.results(of: workers.map { $0.finish() })
    let hits = results.map { hit in
      var hit = hit
      let item = items[hit.position]
      hit.fields = LineFields(
        title: item.title, reading: item.reading, searchText: item.searchText, weight: item.weight)
      return hit
    }
    return (hits, results.total)
  }
}

/// Lines as programs write them, and as they do not.
private struct RandomLines {
  /// Each line without what ends it, carriage returns and ill-formed text included.
  private var lines: [[UInt8]]
  private var endsLast = true

  init(titles: [String]) { lines = titles.map { Array($0.utf8) } }

  init(_ random: inout RandomText, count: Int) {
    let isDOS = random.oneIn(5)
    lines = (0..<count).map { _ in
      var line = Array(random.title().utf8)
      if random.oneIn(8), !line.isEmpty {
        let bytes: [UInt8] = [0x80, 0xFF, 0xC3, 0xE4, 0xF0, 0x0D, 0x00, 0x49]
        line[random.number(below: line.count)] = bytes[random.number(below: bytes.count)]
      }
      if random.oneIn(40) { line += Array(String(repeating: "new york ", count: 12).utf8) }
      return isDOS ? line + [0x0D] : line
    }
    if let last = lines.last, !last.isEmpty { endsLast = random.oneIn(2) }
  }

  /// What the lines are as items.
  var items: [Item<Int>] {
    lines.enumerated().map { row, line in
      Item(id: row, title: String(decoding: line.last == 0x0D ? line.dropLast() : line[...], as: UTF8.self))
    }
  }

  /// Hands the lines to workers in chunks of any size.
  func search(_ search: LineSearch, workerCount: Int, _ random: inout RandomText) -> LineResults {
    var workers = (0..<workerCount).map { _ in search.worker() }
    let size = 1 + random.number(below: random.oneIn(2) ? 4 : 200)
    for start in stride(from: 0, to: lines.count, by: size) {
      let end = min(start + size, lines.count)
      var chunk = Array(lines[start..<end].joined(separator: [search.terminator]))
      if end < lines.count || endsLast { chunk.append(search.terminator) }
      #expect(search.countLines(of: chunk.span) == end - start)
      workers[random.number(below: workerCount)].read(chunk.span, firstLine: start)
    }
    return search.results(of: workers.map { $0.finish() })
  }
}
