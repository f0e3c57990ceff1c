import RifflePicker
import Testing

struct DrawingTests {
  /// Nothing that a line holds can command the terminal, or change where what follows stands.
  @Test func controlCharactersAreShownNotObeyed() {
    let text = "a\u{1B}[31mb\u{7}\r\u{9B}c\u{202E}d\u{0}\u{7F}"
    let shown = ShownText.cells(text, .plain).map(\.text).joined()
    #expect(shown == "a^[[31mb^G^M<9B>c<202E>d^@^?")
    let session = PickerSession.ready([text, "\u{1B}]0;title\u{7}"])
    #expect(session.screen.joined().unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0 ~= $0.value) })
  }

  @Test(arguments: [
    ("a", 1), ("é", 1), ("e\u{301}", 1), ("北", 2), ("ｱ", 1), ("Ａ", 2), ("😀", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2), ("א", 1),
    ("क्षि", 1), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("ก็", 1),
  ]) func charactersAreAsWideAsTheyAre(_ character: String, _ width: Int) {
    #expect(ShownText.width(of: character) == width)
    #expect(ShownText.cells(character, .plain).reduce(0) { $0 + Int($1.width) } == width)
  }

  @Test func marksWithoutALetterGetOne() {
    #expect(ShownText.cells("\u{301}", .plain).map(\.text) == ["\u{25CC}\u{301}"])
    let much = "a" + String(repeating: "\u{301}", count: 10_000)
    #expect(ShownText.cells(much, .plain).first?.text.unicodeScalars.count == 8)
  }

  @Test func aLongLineShowsWhereItMatches() {
    var hit = PickerHit(
      id: 0, text: String(repeating: "x", count: 60_000) + "needle" + String(repeating: "y", count: 100))
    hit.highlights = [60_000..<60_006]
    let options = PickerOptions()
    var session = PickerSession.ready([hit.text], options)
    var answer = session.picker.answer
    answer.hits = [hit]
    session.handle(.answer(answer))
    let row = session.screen[7]
    #expect(row.contains("needle"))
    #expect(row.hasPrefix("> ..x") && row.hasSuffix(".."))
    #expect(row.count == 40)
  }

  @Test func wideCharactersAreWholeOrNotThere() {
    var grid = CellGrid(GridSize(rows: 1, columns: 4))
    let area = GridArea(row: 0, column: 0, rows: 1, columns: 4)
    grid.write(ShownText.cells("北京", .plain), row: 0, column: 0, in: area)
    grid.write(ShownText.cells("a", .plain), row: 0, column: 1, in: area)
    #expect(grid.text(ofRow: 0) == " a京")
    grid.write(ShownText.cells("a北", .plain), row: 0, column: 2, in: area)
    #expect(grid.text(ofRow: 0) == " aa")
  }

  @Test func coloursOfLinesAreKeptAndNothingElse() {
    let text = ANSIText(
      "\u{1B}[1;31mred\u{1B}[0m \u{1B}[38;5;200mx\u{1B}[2Jy\u{1B}]0;title\u{1B}\\z\u{1B}[48;2;1;2;3mw")
    #expect(text.text == "red xyzw")
    #expect(text.spans.first == StyleSpan(range: 0..<3, style: Style(.indexed(1), on: nil, .bold)))
    #expect(text.spans.last?.style == Style(.indexed(200), on: .rgb(1, 2, 3)))
    #expect(ANSIText("a\u{1B}").text == "a")
    #expect(ANSIText("a\u{1B}[").text == "a")
    #expect(ANSIText("a\u{1B}[1").text == "a")
  }
}
