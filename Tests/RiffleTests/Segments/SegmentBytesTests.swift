import RiffleTestSupport
import Testing

@testable import Riffle

/// What the bytes of texts say of rows, against what folding says.
@Suite struct SegmentBytesTests {
  private static let foldings = [
    FoldingOptions(), FoldingOptions(isCaseSensitive: true), FoldingOptions(language: .turkic),
  ]

  @Test(arguments: 1...UInt64(30))
  func noRowThatHoldsATextIsLeftOutAndNoneIsCertainThatDoesNot(seed: UInt64) throws {
    var random = RandomText(seed: seed, mixesScripts: seed % 2 == 0)
    let folding = SegmentBytesTests.foldings[Int(seed % 3)]
    var items = random.items(count: 150)
    items[3] = Item(id: items[3].id, title: String(repeating: "zq ", count: 22_000) + "needle")
    let segment = try SearchIndex(items, options: IndexOptions(folding: folding)).snapshot().segments[0]
    let analyzer = TextAnalyzer(folding)
    for _ in 0..<30 {
      let folded = analyzer.fold(items[random.number(below: items.count)].title)
      let start = folded.isEmpty ? 0 : random.number(below: folded.count)
      let needle =
        random.number(below: 8) == 0
        ? Array("needle".utf8) : Array(folded[start...].prefix(1 + random.number(below: 6)))
      if needle.isEmpty { continue }
      let fields = random.number(below: 2) == 0 ? Field.allCases : [.title]
      let text = ASCIINeedle(needle, folding)
      for index in 0..<(segment.count + 63) / 64 {
        let rows = index << 6..<min(index << 6 + 64, segment.count)
        var candidates: UInt64 = 0
        let share = 1 + random.number(below: 8)
        for row in rows where random.number(below: 8) < share { candidates |= 1 << UInt64(row & 63) }
        let held = segment.rows(candidates, of64: index, thatMayHold: text, in: fields)
        #expect(held.possible & ~candidates == 0 && held.certain & ~held.possible == 0, "seed \(seed)")
        for row in rows where candidates & 1 << UInt64(row & 63) != 0 {
          let isHeld = fields.contains { field in
            let column = segment.column(field)
            let bytes = column.bytes
            let original = bytes.span(column.indexedRange(row))
            var text = FieldText()
            analyzer.fold(original, into: &text)
            return text.bytes.span.extracting(first: text.foldedCount).firstOffset(of: needle) != nil
          }
          let origin = "“\(String(decoding: needle, as: UTF8.self))” in row \(row), seed \(seed)"
          if isHeld { #expect(held.possible & 1 << UInt64(row & 63) != 0, "\(origin)") }
          if held.certain & 1 << UInt64(row & 63) != 0 { #expect(isHeld, "\(origin)") }
        }
      }
    }
  }
}
