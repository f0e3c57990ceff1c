import RiffleTestSupport
import Testing

@testable import Riffle

/// What rows cost at least, as words and posting lists tell it, against what the scorer charges them.
@Suite struct RowBoundTests {
  private static let firstSeed = setting("RIFFLE_SEED").map(UInt64.init) ?? 1

  @Test(arguments: 0..<UInt64(40))
  func noRowCostsLessThanItsBounds(_ offset: UInt64) throws {
    let seed = RowBoundTests.firstSeed + offset
    var random = RandomText(seed: seed, mixesScripts: offset % 4 == 0)
    let items = random.items(count: 60)
    let segment = try SearchIndex(items).snapshot().segments[0]
    for _ in 0..<25 {
      guard let query = try? Query(random.query(for: items)), !query.isBlank else { continue }
      let prepared = PreparedQuery(query, analyzer: segment.analyzer)
      guard prepared.isAskedByWords, !prepared.isEmpty else { continue }
      var evaluator = Evaluator(
        segment, prepared, within: nil, collector: HitCollector(capacity: items.count, reach: .max))
      var costs: [UInt32: UInt32] = [:]
      for row in 0..<segment.count {
        guard let cost = evaluator.examiner.assign(row) else { continue }
        costs[UInt32(row)] = cost
        let bound = evaluator.examiner.bound(row, most: .max)
        #expect(bound.map { $0 <= cost } == true, "row \(row) costs \(cost), “\(query.text)”, seed \(seed)")
        if let bound = evaluator.examiner.literalBound(row) {
          #expect(bound <= cost, "literal row \(row) costs \(cost), “\(query.text)”, seed \(seed)")
        }
      }
      expectCandidates(of: &evaluator, costs, random.number(below: 20) * 400, "“\(query.text)”, seed \(seed)")
    }
  }

  /// All rows that cost no more than `most` are candidates, and none is said to cost more than it does.
  private func expectCandidates(
    of evaluator: inout Evaluator, _ costs: [UInt32: UInt32], _ most: Int, _ origin: String
  ) {
    let most = UInt32(most)
    let floors = evaluator.examiner.floors
    let floor = floors.reduce(UInt32(0)) { $0.addingClamped($1) }
    guard floor <= most else { return #expect(costs.values.allSatisfy { $0 > most }, "\(origin)") }
    let postings = evaluator.segment.postings
    var candidates = CandidateRows(
      rowCount: evaluator.segment.count, most: most, floor: floor, evaluator.scorer.costs)
    for clause in floors.indices {
      let room = most - (floor - floors[clause])
      let sources = evaluator.sources(ofClause: clause, from: floors[clause], upTo: room)
      let runs = sources.runs.map { evaluator.runs(of: $0) }
      candidates.add(sources, runs, of: postings, isFirstTerm: clause == 0, floor: floors[clause])
    }
    var bounds: [UInt32: UInt32] = [:]
    candidates.forEachStretch { rows, least in
      for row in rows { bounds[row] = least }
      return true
    }
    for (row, cost) in costs where cost <= most {
      #expect(bounds[row].map { $0 <= cost } == true, "candidate \(row) costs \(cost) of \(most), \(origin)")
    }
  }
}
