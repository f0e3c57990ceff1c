package import Riffle

/// The letters at the edge of an alphabetical list to jump by: a row for each letter, or for some of them if there are more
/// letters than rows.
package struct LetterStrip: Hashable, Sendable {
  package let entries: [Jumplist.Entry]
  /// The number of rows for them.
  let rows: Int

  init(_ jumplist: Jumplist, rows: Int) {
    entries = jumplist.entries.filter { $0.kind != .search && $0.count > 0 }
    self.rows = rows
  }

  /// Returns the entry of a row, counted from the start of the list; the last one beyond the end.
  package func entry(atRow row: Int) -> Jumplist.Entry? {
    let place = entries.count <= rows ? row : row * entries.count / max(1, rows)
    return place < 0 ? entries.first : entries.indices.contains(place) ? entries[place] : entries.last
  }

  func start(ofRow row: Int) -> Int? { entry(atRow: row)?.start }

  /// The number of rows with an entry.
  package var shownRows: Int { min(entries.count, rows) }

  /// Returns the row of the entry that contains a place of the list, or of the nearest one before it.
  package func row(ofPlace place: Int) -> Int? {
    guard let index = index(ofPlace: place) else { return nil }
    return (0..<shownRows).last { row in
      entry(atRow: row).flatMap { shown in entries.firstIndex { $0.id == shown.id } }.map { $0 <= index } ?? false
    }
  }

  /// Returns the start of the letter of a place, of the one before or of the one after.
  func start(of step: Int, fromPlace place: Int) -> Int? {
    guard let index = index(ofPlace: place) else { return nil }
    // Backwards, the first step leads to the start of this letter.
    if step < 0, place > entries[index].start { return entries[index].start }
    return entries[min(max(0, index + step), entries.count - 1)].start
  }

  private func index(ofPlace place: Int) -> Int? { entries.lastIndex { $0.start <= place } }

  /// Returns the start of the first entry for a typed character.
  func start(typed character: Character) -> Int? {
    let typed = String(character).lowercased()
    let isMeant = { (entry: Jumplist.Entry) in entry.label.lowercased().hasPrefix(typed) }
    // Texts without a letter are before and after the letters.
    let other = character.isLetter ? entries.last { $0.label == "…" } : entries.first { $0.label == "#" }
    return (entries.first(where: isMeant) ?? other)?.start
  }
}

extension Picker {
  /// The letters at the edge; `nil` if the list has none, or all of it is visible.
  package var letters: LetterStrip? {
    let rows = layout.list.rows
    guard options.showsLetters, let jumplist = answer.jumplist, rows >= 3, count > rows, size.columns >= 20 else {
      return nil
    }
    let strip = LetterStrip(jumplist, rows: rows)
    return strip.entries.count > 1 ? strip : nil
  }

  /// Moves to the start of a letter, and scrolls it to the start of the visible list.
  mutating func goToLetter(at start: Int?) {
    guard let start else { return }
    (cursor, scroll) = (start, start)
  }

  /// Handles a key while a letter is awaited.
  /// - Returns: whether the key was handled.
  mutating func takeLetter(_ key: Key) -> Bool {
    guard isAwaitingLetter else { return false }
    isAwaitingLetter = false
    guard case .character(let character) = key.base, key.modifiers.isEmpty else { return key == Key(.escape) }
    goToLetter(at: letters?.start(typed: character))
    return true
  }
}
