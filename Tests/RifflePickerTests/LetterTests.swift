import Riffle
import RifflePicker
import Testing

/// The letters of an alphabetical list at its edge.
struct LetterTests {
  private static let names = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".flatMap { letter in (0..<3).map { "\(letter)\($0)" } }

  private func session(
    _ lines: [String] = LetterTests.names, rows: Int = 12, _ change: (inout PickerOptions) -> Void = { _ in }
  ) -> PickerSession {
    var options = PickerOptions()
    options.layout = .reverse
    change(&options)
    var session = PickerSession.ready(lines, options, size: GridSize(rows: rows, columns: 40))
    session.tellLetters()
    return session
  }

  @Test func theyStandAtTheEdge() {
    let session = session(["a1", "a2", "a3", "b1", "b2", "c1", "c2", "c3", "c4"], rows: 8)
    // A prompt, a line with counts, and six rows.
    #expect(session.screen[2].hasPrefix("> a1") && session.screen[2].hasSuffix(" A"))
    #expect(session.screen[3].hasSuffix(" B") && session.screen[4].hasSuffix(" C"))
    #expect(!session.screen[5].hasSuffix(" D"))
  }

  @Test func theyRunAsTheListDoes() {
    let session = session(["a1", "a2", "a3", "b1", "b2", "c1", "c2", "c3", "c4"], rows: 8) { $0.layout = .default }
    #expect(session.screen[5].hasPrefix("> a1") && session.screen[5].hasSuffix(" A"))
    #expect(session.screen[3].hasSuffix(" C"))
  }

  @Test func fewRowsShowEverySoManyOfThem() {
    let session = session()
    let shown = session.screen[2...11].compactMap { $0.last }
    #expect(shown.count == 10 && shown.first == "A" && shown == shown.sorted() && Set(shown).count == 10)
  }

  @Test func aKeyAndALetterJump() {
    var session = session()
    session.press("alt-j")
    #expect(session.picker.isAwaitingLetter)
    session.press("q")
    #expect(session.picker.current?.text == "Q0" && session.picker.editor.text == "")
    #expect(session.screen[2].hasPrefix("> Q0"), "it stands where the list begins")
    session.press("alt-j esc")
    #expect(session.outcome == nil && session.picker.current?.text == "Q0")
    session.press("alt-j down")
    #expect(session.picker.current?.text == "Q1")
    session.press("alt-down")
    #expect(session.picker.current?.text == "R0")
    session.press("down down alt-up")
    #expect(session.picker.current?.text == "R0")
    session.press("alt-up alt-up")
    #expect(session.picker.current?.text == "P0")
    session.press("alt-j z alt-down")
    #expect(session.picker.current?.text == "Z0")
  }

  @Test func theMouseJumps() {
    var session = session()
    session.handle(.input(.mouse(MouseEvent(.left, row: 11, column: 39)), milliseconds: 0))
    session.answer()
    let last = session.screen[11].last.map(String.init)
    #expect(session.picker.current?.text == last.map { $0 + "0" })
    session.handle(.input(.mouse(MouseEvent(.drag, row: 2, column: 38)), milliseconds: 0))
    session.answer()
    #expect(session.picker.current?.text == "A0")
    // A click on a line chooses it still.
    session.handle(.input(.mouse(MouseEvent(.left, row: 4, column: 5)), milliseconds: 0))
    #expect(session.picker.current?.text == "A2")
  }

  @Test func whereNothingIsToJumpToTheyAreNotThere() {
    var short = session(["a", "b", "c"])
    #expect(short.picker.letters == nil)
    short.press("alt-j")
    #expect(!short.picker.isAwaitingLetter && short.effects.contains(.bell))
    #expect(session { $0.showsLetters = false }.picker.letters == nil)
    var found = session()
    found.type("1")
    #expect(found.picker.letters == nil, "what is found stands in no alphabet")
  }
}
