/// A term of the extended query syntax, which follows fzf. Terms are separated by spaces (`\ ` is a space in a term), ` | `
/// between terms means either, and marks set how a term is found. `!a | c` matches items without `a`, or with `c`.
package struct ExtendedTerm: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// As in a plain query.
    case plain
    /// `'text`, `^text`, `text$`, `^text$`.
    case pattern(TextPattern.Anchor)
  }

  package var text: String
  package var kind: Kind
  /// `!text`
  package var isNegated: Bool

  /// Reads a query: the outer terms must all be found, and one of each inner list.
  ///
  /// A mark without text, or an `|` without a neighbour, is incomplete input and is ignored.
  static func read(_ text: String) -> [[ExtendedTerm]] {
    var clauses: [[ExtendedTerm]] = []
    var joinsPrevious = false
    for word in words(of: text) {
      if word == "|" {
        joinsPrevious = !clauses.isEmpty
        continue
      }
      guard let term = ExtendedTerm(word) else { continue }
      if joinsPrevious {
        clauses[clauses.count - 1].append(term)
      } else {
        clauses.append([term])
      }
      joinsPrevious = false
    }
    return clauses
  }

  private init?(_ word: String) {
    var rest = word[...]
    isNegated = false
    if rest.first == "!" {
      isNegated = true
      rest.removeFirst()
    }
    if rest.first == "'" {
      rest.removeFirst()
      kind = .pattern(.anywhere)
    } else {
      let startsTitle = rest.first == "^"
      if startsTitle { rest.removeFirst() }
      let endsWord = rest.last == "$" && rest != "$"
      if endsWord { rest.removeLast() }
      switch (startsTitle, endsWord) {
      case (true, true): kind = .pattern(.wholeTitle)
      case (true, false): kind = .pattern(.titleStart)
      case (false, true): kind = .pattern(.wordEnd)
      case (false, false): kind = isNegated ? .pattern(.anywhere) : .plain
      }
    }
    guard !rest.isEmpty else { return nil }
    text = String(rest)
  }

  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        if character != " " { word.append("\\") }
        word.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character.isWhitespace {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else {
        word.append(character)
      }
    }
    if isEscaped { word.append("\\") }
    if !word.isEmpty { words.append(word) }
    return words
  }
}
