import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct TextPatternTests {
  /// Where the pattern is found: the folded title with brackets, and what that costs without the field.
  private static func found(_ text: String, _ anchor: TextPattern.Anchor, in title: String) -> (String, Double)? {
    let item = ScoredItem(title: title)
    let pattern = TextPattern(Array(text.utf8), anchor: anchor)
    guard let match = pattern.bestMatch(in: item.item, layout: item.layout, costs: .ofFixtures) else {
      return nil
    }
    let folded = item.item.fields[0].bytes
    let parts = [0..<match.range.lowerBound, match.range, match.range.upperBound..<item.item.fields[0].foldedCount]
    let texts = parts.map { String(decoding: folded[$0], as: UTF8.self) }
    return ("\(texts[0])[\(texts[1])]\(texts[2])", Double(match.wayCost) / Double(CostTable.unit))
  }

  @Test(arguments: [
    // A whole word, the beginning of one, the inside of one; the cheapest, of equals the leftmost.
    ("york", TextPattern.Anchor.anywhere, "New York, York", "new [york], york" as String?, 0.0),
    ("yor", .anywhere, "xyor yor-k york", "xyor [yor]-k york", 0),
    ("yor", .anywhere, "xyor york york", "xyor [yor]k york", 1),
    ("ork", .anywhere, "New York, York", "new y[ork], york", 7),
    // Parts of compounds are words here.
    ("foo", .anywhere, "xfoo getFooBar", "xfoo get[foo]bar", 0),
    ("oba", .anywhere, "getFooBar", "getfo[oba]r", 7),
    ("foob", .anywhere, "getFooBar", "get[foob]ar", 1),
    // Punctuation and blanks are text like any other.
    ("new yo", .anywhere, "The New York", "the [new yo]rk", 1),
    ("- b", .anywhere, "a - b", "a [- b]", 0),
    ("c++", .anywhere, "C and C++", "c and [c++]", 0),
    ("-f", .anywhere, "wi-fi", "wi[-f]i", 1),
    ("东京", .anywhere, "東京都", "[东京]都", 0),
    ("京", .anywhere, "東京都", "东[京]都", 7),
    ("x", .anywhere, "New York", nil, 0),
    ("new", .titleStart, "  New York", "  [new] york", 0),
    ("new", .titleStart, "\tNewer", "\t[new]er", 1),
    ("york", .titleStart, "New York", nil, 0),
    ("new", .titleStart, "(New)", nil, 0),
    ("york", .wordEnd, "Yorkers of New York", "yorkers of new [york]", 0),
    ("ork", .wordEnd, "New Yorker, New York", "new yorker, new y[ork]", 7),
    ("get", .wordEnd, "getFooBar", "[get]foobar", 0),
    ("wi-", .wordEnd, "wi-fi", "[wi-]fi", 0),
    ("new york", .wholeTitle, " New York ", " [new york] ", 0),
    ("new york", .wholeTitle, "New York City", nil, 0),
    ("york", .wholeTitle, "New York", nil, 0),
  ])
  func patternsStandAtTheCheapestPlace(
    text: String, anchor: TextPattern.Anchor, title: String, marked: String?, cost: Double
  ) {
    let found = TextPatternTests.found(text, anchor, in: title)
    #expect(found?.0 == marked)
    #expect(found?.1 ?? 0 == cost)
  }

  @Test func theTitleIsTheOnlyPlaceThatCanStart() {
    let item = ScoredItem(title: "x", searchText: "york new", reading: "new")
    for (anchor, field) in [(TextPattern.Anchor.anywhere, Field.reading), (.wordEnd, .reading)] {
      let match = TextPattern(Array("new".utf8), anchor: anchor)
        .bestMatch(in: item.item, layout: item.layout, costs: .ofFixtures)
      #expect(match?.field == field)
    }
    for anchor in [TextPattern.Anchor.titleStart, .wholeTitle] {
      let match = TextPattern(Array("new".utf8), anchor: anchor)
        .bestMatch(in: item.item, layout: item.layout, costs: .ofFixtures)
      #expect(match == nil)
    }
  }

  @Test(arguments: [
    // Which counted words and units a pattern lies at.
    ("foo", "foo - bar baz", 0...0, 0..<1), ("bar b", "foo - bar baz", 1...2, 1..<3),
    ("-", "foo - bar baz", 0...0, 0..<0), ("→", "→ foo bar", 0...0, 0..<0), ("!", "foo bar!", 1...1, 1..<1),
    ("- b", "foo - bar baz", 1...1, 1..<2), ("i-f", "wi-fi net", 0...0, 0..<2), ("n", "wi-fi net", 1...1, 2..<3),
    ("-", "a wi-fi net", 1...1, 1..<1), ("foob", "getFooBar", 1...2, 1..<3),
  ])
  func patternsKnowWhatTheyTouch(text: String, title: String, counted: ClosedRange<Int32>, units: Range<Int32>) {
    let item = ScoredItem(title: title)
    let match = TextPattern(Array(text.utf8), anchor: .anywhere)
      .bestMatch(in: item.item, layout: item.layout, costs: .ofFixtures)
    #expect(match.map { $0.firstCounted...$0.lastCounted } == counted)
    #expect(match.map { $0.firstUnit..<$0.endUnit } == units)
  }

  /// Against every place of every field, looked at one by one.
  @Test(arguments: 1...UInt64(4))
  func noCheaperPlaceIsMissed(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("aabB- 1é東".unicodeScalars.map(\.value))
    for _ in 0..<300 {
      let item = ScoredItem(
        title: TrickyText.string(TrickyText.scalars(from: alphabet, upTo: 10, using: &random)),
        searchText: TrickyText.string(TrickyText.scalars(from: alphabet, upTo: 8, using: &random)))
      let text = trimmed(
        TextAnalyzer().fold(TrickyText.string(TrickyText.scalars(from: alphabet, upTo: 3, using: &random))))
      if text.isEmpty { continue }
      for anchor in [TextPattern.Anchor.anywhere, .wordEnd] {
        let found = TextPattern(text, anchor: anchor)
          .bestMatch(in: item.item, layout: item.layout, costs: .standard)
        let expected = cheapest(text, anchor, item)
        if found?.cost != expected {
          Issue.record(
            "\(text.asText) in \(item.item.fields[0].bytes.asText): \(String(describing: found)), expected \(String(describing: expected))"
          )
        }
      }
    }
  }

  private func cheapest(_ text: [UInt8], _ anchor: TextPattern.Anchor, _ item: ScoredItem) -> UInt32? {
    let costs = CostTable.standard
    var costsOfPlaces: [UInt32] = []
    for field in Field.allCases {
      let fieldText = item.item.fields[Int(field.rawValue)]
      let folded = fieldText.bytes[..<fieldText.foldedCount]
      let isInside: (Int) -> Bool = { offset in
        fieldText.tokens.contains { token in
          (token.kind == .simple || token.kind == .part)
            && token.range.lowerBound < offset && offset < token.range.upperBound
        }
      }
      for start in folded.indices where folded[start...].starts(with: text) {
        let end = start + text.count
        if anchor == .wordEnd, isInside(end) { continue }
        costsOfPlaces.append(
          costs.cost(of: field) + (isInside(start) ? costs.infix : isInside(end) ? costs.prefix : 0))
      }
    }
    return costsOfPlaces.min()
  }
}
