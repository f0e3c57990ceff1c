/// A query, parsed once and used with any number of snapshots.
public struct Query: Sendable, Hashable {
  /// How the text of a query is read.
  public enum Syntax: Sendable, Hashable {
    /// Every letter counts as it is.
    case plain
    /// `'inside`, `^start`, `end$`, `!not`, `a | b`, and `\ ` for a space, which an item must hold.
    ///
    /// `'` finds text inside words, `^` at the start of the title, `$` at the end of a word. All three find it as it is, except
    /// for folding. `!a | c` matches items without `a`, and items with `c`. A query of nothing but terms with `!` keeps list
    /// order.
    case extended
  }

  /// The longest query, in Unicode scalars.
  public static let maximumLength = 256
  /// The most terms a query may have: those of a pasted sentence.
  public static let maximumTermCount = 32

  /// The text as typed.
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

  /// Returns a query without text, which matches the whole list.
  public static func blank(mode: QueryMode = .smart, syntax: Syntax = .plain) -> Self {
    Query(blankIn: mode, syntax)
  }

  private init(blankIn mode: QueryMode, _ syntax: Syntax) {
    text = ""
    self.mode = mode
    self.syntax = syntax
  }

  /// Whether the query has no terms.
  package var isBlank: Bool { ParsedQuery(self, analyzer: TextAnalyzer()).isEmpty }

  /// Whether the query only excludes, so that hits come in list order.
  package var onlyExcludes: Bool { ParsedQuery(self, analyzer: TextAnalyzer()).onlyExcludes }

  // Compared as bytes: equal strings may differ in scalars, which match and rank differently.
  public static func == (a: Query, b: Query) -> Bool {
    a.mode == b.mode && a.syntax == b.syntax && a.text.utf8.elementsEqual(b.text.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(mode)
    hasher.combine(syntax)
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
