/// Lower bounds of what a clause costs each row of a segment, read from its long posting lists.
///
/// Lists are added as levels of cost open them. In a session, most clauses stay the same with the next keystroke, so their lists
/// are not read again. A lane may hold more lists than a search needs: its bounds are then lower, but hold.
struct ClauseLane {
  /// The properties of a clause that its costs depend on.
  struct Key: Hashable {
    let terms: [[UInt8]]
    /// What a literal word costs the clause by its place.
    let places: PlaceCosts
    let isLast: Bool
  }

  private struct List: Hashable {
    let words: Range<Int>
    let way: ClauseSources.Way
  }

  private(set) var entries: [ClauseEntry]
  private var lists: Set<List> = []
  private let fewest: Int

  /// - Parameter fewest: the postings of the lists that it holds.
  init(rowCount: Int, fewest: Int) {
    entries = Array(repeating: .none, count: rowCount)
    self.fewest = fewest
  }

  var byteCount: Int { entries.count * MemoryLayout<ClauseEntry>.stride }

  @inline(__always)
  func holds(_ words: ClauseSources.Words, of sources: ClauseSources) -> Bool {
    list(words, of: sources).map { lists.contains($0) } ?? false
  }

  /// Returns a list that may be held; `nil` for a short one, and for a word that is two terms, which depends on the next clause.
  @inline(__always)
  private func list(_ words: ClauseSources.Words, of sources: ClauseSources) -> List? {
    guard words.postings.count >= fewest, sources.ways[words.way].haveSpots else { return nil }
    return List(words: words.words, way: sources.ways[words.way])
  }

  /// The entries of so many rows are fetched together.
  private static let postingsAhead = 64

  /// Adds the long lists of a clause.
  /// - Returns: the number of postings read.
  mutating func read(_ sources: ClauseSources, of postings: borrowing Postings) -> Int {
    var read = 0
    var own = take(&entries)
    defer { entries = own }
    var entries = own.mutableSpan
    for words in sources.words {
      guard let list = list(words, of: sources), lists.insert(list).inserted else { continue }
      read += words.postings.count
      let reader = PostingReader(list.way)
      var start = words.postings.lowerBound
      while start < words.postings.upperBound {
        let few = start..<min(start + ClauseLane.postingsAhead, words.postings.upperBound)
        postings.rows.forEach(in: few) { entries.prefetch(Int($1)) }
        postings.forEachSpot(in: few) { row, place, spot in entries[Int(row)].add(reader.bound(place, spot)) }
        start = few.upperBound
      }
    }
    return read
  }

  /// Copies the entries of some rows, ascending.
  func copy(_ rows: borrowing BitColumn, to copies: inout [ClauseEntry]) {
    let entries = entries.span
    var copies = copies.mutableSpan
    var rank = 0
    rows.forEachRow { row in
      copies[rank] = entries[row]
      rank += 1
    }
  }
}

extension Evaluator {
  /// Returns the lane of a clause with all its long lists, or as earlier searches have left it; `nil` if there is none.
  ///
  /// Reading a list for all rows takes several times as long as for a few known ones. So lists are added if many rows matter, or
  /// if an earlier keystroke needed long ones: the next one probably needs them, too.
  mutating func lane(of found: CandidateRows.Found, areMany: Bool) -> ClauseLane? {
    if examiner.hasPatterns { return nil }
    let key = laneKey(found.clause)
    let many = segment.count / max(1, efforts.rowsPerShared)
    guard areMany || found.postingCount >= many && memory.wasRequested(key) else { return memory.lane(key) }
    var lane = memory.takeLane(key) ?? ClauseLane(rowCount: segment.count, fewest: efforts.fewestInLane)
    work.postings += lane.read(found.sources, of: segment.postings)
    memory.keep(lane, key)
    return lane
  }

  private func laneKey(_ clause: Int) -> ClauseLane.Key {
    ClauseLane.Key(
      terms: examiner.floors.clauseProbes[clause].map { scorer.rows[$0].term.bytes },
      places: places(0, hidden: 0, clause: clause, mayBeWhole: true), isLast: clause == scorer.clauses.count - 1)
  }
}
