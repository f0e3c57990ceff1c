/// What a search has done: it explains a slow one better than time, and is the same on every machine.
public struct SearchWork: Sendable, Hashable {
  /// Tiers of clauses that were opened: words, or runs of words, that match a term in one way.
  public var tiers = 0
  /// Entries of posting lists that were read.
  public var postings = 0
  /// Rows whose words were asked.
  public var rows = 0
  /// Rows that the scorer was asked about.
  public var scored = 0

  public init() {}

  static func += (a: inout SearchWork, b: SearchWork) {
    a.tiers += b.tiers
    a.postings += b.postings
    a.rows += b.rows
    a.scored += b.scored
  }
}
