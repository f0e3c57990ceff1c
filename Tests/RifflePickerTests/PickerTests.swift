import Riffle
import RifflePicker
import Testing

struct PickerTests {
  private let fruit = ["apple", "banana", "cherry", "date", "elderberry", "fig", "grape"]

  @Test func theListStandsAboveThePrompt() {
    let session = PickerSession.ready(fruit)
    #expect(
      session.screen
        == [
          "", "  grape", "  fig", "  elderberry", "  date", "  cherry", "  banana", "> apple",
          "  7/7 ─────────────────────────────────", ">",
        ].map { $0.hasPrefix("  7/7") ? "  7/7 " + String(repeating: "─", count: 34) : $0 })
  }

  @Test func reverseTurnsItUpsideDown() {
    var options = PickerOptions()
    options.layout = .reverse
    options.header = ["head"]
    var session = PickerSession.ready(fruit, options)
    session.press("down")
    #expect(session.screen[0] == ">")
    #expect(session.screen[2...5] == ["  head", "  apple", "> banana", "  cherry"])
    options.layout = .reverseList
    session = PickerSession.ready(fruit, options)
    #expect(session.screen[0] == "> apple")
    #expect(session.screen.last == ">")
  }

  @Test func typingFiltersAndEnterAccepts() {
    var session = PickerSession.ready(fruit)
    session.type("rr")
    #expect(session.picker.count == 3)
    session.press("up enter")
    #expect(session.outcome == .accepted(printed: [], ids: [2]))
  }

  @Test func scrollOffKeepsLinesInSightBesideTheCursor() throws {
    var options = PickerOptions()
    options.scrollOff = 2
    var session = PickerSession.ready((0..<30).map { "line \($0)" }, options)
    for (key, isUp) in [("up", true), ("down", false)] {
      for step in 1...29 {
        session.press(key)
        let row = try #require(session.screen.prefix(8).firstIndex { $0.hasPrefix("> line") })
        let cursor = isUp ? step : 29 - step
        #expect(session.screen[row] == "> line \(cursor)")
        #expect(row >= min(2, 29 - cursor) && 7 - row >= min(2, cursor))
      }
    }
  }

  @Test(arguments: [true, false]) func trackKeepsTheCursorOnItsLine(_ tracks: Bool) {
    var options = PickerOptions()
    options.tracksCurrent = tracks
    var session = PickerSession.ready(fruit, options)
    session.press("up up")
    #expect(session.screen.contains("> cherry"))
    session.type("e")
    #expect(session.screen.contains(tracks ? "> cherry" : "> date"))
    session.type("x")
    #expect(session.picker.count == 0)
  }

  @Test(arguments: [true, false]) func keepRightShowsTheEndOfALongLine(_ keepsRight: Bool) {
    var options = PickerOptions()
    options.keepsRight = keepsRight
    let session = PickerSession.ready(["start" + String(repeating: "x", count: 60) + "end"], options)
    let row = session.screen[7]
    #expect(row.count == 40)
    #expect(
      keepsRight ? row.hasPrefix("> ..x") && row.hasSuffix("xend") : row.hasPrefix("> start") && row.hasSuffix("x.."))
  }

  /// Who types fast means what the whole query finds, not what shows of the part before.
  @Test func enterWaitsForTheAnswerToWhatHasBeenTyped() {
    var session = PickerSession.ready(fruit)
    session.handle(.input(.key(.character("g")), milliseconds: 0))
    session.handle(.input(.key(.character("r")), milliseconds: 0))
    session.handle(.input(.key(Key(.enter)), milliseconds: 0))
    #expect(session.outcome == nil)
    session.answer()
    #expect(session.outcome == .accepted(printed: [], ids: [6]))
  }

  /// Nor does it mean that there is nothing while what has been read is still being indexed.
  @Test func enterWaitsUntilWhatHasBeenReadIsSearched() {
    var session = PickerSession.ready(fruit)
    session.handle(.input(.key(.character("g")), milliseconds: 0))
    session.handle(.input(.key(Key(.enter)), milliseconds: 0))
    var early = PickerSession.answer(session.picker.lastWish ?? Wish(), [], fruit, isOfWholeList: false)
    early.isOfAllRead = false
    session.handle(.answer(early))
    #expect(session.outcome == nil)
    session.answer()
    #expect(session.outcome == .accepted(printed: [], ids: [5]))
  }

  /// What has been found in a part of the list may not be what was meant; the share of it shows.
  @Test func aPartialAnswerIsMarkedAndNotTakenAtOnce() {
    var session = PickerSession.ready(fruit)
    #expect(!session.picker.isPartial)
    session.handle(.input(.key(.character("r")), milliseconds: 0))
    session.handle(.input(.key(Key(.enter)), milliseconds: 0))
    let wish = session.picker.lastWish ?? Wish()
    var early = PickerSession.answer(wish, [1], fruit, isOfWholeList: false)
    (early.isOfAllRead, early.searchedCount) = (false, fruit.count / 2)
    session.handle(.answer(early))
    #expect(session.outcome == nil && session.picker.isPartial && session.picker.isBusy)
    #expect(session.screen.contains { $0.contains("\(fruit.count / 2 * 100 / fruit.count) % searched") })
    #expect(session.screen.contains { $0.contains("⠋") })
    session.answer()
    #expect(session.outcome != nil && !session.picker.isPartial)
    #expect(!session.screen.contains { $0.contains("searched") || $0.contains("⠋") })
  }

  @Test func manyAreChosenInTheirOrder() {
    var options = PickerOptions()
    options.multiLimit = 3
    var session = PickerSession.ready(fruit, options)
    session.press("up up tab btab")
    #expect(session.picker.selection.ids == [2, 1])
    session.press("page-up tab tab")
    #expect(session.picker.selection.count == 3)
    session.press("enter")
    #expect(session.outcome == .accepted(printed: [], ids: [2, 1, 6]))
  }

  @Test func withoutMultiTabChoosesNothing() {
    var session = PickerSession.ready(fruit)
    session.press("tab up tab enter")
    #expect(session.outcome == .accepted(printed: [], ids: [1]))
  }

  @Test func expectedKeysAreTold() throws {
    var options = PickerOptions()
    options.expectedKeys = [try #require(Key(named: "ctrl-v"))]
    options.printsQuery = true
    var session = PickerSession.ready(fruit, options)
    session.type("f")
    session.press("ctrl-v")
    #expect(session.outcome == .accepted(printed: ["f", "ctrl-v"], ids: [5]))
    session = PickerSession.ready(fruit, options)
    session.press("enter")
    #expect(session.outcome == .accepted(printed: ["", ""], ids: [0]))
  }

  @Test func keysEditTheQuery() {
    var session = PickerSession.ready(fruit)
    session.type("one two-three")
    session.press("ctrl-w")
    #expect(session.picker.editor.text == "one ")
    session.press("ctrl-y ctrl-a alt-f ctrl-u")
    #expect(session.picker.editor.text == " two-three")
    session.press("ctrl-e alt-bspace alt-bspace")
    #expect(session.picker.editor.text == " ")
    session.press("ctrl-y left ctrl-d bspace ctrl-d")
    #expect(session.picker.editor.text == " tw")
    session.handle(.input(.paste("a\nb\tc\u{1B}[A"), milliseconds: 0))
    #expect(session.picker.editor.text == " twa b c[A")
    session.press("ctrl-u ctrl-e ctrl-u ctrl-d")
    #expect(session.outcome == .aborted)
  }

  @Test func actionsAreBoundAsInFzf() throws {
    var options = PickerOptions()
    options.multiLimit = .max
    try options.bindings.bind(
      "ctrl-a:select-all+print(x),ctrl-t:change-query(fig)+accept,f1,f2:execute-silent[echo {} (a)],ctrl-x:execute:less {+}, y"
    )
    var session = PickerSession.ready(fruit, options)
    session.press("ctrl-a")
    #expect(session.picker.selection.count == 7)
    session.press("f2 ctrl-x")
    let commands = session.effects.compactMap { effect -> (String, Bool, Int)? in
      if case .execute(let request, let isSilent) = effect {
        (request.template, isSilent, request.selected.count)
      } else {
        nil
      }
    }
    #expect(commands.map(\.0) == ["echo {} (a)", "less {+}, y"])
    #expect(commands.map(\.1) == [true, false])
    #expect(commands.map(\.2) == [7, 7])
    session.press("ctrl-t")
    #expect(session.outcome == .accepted(printed: ["x"], ids: [0, 1, 2, 3, 4, 5, 6]))
  }

  @Test(arguments: [
    ("nokey:accept", "there is no key 'nokey'"), ("ctrl-a", "has no action"),
    ("ctrl-a:nothing", "there is no action 'nothing'"),
    ("ctrl-a:execute(x", "is not closed"), ("ctrl-a:execute", "needs a text"), ("ctrl-a:pos(x)", "a place is a number"),
    ("ctrl-a:accept,", "a key is missing"), ("", ""),
  ]) func whatIsWrongWithABindingIsSaid(_ text: String, _ problem: String) {
    var bindings = KeyBindings.standard
    do throws(PickerOptionError) {
      try bindings.bind(text)
      #expect(problem.isEmpty || text.hasSuffix(","))
    } catch {
      #expect(error.description.contains(problem), "\(error)")
    }
  }

  @Test func eventsAreBoundToo() throws {
    var options = PickerOptions()
    try options.bindings.bind("start:change-prompt(a> ),load:change-header(ready),one:accept,change:first")
    var session = PickerSession(fruit, options)
    #expect(session.picker.prompt == "a> ")
    #expect(session.picker.header == [])
    session.readAll()
    #expect(session.picker.header == ["ready"])
    session.type("ff")
    #expect(session.outcome == nil || session.outcome == .accepted(printed: [], ids: [5]))
    session.type("i")
    #expect(session.outcome == .accepted(printed: [], ids: [5]))
  }

  @Test func theOnlyHitIsTakenAtOnce() {
    var options = PickerOptions()
    options.selectsOne = true
    options.endsWithoutHits = true
    options.query = "fi"
    #expect(PickerSession.ready(fruit, options).outcome == .accepted(printed: [], ids: [5]))
    options.query = "zzz"
    #expect(PickerSession.ready(fruit, options).outcome == .accepted(printed: [], ids: []))
    options.query = "a"
    #expect(PickerSession.ready(fruit, options).outcome == nil)
    options.query = "fi"
    let early = PickerSession(fruit, options)
    #expect(early.outcome == nil && early.picker.isWaitingToShow)
  }

  @Test func thePreviewFollowsTheCursor() {
    var options = PickerOptions()
    options.preview = "cat {}"
    var session = PickerSession.ready(fruit, options)
    func requests() -> [UInt32?] {
      session.effects.compactMap { effect -> UInt32?? in
        if case .preview(let request) = effect { .some(request?.current) } else { nil }
      }
    }
    #expect(requests() == [0])
    session.press("up up ctrl-a")
    #expect(requests() == [0, 1, 2])
    session.type("zzz")
    #expect(requests().last == .some(nil))
    session.press("ctrl-u")
    #expect(requests().last == 0)
  }

  /// What comes of a preview that has been overtaken is not shown.
  @Test func overtakenPreviewsAreNotShown() {
    var options = PickerOptions()
    options.preview = "cat {}"
    var session = PickerSession.ready(fruit, options)
    var text = PreviewText()
    (text.serial, text.lines) = (1, ["old"])
    session.press("up")
    session.handle(.preview(text))
    #expect(session.picker.preview.lines == [])
    (text.serial, text.lines) = (2, ["new"])
    session.handle(.preview(text))
    #expect(session.screen.joined().contains("new"))
  }

  @Test func theMouseChoosesAndAccepts() {
    var session = PickerSession.ready(fruit)
    session.handle(.input(.mouse(MouseEvent(.left, row: 5, column: 4)), milliseconds: 0))
    #expect(session.picker.cursor == 2)
    session.handle(.input(.mouse(MouseEvent(.scrollUp, row: 5, column: 4)), milliseconds: 0))
    #expect(session.picker.cursor == 3)
    session.handle(.input(.mouse(MouseEvent(.left, row: 4, column: 4)), milliseconds: 1000))
    session.handle(.input(.mouse(MouseEvent(.left, row: 4, column: 4)), milliseconds: 1200))
    #expect(session.outcome == .accepted(printed: [], ids: [3]))
  }

  @Test func historyGoesBackAndForth() throws {
    var options = PickerOptions()
    options.history = ["first", "second"]
    try options.bindings.bind("ctrl-n:next-history,ctrl-p:prev-history")
    var session = PickerSession.ready(fruit, options)
    session.type("x")
    session.press("ctrl-p")
    #expect(session.picker.editor.text == "second")
    session.press("ctrl-p ctrl-p")
    #expect(session.picker.editor.text == "first")
    session.press("ctrl-n ctrl-n ctrl-n")
    #expect(session.picker.editor.text == "x")
  }
}
