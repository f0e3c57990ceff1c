import Testing

@testable import Riffle

@Suite struct TextAnalyzerTests {
  @Test func wordsTellWhereTheyStand() {
    let original = "Göteborgs Wi-Fi: getFooBar, 東京都"
    let text = TextAnalyzer().analyze(original)
    func letters(_ token: Token) -> String { String(decoding: text.bytes[token.range], as: UTF8.self) }
    #expect(String(decoding: text.bytes.prefix(text.foldedCount), as: UTF8.self) == "goteborgs wi-fi: getfoobar, 东京都")
    let counted = text.tokens.filter { $0.kind == .simple || $0.kind == .compound }
    #expect(counted.map(letters) == ["goteborgs", "wifi", "getfoobar", "东京", "都"])
    let words = text.tokens.filter { $0.kind == .simple || $0.kind == .part }
    #expect(words.map(letters) == ["goteborgs", "wi", "fi", "get", "foo", "bar", "东京", "都"])
    let originals = words.map { word in
      String(decoding: Array(original.utf8)[text.originalRange(word.range, in: original.utf8.span)], as: UTF8.self)
    }
    #expect(originals == ["Göteborgs", "Wi", "Fi", "get", "Foo", "Bar", "東京", "都"])
  }

  @Test func theLastTextIsForgotten() {
    let analyzer = TextAnalyzer()
    var text = FieldText()
    for original in ["Ångström wi-fi", "x", String(repeating: "ÉcoleÉtage ", count: 50), "", "Łódź"] {
      analyzer.analyze(original.utf8.span, into: &text)
      let fresh = analyzer.analyze(original)
      #expect(text.bytes == fresh.bytes && text.foldedCount == fresh.foldedCount)
      #expect(text.tokens == fresh.tokens)
    }
  }

  @Test func optionsFold() {
    #expect(FoldingOptions().fold("STRASSE") == FoldingOptions().fold("Straße"))
    #expect(FoldingOptions(keepsAccents: true).fold("Łódź") == "łódź")
  }
}
