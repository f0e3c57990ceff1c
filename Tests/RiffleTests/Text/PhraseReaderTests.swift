import RiffleTestSupport
import Testing

@testable import Riffle

/// A phrase read by itself against the same phrase of the whole text.
@Suite struct PhraseReaderTests {
  private static let pieces = [
    "the", "Getty", "getFooBar", "wi-fi", "a", "x1", "1,234", "c++", "Łódź", "北京市", "東京", "ไทยแลนด์", "é", "e\u{301}",
    "’s", "_", "(",
    ")", "#", "Straße", "İ", "O'Neil", "3.14", "\u{301}", "مدينة", "서울 시장", "자동화", "합니다",
  ]
  private static let gaps = [
    " ", " ", " ", ", ", ", ", ",", "; ", ";", "|", " | ", "\n", "\t", " / ", "/", "、", "，", "  ", "- ", ". ", ",  ",
    ", (",
  ]

  @Test(arguments: 0..<UInt64(60))
  func aPhraseReadByItselfIsThatOfTheWholeText(_ offset: UInt64) {
    let seed = 9000 + offset
    var random = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      var options = FoldingOptions()
      options.isCaseSensitive = Bool.random(using: &random)
      let analyzer = TextAnalyzer(options)
      var string = ""
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        string += PhraseReaderTests.pieces.randomElement(using: &random) ?? ""
        string += PhraseReaderTests.gaps.randomElement(using: &random) ?? ""
      }
      var whole = analyzer.analyze(string)
      whole.cutPhrases()
      let beginnings = whole.tokens.indices.filter { whole.tokens[$0].startsPhrase }
      var part = FieldText()
      for (number, first) in beginnings.enumerated() {
        let end = number + 1 < beginnings.count ? beginnings[number + 1] : whole.tokens.count
        let utf8 = string.utf8.span
        guard let (start, word) = PhraseReader(analyzer).read(number, of: utf8, into: &part) else {
          Issue.record("phrase \(number) of “\(string)” was not found, seed \(seed)")
          continue
        }
        let rest = utf8.extracting(start..<utf8.count)
        for index in first..<end {
          let (own, other) = (part.tokens[word + index - first], whole.tokens[index])
          let letters = 0..<other.range.count
          let ownRanges = part.foldedRanges(of: letters, ofWord: word + index - first).map {
            let range = part.originalRange($0, in: rest)
            return start + range.lowerBound..<start + range.upperBound
          }
          let ranges = whole.foldedRanges(of: letters, ofWord: index).map { whole.originalRange($0, in: utf8) }
          #expect(
            own.kind == other.kind && part.bytes[own.range] == whole.bytes[other.range] && ownRanges == ranges,
            "word \(index) of “\(string)”, seed \(seed)")
        }
      }
      #expect(PhraseReader(analyzer).read(beginnings.count, of: string.utf8.span, into: &part) == nil, "“\(string)”")
    }
  }
}
