import RiffleTestSupport
import Testing

@testable import Riffle

/// Classes of rows against counting row by row.
@Suite struct LiteralClassesTests {
  @Test(arguments: 1...UInt64(100))
  func classesPartTheRowsByWhatTheyCost(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...300, using: &random)
    func rows(_ random: inout SeededGenerator) -> BitColumn {
      var rows = BitColumn(count: count)
      for row in 0..<count where Bool.random(using: &random) { rows.insert(row) }
      return rows
    }
    let hits = rows(&random)
    let terms = (0..<Int.random(in: 1...15, using: &random)).map { number in
      let begun = rows(&random)
      var whole = rows(&random)
      whole.formIntersection(begun)
      return LiteralClasses.Shown(begun: begun, whole: whole, isFirstTerm: number == 0)
    }
    let beginning = rows(&random)
    let costs = CostTable.standard
    let classes = LiteralClasses(hits, terms, beginning: beginning, costs)
    let hidden = terms.count <= Place.mostNameTerms ? costs.inSearchText : costs.inWholePhrase
    let isCheapestFirst = zip(classes.classes, classes.classes.dropFirst()).allSatisfy { $0.cost <= $1.cost }
    #expect(isCheapestFirst, "seed \(seed)")
    var found: [UInt32: UInt32] = [:]
    for kind in classes.classes {
      for row in classes.rows(of: kind).rows {
        #expect(found.updateValue(kind.cost, forKey: row) == nil, "row \(row) is in two classes, seed \(seed)")
      }
    }
    var expected: [UInt32: UInt32] = [:]
    for row in hits.rows {
      var cost: UInt32 = 0
      for term in terms where !term.whole[Int(row)] {
        cost += term.begun[Int(row)] || term.isFirstTerm ? costs.prefix : min(costs.cheapestWordRun, hidden)
      }
      if !beginning[Int(row)] { cost += min(costs.notAtStart, costs.inReading) }
      expected[row] = cost
    }
    #expect(found == expected, "seed \(seed)")
    for kind in classes.classes {
      for row in classes.rows(of: kind).rows {
        for (clause, term) in terms.enumerated() {
          var others = kind.cost - (clause == 0 ? classes.start(of: kind) : 0)
          if !term.whole[Int(row)] {
            others -= term.begun[Int(row)] || term.isFirstTerm ? costs.prefix : min(costs.cheapestWordRun, hidden)
          }
          #expect(
            classes.cost(of: kind, besideClause: clause) <= others, "clause \(clause) of row \(row), seed \(seed)")
        }
      }
    }
  }
}
