/// What the long posting lists of a clause say of each row of a segment.
///
/// Lists are added as levels of cost open them. In a session, most clauses are the same with the next keystroke, and their lists
/// need not be read again. A lane may hold more lists than are asked for: it then says less, but nothing that is wrong.
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

  /// A list that may be held: a word that is two terms depends on the clause beside.
  @inline(__always)
  private func list(_ words: ClauseSources.Words, of sources: ClauseSources) -> List? {
    guard words.postings.count >= fewest, sources.ways[words.way].haveSpots else { return nil }
    return List(words: words.words, way: sources.ways[words.way])
  }

  /// The entries of so many rows are fetched together.
  private static let postingsAhead = 64

  /// Reads the long lists of a clause.
  /// - Returns: how many postings it has read.
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

  /// Copies the entries of some rows, one after the other.
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
  /// What has been read of the lists of a clause, or is read now; `nil` if nothing has been.
  ///
  /// To read lists for all rows takes several times as long as for a few that are known. So that is done where many rows matter, or
  /// when long lists are asked for again: with the next keystroke they may be once more.
  mutating func lane(of found: CandidateRows.Found, areMany: Bool) -> ClauseLane? {
    if examiner.hasPatterns { return nil }
    let key = laneKey(found.clause)
    let many = segment.count / max(1, efforts.rowsPerShared)
    guard areMany || found.postingCount >= many && memory.wasAsked(key) else { return memory.lane(key) }
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
