extension Picker {
  /// The longest time between the clicks of a double click, in milliseconds.
  private static let doubleClick = 500

  mutating func take(_ input: TerminalInput, _ milliseconds: Int, _ effects: inout [PickerEffect]) {
    switch input {
    case .key(let key): press(key, &effects)
    case .paste(let text):
      guard awaited == nil else { return }
      editor.insert(Picker.line(text))
      queryChanged(&effects)
    case .mouse(let event): take(event, milliseconds, &effects)
    }
  }

  /// Returns a text on one line, without control characters.
  private static func line(_ text: String) -> String {
    let blanks = text.split(omittingEmptySubsequences: true) { $0.isNewline || $0 == "\t" }.joined(separator: " ")
    return String(
      String.UnicodeScalarView(blanks.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F..<0xA0 ~= $0.value) }))
  }

  private mutating func press(_ key: Key, _ effects: inout [PickerEffect]) {
    // Choices made before an answer arrives apply to that answer.
    if awaited != nil {
      if bindings[.key(key)]?.contains(.simple(.abort)) == true { end(.aborted, &effects) }
      return
    }
    if takeLetter(key) { return }
    if options.expectedKeys.contains(key) {
      accept(with: key, &effects)
    } else if let actions = bindings[.key(key)] {
      perform(actions, pressed: key, &effects)
    } else {
      type(key, &effects)
    }
  }

  /// Inserts the character of a key.
  mutating func type(_ key: Key, _ effects: inout [PickerEffect]) {
    guard case .character(let character) = key.base, key.modifiers.isEmpty else { return }
    editor.insert(Picker.line(String(character)))
    queryChanged(&effects)
  }

  private mutating func take(_ event: MouseEvent, _ milliseconds: Int, _ effects: inout [PickerEffect]) {
    let layout = layout
    if layout.preview.contains(row: event.row, column: event.column) {
      switch event.kind {
      case .scrollUp: movePreview(by: -3)
      case .scrollDown: movePreview(by: 3)
      default: break
      }
      return
    }
    if event.kind == .left || event.kind == .drag, let letters,
      layout.letters.contains(row: event.row, column: event.column)
    {
      let row = layout.index(ofRow: event.row, self)
      goToLetter(at: letters.start(ofRow: row))
      lastClick = nil
      return
    }
    switch event.kind {
    case .scrollUp: fire(.scrollUp, &effects)
    case .scrollDown: fire(.scrollDown, &effects)
    case .left, .right:
      if event.row == layout.promptRow, event.kind == .left {
        editor.move(to: layout.character(atColumn: event.column, self))
        return
      }
      guard let place = layout.place(atRow: event.row, column: event.column, self), place < count else { return }
      let isDouble =
        event.kind == .left && lastClick?.row == event.row && place == cursor
        && milliseconds - (lastClick?.milliseconds ?? 0) < Picker.doubleClick
      cursor = place
      if event.kind == .right {
        fire(.rightClick, &effects)
      } else if isDouble {
        lastClick = nil
        fire(.doubleClick, &effects)
      } else {
        lastClick = (event.row, milliseconds)
        fire(.leftClick, &effects)
      }
    case .release, .drag: break
    }
  }

  mutating func movePreview(by lines: Int) {
    preview.move(to: preview.offset + lines, rows: layout.previewText.rows)
  }
}
