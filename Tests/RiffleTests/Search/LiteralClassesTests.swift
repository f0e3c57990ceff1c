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
    let hasSearchTexts = Bool.random(using: &random)
    let classes = LiteralClasses(
      hits, terms, beginning: beginning, hasSearchTexts: hasSearchTexts, costs)
    let hidden = terms.count <= Place.mostNameTerms ? costs.inSearchText : costs.inWholePhrase
    let mayBeWholePhrase = hasSearchTexts && terms.count > Place.mostNameTerms
    let prefix = mayBeWholePhrase ? min(costs.prefix, hidden) : costs.prefix
    let elsewhere = min(costs.notAtStart, costs.inReading)
    let notAtStart = mayBeWholePhrase ? min(elsewhere, hidden) : elsewhere
    /// What a term costs a row that does not hold it as a whole word; the first one with its place.
    func cost(_ term: LiteralClasses.Shown, _ row: UInt32) -> UInt32 {
      if term.isFirstTerm, mayBeWholePhrase {
        return term.whole[Int(row)] && beginning[Int(row)] ? 0 : notAtStart
      }
      let place = term.isFirstTerm && !beginning[Int(row)] ? notAtStart : 0
      if term.whole[Int(row)] { return place }
      return place + (term.begun[Int(row)] || term.isFirstTerm ? prefix : min(costs.cheapestWordRun, hidden))
    }
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
      expected[row] = terms.reduce(0) { $0 + cost($1, row) }
    }
    #expect(found == expected, "seed \(seed)")
    for kind in classes.classes {
      for row in classes.rows(of: kind).rows {
        for (clause, term) in terms.enumerated() {
          let others = kind.cost - cost(term, row)
          #expect(
            classes.cost(of: kind, besideClause: clause) <= others, "clause \(clause) of row \(row), seed \(seed)")
        }
      }
    }
  }
}
