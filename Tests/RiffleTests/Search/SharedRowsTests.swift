import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct SharedRowsTests {
  @Test(arguments: 0..<3) func rowsAreLeftThatLackNoMoreClausesThanTheyMay(mayLack: Int) {
    for seed in UInt64(1)...40 {
      var random = SeededGenerator(seed: seed)
      let rowCount = Int.random(in: 1...200, using: &random)
      let clauses = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        column(rowCount, &random)
      }
      let within = Bool.random(using: &random) ? column(rowCount, &random) : nil
      var shared = SharedRows(rowCount: rowCount, within: within, mayLack: mayLack)
      for clause in clauses { shared.add(clause) }
      let expected = (0..<rowCount).filter { row in
        within?[row] != false && clauses.count { !$0[row] } <= mayLack
      }
      #expect(shared.rows.rows.map { Int($0) } == expected, "seed \(seed)")
      #expect(shared.count == expected.count, "seed \(seed)")
      #expect((0..<rowCount).filter { shared.contains($0) } == expected, "seed \(seed)")
    }
  }

  private func column(_ rowCount: Int, _ random: inout SeededGenerator) -> BitColumn {
    var column = BitColumn(count: rowCount)
    let share = Double.random(in: 0...1, using: &random)
    for row in 0..<rowCount where Double.random(in: 0..<1, using: &random) < share { column.insert(row) }
    return column
  }
}
