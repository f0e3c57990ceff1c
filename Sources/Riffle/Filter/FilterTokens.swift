/// The tokens of a filter's text.
struct FilterTokens {
  enum Token: Equatable {
    /// Letters, digits and signs that stand together, without quotation marks.
    case word(String)
    /// The content of quotation marks.
    case quoted(String)
    /// A parenthesis, a comma or a comparison.
    case symbol(String)
    case end
  }

  private let text: String
  private var position: String.Index
  /// The next token.
  private(set) var next = Token.end
  /// The beginning of the next token.
  private(set) var start: String.Index

  /// - Throws: ``FilterError/syntax(offset:rest:expected:)`` if a quotation mark is not closed.
  init(_ text: String) throws(FilterError) {
    self.text = text
    position = text.startIndex
    start = position
    try advance()
  }

  /// An error at the next token.
  func error(_ expected: String) -> FilterError { error(at: start, expected) }

  private func error(at place: String.Index, _ expected: String) -> FilterError {
    let offset = text.distance(from: text.startIndex, to: place)
    // The place may lie behind the first scalar of a character.
    let start = text.index(text.startIndex, offsetBy: offset)
    return .syntax(offset: offset, rest: String(text[start...].prefix(64)), expected: expected)
  }

  /// Whether the next token is a keyword of the syntax, in capitals or not, without quotation marks.
  func isKeyword(_ keyword: String) -> Bool {
    guard case .word(let word) = next, word.utf8.count == keyword.utf8.count else { return false }
    return zip(word.utf8, keyword.utf8).allSatisfy { letter, wanted in
      letter == wanted || letter == wanted + 32 && UInt8(ascii: "A")...UInt8(ascii: "Z") ~= wanted
    }
  }

  /// Advances past the next token if it is a keyword of the syntax; see ``isKeyword(_:)``.
  mutating func take(keyword: String) throws(FilterError) -> Bool {
    guard isKeyword(keyword) else { return false }
    try advance()
    return true
  }

  mutating func take(symbol: String) throws(FilterError) -> Bool {
    guard next == .symbol(symbol) else { return false }
    try advance()
    return true
  }

  mutating func advance() throws(FilterError) {
    let scalars = text.unicodeScalars
    while position < scalars.endIndex, scalars[position].properties.isWhitespace {
      position = scalars.index(after: position)
    }
    start = position
    guard position < scalars.endIndex else {
      next = .end
      return
    }
    let scalar = scalars[position]
    switch scalar {
    case "'", "\"", "`": next = .quoted(try quoted(by: scalar))
    case "(", ")", "[", "]", ",", "=", "<", ">", "!": next = .symbol(symbol(scalar))
    default:
      while position < scalars.endIndex, FilterTokens.isWordScalar(scalars[position]) {
        position = scalars.index(after: position)
      }
      next = .word(String(scalars[start..<position]))
    }
  }

  private mutating func symbol(_ first: Unicode.Scalar) -> String {
    let scalars = text.unicodeScalars
    position = scalars.index(after: position)
    guard position < scalars.endIndex else { return String(first) }
    let pair = String(first) + String(scalars[position])
    guard ["==", "<=", ">=", "<>", "!="].contains(pair) else { return String(first) }
    position = scalars.index(after: position)
    return pair == "==" ? "=" : pair == "<>" ? "!=" : pair
  }

  /// Reads a quoted text. A doubled mark, or a mark or backslash after a backslash, stands for itself.
  private mutating func quoted(by mark: Unicode.Scalar) throws(FilterError) -> String {
    let scalars = text.unicodeScalars
    var content = String.UnicodeScalarView()
    position = scalars.index(after: position)
    while position < scalars.endIndex {
      let scalar = scalars[position]
      let after = scalars.index(after: position)
      let following = after < scalars.endIndex ? scalars[after] : nil
      if scalar == mark, following != mark {
        position = after
        return String(content)
      }
      let isEscaped = scalar == mark || scalar == "\\" && (following == mark || following == "\\")
      content.append(isEscaped ? following ?? scalar : scalar)
      position = isEscaped ? scalars.index(after: after) : after
    }
    throw error(at: start, "a text that ends with \(mark)")
  }

  static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "'", "\"", "`", "(", ")", "[", "]", ",", "=", "<", ">", "!": false
    default: !scalar.properties.isWhitespace
    }
  }
}
