/// What to look for, read once and asked of any number of snapshots.
public struct Query: Sendable, Hashable {
  /// How the text of a query is read.
  public enum Syntax: Sendable, Hashable {
    /// Every letter counts as it is.
    case plain
    /// `'inside`, `^start`, `end$`, `!not`, `a | b`, and `\ ` for a space, which an item must hold.
    ///
    /// `'` finds text inside words, `^` at the start of the title, `$` at the end of a word; all three
    /// find it as it is, except for folding. `!a | c` finds what does not hold `a`, and what holds `c`. A
    /// query that has nothing but terms with `!` keeps list order.
    case extended
  }

  /// The longest query, in Unicode scalars.
  public static let maximumLength = 256
  /// The most terms a query may have.
  public static let maximumTermCount = 16

  /// The text as it was typed.
  public let text: String
  public let mode: QueryMode
  public let syntax: Syntax

  /// - Throws: ``QueryError`` if the text is too long or has too many terms.
  public init(_ text: String, mode: QueryMode = .smart, syntax: Syntax = .plain) throws(QueryError) {
    let scalars = text.unicodeScalars.count
    guard scalars <= Query.maximumLength else {
      throw .tooLong(scalars: scalars, limit: Query.maximumLength)
    }
    self.text = text
    self.mode = mode
    self.syntax = syntax
    let terms = ParsedQuery(self, analyzer: TextAnalyzer()).termCount
    guard terms <= Query.maximumTermCount else {
      throw .tooManyTerms(terms: terms, limit: Query.maximumTermCount)
    }
  }

  /// A query without text: what it asks for is the whole list.
  public static func blank(mode: QueryMode = .smart, syntax: Syntax = .plain) -> Self {
    Query(blankIn: mode, syntax)
  }

  private init(blankIn mode: QueryMode, _ syntax: Syntax) {
    text = ""
    self.mode = mode
    self.syntax = syntax
  }

  /// Whether it has no terms.
  package var isBlank: Bool { ParsedQuery(self, analyzer: TextAnalyzer()).isEmpty }

  /// Whether it says only what must not be found, so that hits come in list order.
  package var onlyExcludes: Bool { ParsedQuery(self, analyzer: TextAnalyzer()).onlyExcludes }

  // Equal strings may be spelt with other scalars, which are found and ranked otherwise: so it is the bytes that count.
  public static func == (a: Query, b: Query) -> Bool {
    a.mode == b.mode && a.syntax == b.syntax && a.text.utf8.elementsEqual(b.text.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(mode)
    hasher.combine(syntax)
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
