/// A line editor with the keys of readline.
package struct QueryEditor: Hashable, Sendable {
  package private(set) var characters: [Character]
  /// The number of characters before the cursor.
  package private(set) var cursor: Int
  /// The text that was cut last, for yanking.
  package private(set) var killed: [Character] = []

  /// The most characters: no query may have more.
  package static let longest = 4096

  package init(_ text: String = "") {
    characters = Array(text.prefix(QueryEditor.longest))
    cursor = characters.count
  }

  package var text: String { String(characters) }
  package var isEmpty: Bool { characters.isEmpty }
  package var textBeforeCursor: String { String(characters[..<cursor]) }

  package mutating func set(_ text: String) {
    characters = Array(text.prefix(QueryEditor.longest))
    cursor = characters.count
  }

  package mutating func insert(_ text: String) {
    let room = max(0, QueryEditor.longest - characters.count)
    let new = text.prefix(room)
    // A typed character may join the one before the cursor, as an accent does.
    let before = String(characters[..<cursor]) + new
    let after = characters[cursor...]
    let joined = Array(before)
    characters = joined + after
    cursor = joined.count
  }

  package mutating func moveToStart() { cursor = 0 }
  package mutating func moveToEnd() { cursor = characters.count }
  package mutating func moveBack() { cursor = max(0, cursor - 1) }
  package mutating func moveForward() { cursor = min(characters.count, cursor + 1) }
  package mutating func moveWordBack() { cursor = wordStart { $0.isLetter || $0.isNumber } }
  package mutating func moveWordForward() { cursor = wordEnd }

  package mutating func move(to place: Int) { cursor = max(0, min(place, characters.count)) }

  package mutating func deleteBack() {
    guard cursor > 0 else { return }
    cursor -= 1
    characters.remove(at: cursor)
  }

  package mutating func deleteForward() {
    if cursor < characters.count { characters.remove(at: cursor) }
  }

  package mutating func clear() {
    characters = []
    cursor = 0
  }

  /// Cuts the text before the cursor.
  package mutating func killToStart() { kill(0..<cursor) }
  package mutating func killToEnd() { kill(cursor..<characters.count) }
  /// Cuts a word of letters and digits before the cursor.
  package mutating func killWordBack() { kill(wordStart { $0.isLetter || $0.isNumber }..<cursor) }
  package mutating func killWordForward() { kill(cursor..<wordEnd) }
  /// Cuts the text before the cursor up to a blank.
  package mutating func killToBlank() { kill(wordStart { !$0.isWhitespace }..<cursor) }

  package mutating func yank() { insert(String(killed)) }

  private mutating func kill(_ range: Range<Int>) {
    if range.isEmpty { return }
    killed = Array(characters[range])
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }

  private func wordStart(_ isInWord: (Character) -> Bool) -> Int {
    var place = cursor
    while place > 0, !isInWord(characters[place - 1]) { place -= 1 }
    while place > 0, isInWord(characters[place - 1]) { place -= 1 }
    return place
  }

  private var wordEnd: Int {
    var place = cursor
    while place < characters.count, !(characters[place].isLetter || characters[place].isNumber) { place += 1 }
    while place < characters.count, characters[place].isLetter || characters[place].isNumber { place += 1 }
    return place
  }
}
