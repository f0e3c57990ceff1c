import RiffleTestSupport
import Testing

@testable import Riffle

/// What a pattern costs at least in a row by the bytes of its texts, against what the folded texts say.
@Suite struct PatternBoundTests {
  private static let firstSeed = setting("RIFFLE_SEED").map(UInt64.init) ?? 1

  /// Titles with punctuation, capitals and digits in all kinds of places; some have no capitals, so that their words end only at
  /// what is no letter.
  private static func text(_ random: inout RandomText) -> String {
    let pieces = [
      "net", "Net", "NET", "xNet", "dotNETcore", "net5", "5net", "a", "B", "7", "33", "\u{E9}t\u{E9}", "\u{2026}",
    ]
    let marks = [".", "..", " ", "-", "/", "'", "_", ", ", "#", ""]
    let isPlain = random.oneIn(2)
    let text = (0..<random.number(below: 8)).map { _ in
      pieces[random.number(below: pieces.count)] + marks[random.number(below: marks.count)]
    }.joined()
    return isPlain
      ? String(decoding: text.lowercased().utf8.filter { $0 < 0x80 && !(0x30...0x39 ~= $0) }, as: UTF8.self) : text
  }

  private static func items(_ random: inout RandomText) -> [Item<Int>] {
    (0..<80).map { id in
      Item(
        id: id, title: text(&random), searchText: random.oneIn(2) ? text(&random) : "",
        reading: random.oneIn(6) ? text(&random) : "")
    }
  }

  @Test(arguments: 0..<UInt64(20))
  func textsCostNoLessThanTheirBytesTell(_ offset: UInt64) throws {
    let seed = PatternBoundTests.firstSeed + offset
    var random = RandomText(seed: seed)
    let items = PatternBoundTests.items(&random)
    let segment = try SearchIndex(items).snapshot().segments[0]
    let costs = CostTable.standard
    for _ in 0..<60 {
      let folded = Array(PatternBoundTests.text(&random).lowercased().utf8)
      let start = random.number(below: folded.count + 1)
      let bytes = Array(folded[start..<min(folded.count, start + 1 + random.number(below: 6))])
      guard !bytes.isEmpty, bytes.allSatisfy({ $0 < 0x80 }) else { continue }
      let anchors = [TextPattern.Anchor.anywhere, .wordEnd, .titleStart, .wholeTitle]
      let pattern = TextPattern(bytes, anchor: anchors[random.number(below: anchors.count)])
      let bounds = try #require(PatternBounds(pattern, costs, in: segment))
      for row in 0..<segment.count {
        let fields = Field.allCases.map { segment.string($0, row) }
        let item = ScoredItem(title: fields[0], searchText: fields[2], reading: fields[1])
        let match = pattern.bestMatch(in: item.item, layout: item.layout, costs: costs)
        let bound = bounds.leastCost(row, paysForStart: false)
        let about: Comment = "\(bytes.asText), \(pattern.anchor), \(fields), seed \(seed)"
        if let match { #expect(bound.map { $0.cost <= match.cost } == true, about) }
        // Where nothing but letters and punctuation stand, nothing is left open.
        let isPlain = fields.allSatisfy {
          $0.utf8.allSatisfy { $0 < 0x80 && !(0x30...0x39 ~= $0) && !(0x41...0x5A ~= $0) }
        }
        if isPlain, pattern.anchor == .anywhere { #expect(bound?.cost == match?.cost, about) }
      }
    }
  }

  @Test(arguments: 0..<UInt64(20))
  func rowsCostNoLessThanTheirTextsTell(_ offset: UInt64) throws {
    let seed = PatternBoundTests.firstSeed + offset
    var random = RandomText(seed: seed)
    let items = PatternBoundTests.items(&random)
    let options = IndexOptions(titlesArePaths: offset % 2 == 0)
    let segment = try SearchIndex(items, options: options).snapshot().segments[0]
    for _ in 0..<40 {
      let texts = (0..<1 + random.number(below: 3)).map { _ in
        ["'", "^", "", "!", "'"][random.number(below: 5)]
          + PatternBoundTests.text(&random).prefix(1 + random.number(below: 6))
          + (random.oneIn(5) ? "$" : "")
      }
      let text = texts.joined(separator: random.oneIn(4) ? " | " : " ")
      guard let query = try? Query(text, syntax: .extended), !query.isBlank else { continue }
      let prepared = PreparedQuery(query, analyzer: segment.analyzer)
      guard prepared.isAskedByWords, !prepared.isEmpty else { continue }
      var examiner = RowExaminer(prepared, in: segment)
      for row in 0..<segment.count {
        let fields = Field.allCases.map { segment.string($0, segment.order.row(row)) }
        let item = ScoredItem(
          title: fields[0], searchText: fields[2], reading: fields[1], titleIsPath: options.titlesArePaths)
        guard let cost = item.score(query)?.cost else { continue }
        let least = examiner.leastOfPatterns(row)
        #expect(least ?? .max <= cost, "“\(text)”, row \(row), seed \(seed)")
      }
    }
  }

  @Test func rowsThatCannotBeAmongTheBestAreNotFolded() throws {
    let items = (0..<5000).map { row in
      Item(id: row, title: "Package \(row)", searchText: "Tools for the .net runtime, new in \(row)")
    }
    var options = IndexOptions()
    options.efforts.fewestRowsKept = .max
    let snapshot = try SearchIndex(items, options: options).snapshot()
    for text in [".n", ".ne", ".net", "'.net ", "'the .n"] {
      let work = try snapshot.search(SearchRequest(Query(text, syntax: .extended), limit: 10)).work
      #expect(work.scored <= 100, "\(text): \(work)")
    }
  }
}
