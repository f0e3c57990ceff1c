import Riffle
import RifflePicker
import RiffleTestSupport
import Testing

/// Random keys, clicks, pastes, resizes and answers.
///
/// RIFFLE_EVENTS sets how many there are, RIFFLE_SEED where they begin.
struct RandomPickerTests {
  private static let seed = setting("RIFFLE_SEED") ?? 1
  private static let pickers = 20
  private static let events = (setting("RIFFLE_EVENTS") ?? 8_000) / pickers

  private static let words = [
    "apple", "b", "x\u{1B}[31m", "北京", "e\u{301}", "👨‍👩‍👧 family", "אבג", "", "\t\u{0}", "fig tree", "日本語のとても長い行です",
    String(repeating: "long ", count: 40), "\u{301}", "naïve",
  ]

  @Test(arguments: seed..<seed + pickers) func nothingTrapsAndWhatShowsIsWhatIsThere(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(truncatingIfNeeded: seed))
    let lines = (0..<Int.random(in: 0...200, using: &random)).map { _ in
      Self.words.randomElement(using: &random)! + " \(Int.random(in: 0...30, using: &random))"
    }
    var session = PickerSession(lines, Self.options(&random))
    if Bool.random(using: &random) { session.tellLetters() }
    for step in 0..<Self.events {
      Self.happen(&session, &random)
      let place = "seed \(seed), step \(step)"
      if session.outcome != nil {
        // Whatever was chosen is a line.
        if case .accepted(_, let ids) = session.outcome { #expect(ids.allSatisfy { $0 < session.read }, "\(place)") }
        var fresh = PickerSession(lines, Self.options(&random))
        (fresh.read, fresh.isReading) = (session.read, session.isReading)
        fresh.tell()
        session = fresh
        continue
      }
      let picker = session.picker
      #expect(picker.selection.ids.allSatisfy { $0 < session.read }, "\(place)")
      #expect(picker.selection.count <= picker.selection.limit, "\(place)")
      #expect(0..<max(1, picker.count) ~= picker.cursor, "\(place)")
      #expect(
        picker.scroll <= picker.cursor && picker.cursor < picker.scroll + max(1, picker.layout.list.rows), "\(place)")
      #expect(0...picker.editor.characters.count ~= picker.editor.cursor, "\(place)")
      let isDrawn = session.draw()
      #expect(isDrawn, "\(place): what is written is not what should show")
      if step % 16 == 0 { Self.compare(session, place) }
    }
  }

  /// When all has been answered, the rows are those that a fresh search gives.
  private static func compare(_ given: PickerSession, _ place: String) {
    var session = given
    session.tell()
    session.answer()
    guard session.outcome == nil, let wish = session.picker.lastWish else { return }
    let ids = session.ids(wish)
    let picker = session.picker
    #expect(picker.count == ids.count, "\(place)")
    let rows = picker.layout.list.rows
    for index in picker.scroll..<min(picker.scroll + rows, ids.count) {
      #expect(picker.hit(at: index)?.id == ids[index], "\(place), row \(index)")
    }
  }

  private static func options(_ random: inout SeededGenerator) -> PickerOptions {
    var options = PickerOptions()
    options.layout = PickerOptions.Layout.allCases.randomElement(using: &random)!
    options.border = Border.allCases.randomElement(using: &random)!
    options.info = PickerOptions.Info.allCases.randomElement(using: &random)!
    options.multiLimit = [0, 1, 3, .max].randomElement(using: &random)!
    options.isCyclic = .random(using: &random)
    options.header = Array(repeating: "head", count: Int.random(in: 0...3, using: &random))
    options.preview = Bool.random(using: &random) ? "cat {+} {q}" : nil
    options.previewWindow =
      (try? PreviewWindow(
        ["up", "down,30%,wrap", "left,5", "right,99%,border-none", "hidden"].randomElement(using: &random)!))
      ?? PreviewWindow()
    try? options.bindings.bind(
      "f1:select-all,f2:toggle-all,f3:deselect-all,f4:toggle-preview,f5:last,f6:first,f7:change-query(a),f8:toggle-sort,f9:pos(-3),f10:change-preview-window(up|hidden|),f11:toggle-search,f12:preview-page-down"
    )
    return options
  }

  private static let keys: [Key] = {
    let names = [
      "up", "down", "page-up", "page-down", "tab", "btab", "ctrl-a", "ctrl-e", "ctrl-w", "ctrl-u", "ctrl-y", "alt-b",
      "alt-f",
      "alt-d", "alt-j", "alt-up", "alt-down", "bspace", "del", "left", "right", "ctrl-r", "alt-w", "ctrl-l", "home",
      "end", "shift-up", "shift-down",
    ]
    return (names + (1...12).map { "f\($0)" }).compactMap { Key(named: $0) }
  }()

  private static func happen(_ session: inout PickerSession, _ random: inout SeededGenerator) {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<50: session.handle(.input(.key(keys.randomElement(using: &random)!), milliseconds: 0))
    case 50..<62:
      let character = "ab北e\u{301} 1👨‍👩‍👧א".randomElement(using: &random)!
      session.handle(.input(.key(.character(character)), milliseconds: 0))
    case 62..<75: session.answer()
    case 75..<80:
      let kinds: [MouseEvent.Kind] = [.left, .right, .scrollUp, .scrollDown, .drag, .release]
      let event = MouseEvent(
        kinds.randomElement(using: &random)!, row: .random(in: 0...40, using: &random),
        column: .random(in: 0...130, using: &random))
      session.handle(.input(.mouse(event), milliseconds: .random(in: 0...1000, using: &random)))
    case 80..<86:
      session.handle(
        .resize(GridSize(rows: .random(in: 0...30, using: &random), columns: .random(in: 0...90, using: &random))))
    case 86..<90:
      session.read = min(session.lines.count, session.read + .random(in: 0...20, using: &random))
      session.isReading = session.read < session.lines.count
      session.tell()
    case 90..<93: session.handle(.input(.paste(words.randomElement(using: &random)! + "\n\n"), milliseconds: 0))
    case 93..<97:
      var text = PreviewText()
      text.serial = .random(in: 0...20, using: &random)
      text.lines = (0..<Int.random(in: 0...60, using: &random)).map { _ in words.randomElement(using: &random)! }
      text.isDone = .random(using: &random)
      session.handle(.preview(text))
    case 97: session.handle(.input(.key(Key(.enter)), milliseconds: 0))
    default: session.handle(.tick)
    }
  }
}
