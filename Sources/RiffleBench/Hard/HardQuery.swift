import Riffle

/// A query that is more expensive than it looks.
struct HardQuery: Sendable, Hashable {
  var mode = QueryMode.smart
  var syntax = Query.Syntax.plain
  var text: String

  init(_ text: String, mode: QueryMode = .smart, syntax: Query.Syntax = .plain) {
    self.text = text
    self.mode = mode
    self.syntax = syntax
  }

  /// Returns the request; `nil` if the text is not a valid query.
  func request(limit: Int) -> SearchRequest? {
    (try? Query(text, mode: mode, syntax: syntax)).map { SearchRequest($0, limit: limit) }
  }

  /// The mode and the syntax of the query.
  var reading: String { "\(mode.rawValue), \(syntax)" }
}

extension HardQuery {
  /// Queries that have once been slow, and queries made to be slow.
  static let all: [HardQuery] = smart + extended + otherModes

  /// Returns a text as a query in every mode and syntax.
  static func readings(of text: String) -> [HardQuery] {
    QueryMode.allCases.flatMap { mode in
      [Query.Syntax.plain, .extended].map { HardQuery(text, mode: mode, syntax: $0) }
    }
  }

  private static func repeated(_ word: String, _ count: Int, _ separator: String = " ") -> String {
    Array(repeating: word, count: count).joined(separator: separator)
  }

  private static let smart = [
    repeated("s", 16), repeated("a", 16), "e e e", "an an an an", repeated("united", 16), "t - t l f f f", "f r",
    "chesp", "s a e i o n r t l c d m p u h g", "e s", "a b c", "1 2 3", "s s", "se la de co", "th he in er an re",
    "ab cd ef gh ij kl mn op", "st", "nm", "sn", "zq", "qz xj", "usr", "no man's l", "szanta na de ya", "aim fo ahie",
    "usd", repeated("aeiou", 4), "teh fo", "the of and to in", repeated("the", 16), repeated("th", 16),
    "sant san sta ana", "unitde sttaes", "uinted kindgom", "abcdefghijklmnop", "aaaaaaaaaaaaaaaa",
    "qwertyuiopasdfghjklzxcvbnm", "inthehouseofthe", "santamariadelasnieves", repeated("ab", 16),
    repeated("a", 256, ""), repeated("ab", 128, ""), "e unitedd statess of americaa", "s unitde sttaes t",
    "a b c d e f g h i j k l m n o p q r s t u v w x y z 1 2 3 4 5 6",
    "th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co",
    "é ñ ü", "а е и о н", "の は", "東 京", "12345678", "1 1 1 1", "van der berg van den", "o o o o o", "kst rng",
  ].map { HardQuery($0) }

  private static let extended: [HardQuery] = [
    repeated("s | c | p | d", 8), "s | c | p | d", "'e", "e$", "!e", "^s", "^s e$", "'e 'a 'n", "!e !a", "!zq", "'tk",
    "'i'", "'new\\ y", "york$ !new", "'an | 'en | 'on", "new | york | 'city", "!a !e !i", "^the 'of", "'е", "'の",
    "ing$",
    "'.", "'-", "^e !a e$", "unitde | sttaes", "s !e", repeated("'e", 16), "'e | s", "sant !a",
  ].map { HardQuery($0, syntax: .extended) }

  private static let otherModes: [HardQuery] =
    [
      "e", "ea", "tk", "qj", "zzzz", "aeiou", "new y", "ing", "е", "の", "e e", "s, u", "united states of america", "-",
      "é",
    ]
    .flatMap { text in
      [QueryMode.substring, .lowercasedSubstring, .subsequence, .words].map { HardQuery(text, mode: $0) }
    }
    + ["s a e", "aeinrst", "ssssss", "qz", "abcdefghij", repeated("a", 64, "")].map {
      HardQuery($0, mode: .subsequence)
    }
    + ["e e e e", repeated("s", 16), "a e i o"].map { HardQuery($0, mode: .words) }
    + ["e 'a", "e !a", "s t"].map { HardQuery($0, mode: .subsequence, syntax: .extended) }
}
