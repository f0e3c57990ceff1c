/// Finds the rows that hold a term as a run of words.
struct RunFinder {
  private let term: Term
  /// `nil` if the term is too long, or too short.
  private let screen: RunScreen?
  private let segment: Segment
  private let cheapest: UInt32

  init(_ term: Term, _ costs: CostTable, in segment: Segment) {
    self.term = term
    self.segment = segment
    screen = RunScreen(term, costs, in: segment.dictionary)
    cheapest = costs.cheapestWordRun
  }

  /// A row, and what the run costs in it at least, its field included.
  typealias Found = (row: UInt32, cost: UInt32)

  /// The rows that may hold the run, in no order, some of them several times.
  /// - Parameter work: counts what is read.
  func rows(_ work: inout SearchWork) -> [Found] { screened(candidates(&work)) }

  /// The rows in which the term may be the beginnings of two neighbouring words, in no order, some of them several times.
  func candidates(_ work: inout SearchWork) -> [UInt32] {
    var candidates: [UInt32] = []
    segment.leadPairs.forEachRow(holdingRunOf: term.bytes) { candidates.append($0) }
    appendRowsOfSplitWords(to: &candidates)
    work.postings += candidates.count
    return candidates
  }

  /// About how many rows are looked at.
  var effort: Int { segment.leadPairs.entryCount(forRunOf: term.bytes) / 64 + splits.reduce(0) { $0 + $1.count } }

  // MARK: - Whole words

  /// Rows that hold the first word of a run, or those that hold the next: whichever are fewer.
  private struct Split {
    var lists: [Range<Int>]
    var count: Int { lists.reduce(0) { $0 + $1.count } }
  }

  /// Where a run may begin with a whole word. In search texts, runs are of whole words but for the last, or initials.
  private var splits: [Split] {
    guard let screen, segment.searchTexts.count > 0 else { return [] }
    let postings = segment.postings
    return screen.steps(from: 0).compactMap { first in
      guard first.whole != .max else { return nil }
      var next = Split(lists: [])
      for step in screen.steps(from: first.end) {
        if step.end == term.bytes.count, term.length > 2 {
          next.lists.append(postings.range(step.words))
        } else if step.whole != .max {
          next.lists.append(postings.range(step.words.prefix(1)))
        }
      }
      let alone = Split(lists: [postings.range(first.words.prefix(1))])
      return next.count < alone.count ? next : alone
    }
  }

  private func appendRowsOfSplitWords(to rows: inout [UInt32]) {
    for split in splits {
      for list in split.lists { rows.append(contentsOf: segment.postings.rows[list]) }
    }
  }

  // MARK: - Screening

  private func screened(_ candidates: [UInt32]) -> [Found] {
    // Too long a term for the screen: only the scorer can tell.
    guard let screen else { return candidates.map { ($0, cheapest) } }
    let tokens = segment.tokens
    let all = tokens.tokens
    var found: [Found] = []
    var batch: [UInt32] = []
    // A long title is a candidate for each place in it where a run may begin: looking at it each time would take the
    // square of its length.
    var last: UInt32?
    var start = 0
    while start < candidates.count {
      let end = min(start + RunFinder.batchLength, candidates.count)
      for index in start..<end { tokens.heads.prefetch(Int(candidates[index])) }
      batch.removeAll(keepingCapacity: true)
      for row in candidates[start..<end] where row != last {
        last = row
        if screen.admits(tokens.letters(Int(row))) { batch.append(row) }
      }
      start = end
      for row in batch { all.prefetch(tokens.range(Int(row)).lowerBound) }
      for row in batch {
        if let cost = screen.leastCost(all.span.extracting(tokens.range(Int(row)))) { found.append((row, cost)) }
      }
    }
    return found
  }

  /// So many rows are looked at together, because their cache misses then overlap.
  private static let batchLength = 128
}
