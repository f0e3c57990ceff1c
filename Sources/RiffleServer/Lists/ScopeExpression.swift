#if Service
  import Riffle

  /// An expression of scope names with `and`, `or`, `not` and parentheses, as in `large and not (coast or island)`.
  ///
  /// Names with characters other than letters, digits, `_`, `-` and `.` are in double quotes.
  struct ScopeExpression {
    struct Failure: Error, CustomStringConvertible {
      let description: String
    }

    private enum Token: Equatable {
      case name(String)
      case and, or, not, open, close
    }

    private let known: [String]
    private var tokens: ArraySlice<Token>

    /// The deepest nesting: no expression needs more, and each level costs stack.
    private static let deepest = 50
    private static let longest = 2_000
    /// The most names: each is evaluated over all rows.
    private static let mostNames = 64

    /// - Throws: ``Failure``.
    static func parse(_ text: String, known: [String]) throws(Failure) -> Scope {
      guard text.utf8.count <= longest else {
        throw Failure(description: "the expression has more than \(longest) bytes: shorten it")
      }
      let tokens = try tokens(text)
      let nameCount = tokens.count { if case .name = $0 { true } else { false } }
      guard nameCount <= mostNames else {
        throw Failure(description: "the expression names \(nameCount) scopes; it may name \(mostNames)")
      }
      var expression = ScopeExpression(known: known, tokens: tokens[...])
      let scope = try expression.alternatives(0)
      if let token = expression.tokens.first {
        throw Failure(description: "“\(spelled(token))” was not expected after “\(text.prefix(100))”'s first part")
      }
      return scope
    }

    private static func spelled(_ token: Token?) -> String {
      switch token {
      case .name(let name)?: name
      case .and?: "and"
      case .or?: "or"
      case .not?: "not"
      case .open?: "("
      case .close?: ")"
      case nil: "the end"
      }
    }

    private static func tokens(_ text: String) throws(Failure) -> [Token] {
      var tokens: [Token] = []
      var rest = text[...]
      while let character = rest.first {
        switch character {
        case " ", "\t", "\n": rest.removeFirst()
        case "(":
          tokens.append(.open)
          rest.removeFirst()
        case ")":
          tokens.append(.close)
          rest.removeFirst()
        case "\"":
          rest.removeFirst()
          guard let end = rest.firstIndex(of: "\"") else {
            throw Failure(description: "a double quote is not closed: add one after the name")
          }
          tokens.append(.name(String(rest[..<end])))
          rest = rest[rest.index(after: end)...]
        default:
          let word = rest.prefix { $0.isLetter || $0.isNumber || "_-.".contains($0) }
          guard !word.isEmpty else {
            throw Failure(description: "“\(character)” is no part of a name: put the name in double quotes")
          }
          switch word.lowercased() {
          case "and": tokens.append(.and)
          case "or": tokens.append(.or)
          case "not": tokens.append(.not)
          default: tokens.append(.name(String(word)))
          }
          rest = rest[word.endIndex...]
        }
      }
      return tokens
    }

    private mutating func alternatives(_ depth: Int) throws(Failure) -> Scope {
      var scopes = [try conjunction(depth)]
      while tokens.first == .or {
        tokens.removeFirst()
        scopes.append(try conjunction(depth))
      }
      return scopes.count == 1 ? scopes[0] : .or(scopes)
    }

    private mutating func conjunction(_ depth: Int) throws(Failure) -> Scope {
      var scopes = [try factor(depth)]
      while tokens.first == .and {
        tokens.removeFirst()
        scopes.append(try factor(depth))
      }
      return scopes.count == 1 ? scopes[0] : .and(scopes)
    }

    private mutating func factor(_ depth: Int) throws(Failure) -> Scope {
      guard depth < ScopeExpression.deepest else {
        throw Failure(description: "the expression is nested deeper than \(ScopeExpression.deepest) levels")
      }
      switch tokens.popFirst() {
      case .not?: return .not(try factor(depth + 1))
      case .open?:
        let scope = try alternatives(depth + 1)
        guard tokens.popFirst() == .close else { throw Failure(description: "a parenthesis is not closed") }
        return scope
      case .name(let name)?:
        guard known.contains(name) else { throw Failure(description: "\(ScopeError.unknownScope(name, known: known))") }
        return .scope(name)
      case let token:
        throw Failure(description: "a name was expected, not “\(ScopeExpression.spelled(token))”")
      }
    }
  }

  extension Scope {
    /// Returns whether an item in the scopes of these names is in the scope.
    func holds(_ names: Set<String>) -> Bool {
      switch self {
      case .scope(let name): names.contains(name)
      case .and(let scopes): scopes.allSatisfy { $0.holds(names) }
      case .or(let scopes): scopes.contains { $0.holds(names) }
      case .not(let scope): !scope.holds(names)
      }
    }
  }
#endif
