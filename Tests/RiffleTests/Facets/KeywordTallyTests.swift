import RiffleTestSupport
import Testing

@testable import Riffle

/// Counts of keywords that are made from those of other rows.
@Suite struct KeywordTallyTests {
  private static let seed = UInt64(setting("RIFFLE_SEED") ?? 54)

  private static let fields = [
    FieldDefinition("plain", .keyword), FieldDefinition("folded", .keyword, isFolded: true),
    FieldDefinition("several", .keyword, isFolded: true, hasSeveralValues: true),
  ]
  private static let keywords = ["Oslo", "oslo", "ÖSLO", "Rome", "rome", "Bern", "", "São Tomé"]

  @Test func countsOfRowsThatDifferLittleAreThoseOfEachRow() throws {
    for round in 0..<UInt64(setting("RIFFLE_CASES") ?? 6) {
      let seed = Self.seed &+ round
      var random = RandomFields(seed: seed)
      let count = 100 + random.number(below: 2000)
      var made = FieldRows(Self.fields, TextAnalyzer(FoldingOptions()))
      for _ in 0..<count {
        for field in Self.fields.indices {
          let texts = Self.keywords.filter { _ in random.oneIn(4) }
          made.append(field == 2 ? .texts(texts) : texts.first.map { .text($0) } ?? .missing, field: field)
        }
      }
      let columns = try made.columns(rowCount: count).columns.keywords
      var rows = BitColumn(count: count, repeating: true)
      for step in 0..<40 {
        switch random.number(below: 6) {
        case 0: rows = BitColumn(count: count, repeating: random.oneIn(2))
        case 1: for row in 0..<count where random.oneIn(3) { rows.remove(row) }
        case 2: for row in 0..<count where random.oneIn(3) { rows.insert(row) }
        default:
          for _ in 0..<random.number(below: 20) {
            let row = random.number(below: count)
            if rows[row] { rows.remove(row) } else { rows.insert(row) }
          }
        }
        for (field, column) in zip(Self.fields, columns) {
          let firsts = column.firstEquals
          let tally = column.tallies.tally(column, rows, firsts)
          var counts = [UInt32](repeating: 0, count: column.values.count)
          var equalCounts = counts
          for row in 0..<count where rows[row] {
            let numbers = column.numbers(ofRow: row)
            for number in numbers { counts[Int(number)] += 1 }
            if let firsts { for first in Set(numbers.map { firsts[Int($0)] }) { equalCounts[Int(first)] += 1 } }
          }
          let comment: Comment = "seed \(seed), step \(step), \(field.name)"
          #expect(tally.rows == rows && tally.counts == counts, comment)
          #expect(tally.equalCounts == (firsts == nil ? [] : equalCounts), comment)
        }
      }
    }
  }
}
