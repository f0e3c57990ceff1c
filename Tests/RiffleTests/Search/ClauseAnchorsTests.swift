import RiffleTestSupport
import Testing

@testable import Riffle

/// The terms of a query that may have the typo that only an anchor allows, by the dictionary of a segment.
@Suite struct ClauseAnchorsTests {
  private static let titles = ["greater yale", "share of tea", "documentation", "yl"]

  @Test(arguments: [
    // No word begins with “grtr”, which is too short to anchor with typos.
    ("grtr yl", [false, false]), ("yl grtr", [false, false]),
    // An only anchor does not anchor itself.
    ("great yl", [false, true]), ("share tea", [true, true]), ("share share", [true, true]),
    // Five letters may anchor with typos, whatever the words.
    ("xxxxx yl", [false, true]), ("xxxx yl tea", [true, true, false]),
    // Two letters never anchor.
    ("yl of", [false, false]), ("yl", [false]),
  ])
  func aClauseIsAnchoredByAnotherThatMayBeFound(_ text: String, _ expected: [Bool]) throws {
    let items = Self.titles.enumerated().map { Item(id: $0, title: $1) }
    let segment = try SearchIndex(items).snapshot().segments[0]
    let scorer = PreparedQuery(try Query(text), analyzer: segment.analyzer).scorer
    let anchors = ClauseAnchors(scorer, in: segment.dictionary)
    #expect(scorer.clauses.indices.map { anchors.mayBeAnchored(clause: $0) } == expected)
    for (number, clause) in scorer.clauses.enumerated() {
      guard case .term(let row)? = clause.onlyAlternative else { continue }
      #expect(anchors.mayBeAnchored(row: row) || !expected[number])
    }
  }

  /// Most rows have a word within a typo of “yl”, and none an anchor.
  @Test func aShortTermBesideAMisspeltOneIsLookedUpInFewRows() throws {
    var random = RandomText(seed: 11)
    let items = (0..<5000).map { id in
      let words = [["all", "el", "y", "pl", "ye"][id % 5], random.title(), id % 40 == 0 ? "greater" : ""]
      return Item(id: id, title: words.joined(separator: " "))
    }
    let snapshot = try SearchIndex(items).snapshot()
    let results = snapshot.search(SearchRequest(try Query("grtr yl"), limit: 10))
    let rowCount = results.work.rows
    #expect(results.count == 10 && rowCount < 1000, "\(rowCount) rows were looked at")
  }
}
