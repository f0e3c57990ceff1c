/// Counting: rows that have to be asked whether they are hits.
extension RowExaminer {
  /// What came of asking rows.
  struct Asked: Sendable {
    var hits: [UInt32] = []
    var work = SearchWork()
  }

  /// Those of `rows` that are hits and cost no more than `most`.
  /// - Parameters:
  ///   - mostOfRun: if each row holds the only term as a run for certain, what that costs at most in one compound.
  ///   - isOver: is asked now and then whether that is enough.
  mutating func hits(
    among rows: ArraySlice<UInt32>, upTo most: UInt32, mostOfRun: UInt32?, unless isOver: (Asked) -> Bool
  ) -> Asked {
    var asked = Asked()
    var batch: [UInt32] = []
    var start = rows.startIndex
    while start < rows.endIndex, !isOver(asked) {
      let end = min(start + Evaluator.batchLength, rows.endIndex)
      batch.removeAll(keepingCapacity: true)
      appendRowsWithLetters(rows[start..<end], most: most, to: &batch)
      for row in batch {
        let number = Int(row)
        asked.work.rows += 1
        asked.work.words += wordCount(number)
        guard bound(number, most: most) != nil else { continue }
        if isCertainHit(number, most: most) || mostOfRun.map({ isCertainRun(costingAtMost: $0, most) }) == true {
          asked.hits.append(row)
          continue
        }
        asked.work.countScored(words: wordCount(number), rows: scorer.rows.count)
        if let cost = cost(number), cost <= most { asked.hits.append(row) }
      }
      start = end
    }
    return asked
  }

  /// The same on several threads, each with a copy of this.
  mutating func hits(
    among rows: ArraySlice<UInt32>, upTo most: UInt32, mostOfRun: UInt32?, threadCount: Int,
    unless cancellation: Cancellation?
  ) -> Asked {
    guard threadCount > 1, rows.count >= 2 * segment.options.efforts.fewestForThread else {
      return hits(among: rows, upTo: most, mostOfRun: mostOfRun) { _ in cancellation?.isCancelled == true }
    }
    let there = rows.prefix(rows.count * (threadCount / 2) / threadCount)
    let copy = self
    let (others, own) = concurrently(true) {
      var examiner = copy
      return examiner.hits(
        among: there, upTo: most, mostOfRun: mostOfRun, threadCount: threadCount / 2, unless: cancellation)
    } here: {
      hits(
        among: rows[there.endIndex...], upTo: most, mostOfRun: mostOfRun, threadCount: threadCount - threadCount / 2,
        unless: cancellation)
    }
    var all = own
    all.hits += others.hits
    all.work += others.work
    return all
  }

  /// Whether the row at hand, which holds the only term as a run for certain, costs no more than `most`.
  /// - Parameter mostOfRun: what the run costs at most in one compound.
  private mutating func isCertainRun(costingAtMost mostOfRun: UInt32, _ most: UInt32) -> Bool {
    mostOfRun + scorer.costs.partOfCompound * finder(of: 0).mostCompoundsAfterFirst(words.span) <= most
  }
}
