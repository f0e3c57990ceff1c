/// Asks row after row of a part.
/// - Parameters:
///   - admits: `false` if a row is no hit that costs no more than `most`.
///   - best: the best that a row can be.
///   - shown: the same with what its title shows of the query, where that counts.
func scanRows(
  _ rows: Range<Int>, _ collector: HitCollector, _ request: HitRequest, _ budget: SearchBudget,
  admits: (_ row: Int, _ most: UInt32) -> Bool, best: (Int) -> RankedRow, shown: (RankedRow) -> RankedRow,
  ranked: (Int) -> RankedRow?
) -> PartAnswer {
  var collector = collector
  var work = SearchWork()
  var hits: [UInt64] = []
  for row in rows where admits(row, request.wantsMore ? collector.limit : collector.ceiling) {
    if budget.isSpent(work) { break }
    if !request.wantsMore {
      let best = best(row)
      guard collector.admits(best), collector.admits(shown(best)) else { continue }
    }
    work.scored += 1
    guard let found = ranked(row), found.score.units <= request.most else { continue }
    if request.wantsMore { hits.append(UInt64(found.score.units) << 32 | UInt64(found.row)) }
    collector.insert(found)
  }
  let (best, least, isCut) = collector.finish()
  return PartAnswer(
    rows: best, least: least, isCutByReach: isCut, scanned: request.wantsMore ? hits : nil, work: work)
}

extension HitCounter {
  /// Adds the rows of a scan that cost no more than `most`.
  mutating func insert(_ scanned: [UInt64], upTo most: UInt32) {
    for hit in scanned where UInt32(truncatingIfNeeded: hit >> 32) <= most {
      insert(Int(UInt32(truncatingIfNeeded: hit)))
    }
  }
}
