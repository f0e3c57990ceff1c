import Riffle
import Testing

@Suite struct TextReaderTests {
  @Test func wordsTellWhereTheyStand() {
    let text = "Göteborgs Wi-Fi: getFooBar, 東京都"
    var reader = TextReader()
    reader.read(text)
    #expect(reader.folded == "goteborgs wi-fi: getfoobar, 东京都")
    #expect(reader.words.map(\.text) == ["goteborgs", "wifi", "getfoobar", "东京", "都"])
    #expect(reader.words.map { text[$0.range] } == ["Göteborgs", "Wi-Fi", "getFooBar", "東京", "都"])
    #expect(
      reader.words.map { $0.parts.map(\.text) } == [
        [], ["wi", "fi"], ["get", "foo", "bar"], [], [],
      ])
    #expect(reader.words[2].parts.map { text[$0.range] } == ["get", "Foo", "Bar"])
    #expect(reader.wordCount == 5)
  }

  @Test func aReaderForgetsTheLastText() {
    var reader = TextReader()
    #expect(reader.folded.isEmpty && reader.words.isEmpty)
    for text in ["Ångström wi-fi", "x", String(repeating: "ÉcoleÉtage ", count: 50), "", "Łódź"] {
      var fresh = TextReader()
      fresh.read(text)
      reader.read(text)
      #expect(reader.folded == fresh.folded)
      #expect(reader.words == fresh.words)
    }
  }

  @Test func optionsFold() {
    #expect(FoldingOptions().fold("STRASSE") == FoldingOptions().fold("Straße"))
    #expect(FoldingOptions(keepsAccents: true).fold("Łódź") == "łódź")
  }
}
