/// Lists of rows that together hold every row which can match a clause of a query, and so every hit.
struct ClauseSources {
  /// The rows of neighbouring words; what a hit found there costs at least, and whether only an anchor's help makes it
  /// one.
  private(set) var words: [(postings: Range<Int>, bound: UInt32, needsHelp: Bool)] = []
  /// The terms whose runs are to be looked for, by their rows in the scorer.
  private(set) var runs: [Int] = []
  /// About how many rows are to be looked at.
  private(set) var count = 0

  mutating func append(_ postings: Range<Int>, bound: UInt32, needsHelp: Bool = false) {
    guard !postings.isEmpty else { return }
    words.append((postings, bound, needsHelp))
    count += postings.count
  }

  mutating func append(runsOf probe: Int, entryCount: Int) {
    guard entryCount > 0 else { return }
    runs.append(probe)
    // Contexts and letters turn most rows away.
    count += entryCount / 64
  }

  mutating func append(_ other: ClauseSources) {
    words += other.words
    runs += other.runs
    count += other.count
  }

  static func < (a: ClauseSources, b: ClauseSources) -> Bool { a.count < b.count }
}
