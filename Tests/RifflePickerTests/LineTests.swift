import RifflePicker
import Testing

struct LineTests {
  @Test func fieldsAreChosenAsInFzf() throws {
    var shape = LineShape()
    shape.delimiter = try FieldDelimiter(":")
    shape.shown = try FieldRange.list("2..", option: "--with-nth")
    shape.searched = try FieldRange.list("-1", option: "--nth")
    let shown = shape.text(of: "a:bc:d").text
    #expect(shown == "bc:d")
    #expect(shape.searchedText(of: shown) == "d")
    #expect(shape.places([0..<1], in: shown) == [3..<4])
    #expect(throws: PickerOptionError.self) { try FieldRange.list("0", option: "--nth") }
    #expect(throws: PickerOptionError.self) { try FieldRange.list("1,,2", option: "--nth") }
    #expect(FieldDelimiter.blanks.fields(of: "  a  b c") == [2..<5, 5..<7, 7..<8])
    let pattern = try FieldDelimiter("[,;]+")
    #expect(pattern.fields(of: "a,;b;c") == [0..<3, 3..<5, 5..<6])
  }

  @Test func commandsGetItemsQuoted() {
    let item = Placeholders.Item(text: "it's $(rm) x", number: 4)
    let other = Placeholders.Item(text: "b", number: 5)
    func command(_ template: String) -> String {
      Placeholders(template).command(
        query: "q'", current: item, selected: [item, other], shape: LineShape(), file: { "file:\($0.count)" })
    }
    #expect(command("echo {}") == #"echo 'it'\''s $(rm) x'"#)
    #expect(command("echo {+} {q} {n}") == #"echo 'it'\''s $(rm) x' 'b' 'q'\''' '4'"#)
    #expect(command("{1} {-1} {2..} {r} {+f}") == #"'it'\''s' 'x' '$(rm) x' it's $(rm) x file:2"#)
    #expect(command(#"awk '{print $1}' \{} {x}"#) == "awk '{print $1}' {} {x}")
  }

  @Test func linesComeBackAsTheyCame() {
    let store = LineStore()
    let bytes: [UInt8] = Array("one\ntwo\r\n".utf8) + [0xFF, 0x0A]
    store.append(bytes[...], ranges: [0..<3, 4..<8, 9..<10])
    store.append(Array("four\n".utf8)[...], ranges: [0..<4])
    #expect((0..<store.count).map { store.text($0) } == ["one", "two", "\u{FFFD}", "four"])
    #expect(Array(store.bytes(1)) == Array("two\r".utf8))
    #expect(store.bytes(4).isEmpty)
    #expect(store.text(0, limit: 2) == "on")
  }
}
