import Riffle
import RiffleTestSupport
import Testing

@Suite struct UTF8RepairTests {
  @Test(
    arguments: [
      ([], "", 0),
      ([0x61, 0xC3, 0xA9], "aé", 0),
      ([0xEF, 0xBF, 0xBD], "\u{FFFD}", 0),
      ([0x80], "\u{FFFD}", 1),
      ([0x61, 0xC3], "a\u{FFFD}", 1),
      ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}", 2),
      ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}", 3),
      ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", 4),
      ([0xE2, 0x82, 0x41], "\u{FFFD}A", 1),
      ([0xF0, 0x9F, 0x91, 0xF0, 0x9F, 0x91, 0x8D, 0xFF], "\u{FFFD}👍\u{FFFD}", 2),
    ] as [([UInt8], String, Int)])
  func replacesMaximalSubparts(_ bytes: [UInt8], _ text: String, _ replaced: Int) {
    let repaired = repairedUTF8(bytes.span)
    #expect(repaired.text == text)
    #expect(repaired.replaced == replaced)
  }

  @Test(arguments: 1...UInt64(20))
  func repairsAsTheStandardLibraryDoes(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let leads: [UInt8] = [
      0x00, 0x41, 0x80, 0x90, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xE2, 0xED, 0xEF, 0xF0, 0xF1,
      0xF4, 0xF5, 0xFF,
    ]
    for _ in 0..<200 {
      let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        leads[Int.random(in: 0..<leads.count, using: &random)]
      }
      let repaired = repairedUTF8(bytes.span)
      let expected = String(decoding: bytes, as: UTF8.self)
      let isEqual = Array(repaired.text.utf8) == Array(expected.utf8)
      #expect(isEqual, "\(bytes)")
      #expect(repaired.replaced == expected.unicodeScalars.count { $0 == "\u{FFFD}" }, "\(bytes)")
    }
  }

  /// Whoever hands it over, the analyzer reads only what it was given.
  @Test(arguments: 1...UInt64(20))
  func illFormedTextIsAnalysedToSomething(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var field = FieldText()
    for options in allFoldingOptions {
      for _ in 0..<50 {
        let bytes = (0..<Int.random(in: 0...80, using: &random)).map { _ in
          UInt8.random(in: Bool.random(using: &random) ? 0x20...0x7F : 0x80...0xFF, using: &random)
        }
        TextAnalyzer(options).analyze(bytes.span, into: &field)
        for offset in 0...field.foldedCount {
          let range = field.originalRange(offset..<field.foldedCount, in: bytes.span)
          #expect(range.upperBound <= bytes.count)
        }
        for token in field.tokens { #expect(token.range.upperBound <= field.bytes.count) }
      }
    }
  }
}
