import Testing

@testable import Riffle

@Suite struct TermTests {
  @Test(arguments: [
    // length in letters, typos on its own, typos beside an anchor
    ("a", 0, 1), ("ab", 0, 1), ("abc", 0, 1),
    ("abcd", 1, 2), ("abcdef", 1, 2), ("abcdefg", 2, 2), ("abcdefghijklmnopqrst", 2, 2),
    ("дом", 0, 1), ("дома", 1, 2), ("ภาษาไทย", 2, 2),
    ("東", 0, 0), ("東京都庁舎前", 0, 0), ("トマトケチャップ", 0, 0), ("대한민국만세", 0, 0), ("abcdefg국", 0, 0),
  ])
  func typoBudgetFollowsLength(text: String, alone: Int, anchored: Int) {
    let term = Term(Array(text.utf8))
    #expect(term.length == text.unicodeScalars.count)
    #expect(term.scalars == text.unicodeScalars.map(\.value))
    #expect(term.typoBudget == alone)
    #expect(term.anchoredTypoBudget == anchored)
  }

  @Test func everyScriptWithoutTyposIsOneByItsName() {
    // Block by block: the first letter and the last.
    let blocks: [(ClosedRange<UInt32>, Bool)] = [
      (0x41...0x24F, false), (0x370...0x52F, false), (0xE01...0xE5B, false), (0x1100...0x11FF, true),
      (0x1200...0x1399, false), (0x1780...0x17B3, false), (0x3041...0x30FF, true), (0x3131...0x318E, true),
      (0x31F0...0x31FF, true), (0x3400...0x9FFF, true), (0xA000...0xA48C, false), (0xAC00...0xD7A3, true),
      (0xF900...0xFAD9, true), (0xFF66...0xFF9D, true), (0x1F600...0x1F64F, false), (0x20000...0x2FA1D, true),
    ]
    for (block, expected) in blocks {
      for scalar in [block.lowerBound, block.upperBound] {
        #expect(isIdeographicOrSyllabic(scalar) == expected, "U+\(String(scalar, radix: 16))")
      }
    }
  }
}
