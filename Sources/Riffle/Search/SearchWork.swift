/// The work of a search: the same on every machine, unlike its time.
public struct SearchWork: Sendable, Hashable {
  /// Tiers of clauses that were opened: words, or runs of words, that match a term in one way.
  public var tiers = 0
  /// Entries of posting lists that were read, and rows that were passed over one by one.
  public var postings = 0
  /// Rows whose letters were read.
  public var rows = 0
  /// Rows that were scored.
  public var scored = 0
  /// The words of these.
  public var words = 0

  public init() {}

  /// All of it in one number, about as many as nanoseconds on a processor of 2024: what ``SearchRequest/workLimit`` limits.
  public var steps: Int { postings &+ 50 &* tiers &+ 10 &* rows &+ 100 &* scored &+ 10 &* words }

  /// Counts a row of so many words that is scored.
  mutating func countScored(words: Int) {
    scored += 1
    self.words += words
  }

  package static func += (a: inout SearchWork, b: SearchWork) {
    a.tiers += b.tiers
    a.postings += b.postings
    a.rows += b.rows
    a.scored += b.scored
    a.words += b.words
  }
}
