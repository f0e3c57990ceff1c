import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct TextColumnTests {
  @Test func aColumnWithoutRowsHasNoText() {
    let column = TextColumn()
    #expect(column.count == 0 && column.range(7).isEmpty && column.string(7).isEmpty)
  }

  /// Among them texts so long that their places take 4 bytes.
  @Test(arguments: 1...UInt64(10))
  func textsAreKept(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let longest = Bool.random(using: &random) ? 3 : 5000
    var list = TextList()
    let emptyRows = Int.random(in: 0...100, using: &random)
    list.appendEmpty(emptyRows)
    var texts = [String](repeating: "", count: emptyRows)
    for _ in 0..<300 {
      let text = String(repeating: "é", count: Int.random(in: 0...longest, using: &random))
      texts.append(text)
      list.append(text.utf8.span)
    }
    let column = TextColumn(list)
    #expect(column.count == texts.count)
    for (row, text) in texts.enumerated() where column.string(row) != text { Issue.record("row \(row), seed \(seed)") }
  }
}
