package import Riffle

/// What stands at the edge of an alphabetical list to jump by: a row for each letter, or for every so many where there are
/// more letters than rows.
package struct LetterStrip: Hashable, Sendable {
  package let entries: [Jumplist.Entry]
  /// How many rows there are for them.
  let rows: Int

  init(_ jumplist: Jumplist, rows: Int) {
    entries = jumplist.entries.filter { $0.kind != .search && $0.count > 0 }
    self.rows = rows
  }

  /// The entry of a row, counted from where the list begins; the last one beyond the end.
  package func entry(atRow row: Int) -> Jumplist.Entry? {
    let place = entries.count <= rows ? row : row * entries.count / max(1, rows)
    return place < 0 ? entries.first : entries.indices.contains(place) ? entries[place] : entries.last
  }

  func start(ofRow row: Int) -> Int? { entry(atRow: row)?.start }

  /// How many rows show an entry.
  package var shownRows: Int { min(entries.count, rows) }

  /// The row that shows the entry with a place of the list, or the nearest before it.
  package func row(ofPlace place: Int) -> Int? {
    guard let index = index(ofPlace: place) else { return nil }
    return (0..<shownRows).last { row in
      entry(atRow: row).flatMap { shown in entries.firstIndex { $0.id == shown.id } }.map { $0 <= index } ?? false
    }
  }

  /// Where the letter of a place, the one before or the one after begins.
  func start(of step: Int, fromPlace place: Int) -> Int? {
    guard let index = index(ofPlace: place) else { return nil }
    // Back goes first to where this letter begins.
    if step < 0, place > entries[index].start { return entries[index].start }
    return entries[min(max(0, index + step), entries.count - 1)].start
  }

  private func index(ofPlace place: Int) -> Int? { entries.lastIndex { $0.start <= place } }

  /// Where the first entry begins that somebody means who types a character.
  func start(typed character: Character) -> Int? {
    let typed = String(character).lowercased()
    let isMeant = { (entry: Jumplist.Entry) in entry.label.lowercased().hasPrefix(typed) }
    // What is no letter stands before and after the letters.
    let other = character.isLetter ? entries.last { $0.label == "…" } : entries.first { $0.label == "#" }
    return (entries.first(where: isMeant) ?? other)?.start
  }
}

extension Picker {
  /// What shows at the edge; `nil` where the list has no letters, or all of it is in sight.
  package var letters: LetterStrip? {
    let rows = layout.list.rows
    guard options.showsLetters, let jumplist = answer.jumplist, rows >= 3, count > rows, size.columns >= 20 else {
      return nil
    }
    let strip = LetterStrip(jumplist, rows: rows)
    return strip.entries.count > 1 ? strip : nil
  }

  /// Goes to where a letter begins, which then stands where the list begins on the screen.
  mutating func goToLetter(at start: Int?) {
    guard let start else { return }
    (cursor, scroll) = (start, start)
  }

  /// Takes a key while a letter is waited for.
  /// - Returns: whether it was for that.
  mutating func takeLetter(_ key: Key) -> Bool {
    guard isAwaitingLetter else { return false }
    isAwaitingLetter = false
    guard case .character(let character) = key.base, key.modifiers.isEmpty else { return key == Key(.escape) }
    goToLetter(at: letters?.start(typed: character))
    return true
  }
}
