import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct ClauseRowsTests {
  /// What is known of a clause in each row.
  private struct Clause {
    var unaided: Set<Int> = []
    /// `nil` where any row may be one.
    var aided: Set<Int>?
    var anchors: Set<Int> = []

    func mayBeAided(_ row: Int) -> Bool { aided?.contains(row) ?? true }
  }

  /// Whatever groups clauses are put into.
  @Test(arguments: 1...UInt64(60))
  func groupsOfClausesSayWhatEachClauseSays(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let rowCount = [0, 1, 64, 65, 200][Int.random(in: 0..<5, using: &random)]
    let clauses = (0..<Int.random(in: 1...5, using: &random)).map { _ in clause(rowCount, &random) }
    var groups = clauses.map { clause in
      clause.unaided == clause.anchors && clause.unaided == clause.aided
        ? ClauseRows(maybe: column(clause.unaided, rowCount))
        : ClauseRows(
          unaided: column(clause.unaided, rowCount), aided: clause.aided.map { column($0, rowCount) },
          anchored: column(clause.anchors, rowCount))
    }
    while groups.count > 1 {
      let other = groups.remove(at: Int.random(in: 0..<groups.count, using: &random))
      groups[Int.random(in: 0..<groups.count, using: &random)].formIntersection(other)
    }
    let unaided = (0..<rowCount).filter { row in clauses.allSatisfy { $0.unaided.contains(row) } }
    let anchored = (0..<rowCount).filter { row in
      clauses.indices.contains { anchor in
        clauses[anchor].anchors.contains(row)
          && clauses.indices.allSatisfy { $0 == anchor || clauses[$0].mayBeAided(row) }
      }
    }
    let aided = (0..<rowCount).filter { row in clauses.allSatisfy { $0.mayBeAided(row) } }
    let isKnown = clauses.contains { $0.aided != nil }
    #expect(rows(groups[0].unaided) == unaided, "seed \(seed)")
    #expect(groups[0].aided.map(rows) == (isKnown ? aided : nil), "seed \(seed)")
    #expect(rows(groups[0].anchored) == anchored, "seed \(seed)")
    #expect(rows(groups[0].hits) == Set(unaided).union(anchored).sorted(), "seed \(seed)")
  }

  private func clause(_ rowCount: Int, _ random: inout SeededGenerator) -> Clause {
    var clause = Clause()
    if Int.random(in: 0..<3, using: &random) > 0 { clause.aided = [] }
    let isAnchor = Int.random(in: 0..<3, using: &random) > 0
    for row in 0..<rowCount {
      // What is found without help is found with it.
      let isUnaided = Bool.random(using: &random)
      if isUnaided { clause.unaided.insert(row) }
      if isUnaided || Bool.random(using: &random) { clause.aided?.insert(row) }
      if isAnchor, Bool.random(using: &random) { clause.anchors.insert(row) }
    }
    // Of some no more is known than the rows that may hold them.
    if Int.random(in: 0..<5, using: &random) == 0 { (clause.aided, clause.anchors) = (clause.unaided, clause.unaided) }
    return clause
  }

  private func column(_ rows: Set<Int>, _ count: Int) -> BitColumn {
    var column = BitColumn(count: count)
    for row in rows { column.insert(row) }
    return column
  }

  private func rows(_ column: BitColumn) -> [Int] { column.rows.map(Int.init) }
}
