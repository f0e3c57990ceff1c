import Riffle
import RiffleTestSupport
import Testing

/// Real titles and descriptions against the exhaustive search, in lists of more rows than random ones have.
///
/// RIFFLE_LIST names a list in TSV to search instead of the samples; of it RIFFLE_ROWS rows are taken, and RIFFLE_CASES queries
/// from RIFFLE_SEED on.
struct RealListTests {
  private static let seed = UInt64(setting("RIFFLE_SEED") ?? 1)
  private static let path = textSetting("RIFFLE_LIST")
  private static let rowCount = setting("RIFFLE_ROWS") ?? 50_000

  @Test(.enabled(if: path == nil), arguments: Sample.allCases)
  func samplesAreSearchedAsExhaustively(sample: Sample) throws {
    let rows = try sample.items()
    var random = RandomText(seed: RealListTests.seed)
    // Two titles in one are as many words as paths have.
    let items = (0..<1000).map { id in
      let (row, other) = (rows[random.number(below: rows.count)], rows[random.number(below: rows.count)])
      return Item(
        id: id, title: random.oneIn(4) ? "\(row.title)/\(other.title)" : row.title, searchText: row.searchText,
        weight: UInt16(random.number(below: 3)))
    }
    try compare(items, &random, queryCount: 6, sample.rawValue)
  }

  @Test(.enabled(if: path != nil))
  func aGivenListIsSearchedAsExhaustively() throws {
    guard let path = RealListTests.path else { return }
    var random = RandomText(seed: RealListTests.seed)
    let items = try items(ofTable: path, rowCount: RealListTests.rowCount)
    print("\(path): \(items.count) rows, seed \(RealListTests.seed)")
    try compare(items, &random, queryCount: setting("RIFFLE_CASES") ?? 30, path)
  }

  /// Half of the queries with the constants that long lists are searched by, half with others.
  private func compare(_ items: [Item<Int>], _ random: inout RandomText, queryCount: Int, _ name: String) throws {
    let arePaths = items.count { $0.title.contains("/") } > items.count / 2
    for hasOtherEfforts in [false, true] {
      var options = IndexOptions(titlesArePaths: arePaths)
      if hasOtherEfforts { options.efforts = random.efforts() }
      let comparison = try OracleComparison(items, options, &random)
      for number in 0..<queryCount / 2 {
        guard let query = query(for: items, &random) else { continue }
        comparison.expectEqualAnswers(
          to: query, &random, "\(name), seed \(RealListTests.seed), other efforts \(hasOtherEfforts), query \(number)")
      }
    }
  }

  /// As people type: mostly some words of a title, misspelt or abbreviated; now and then a path cut at a slash, or punctuation.
  private func query(for items: [Item<Int>], _ random: inout RandomText) -> Query? {
    let mode = random.oneIn(4) ? QueryMode.allCases[random.number(below: QueryMode.allCases.count)] : .smart
    let isExtended = random.oneIn(6)
    var text = random.query(for: items)
    if random.oneIn(8) {
      let marks = ["/", "-", ".", "(", ",", "'", "//", "- ", "/."]
      text = marks[random.number(below: marks.count)]
    } else if random.oneIn(2) {
      let words = items[random.number(below: items.count)].title.lowercased().split { " /".contains($0) }
      let separator = random.oneIn(3) ? "/" : " "
      text = words.suffix(2).map { $0.prefix(1 + random.number(below: 8)) }.joined(separator: separator)
    }
    if isExtended { text = random.marked(text) }
    return try? Query(text, mode: mode, syntax: isExtended ? .extended : .plain)
  }
}
