import RiffleTestSupport
import Testing

@testable import Riffle

/// Postings of pairs against those that a dictionary of arrays gives.
@Suite struct PairPostingsTests {
  private static let firstSeed = setting("RIFFLE_SEED").map(UInt64.init) ?? 1

  /// Few letters make long lists, many make short ones; rows of few entries and large numbers take all bits there are.
  @Test(arguments: 0..<UInt64(24))
  func postingsAreThoseOfTheEntries(_ offset: UInt64) {
    let seed = PairPostingsTests.firstSeed + offset
    var random = SeededGenerator(seed: seed)
    let letterCount = [1, 2, 26, 255][Int.random(in: 0..<4, using: &random)]
    let entriesPerRow = Int.random(in: 0...12, using: &random)
    let batchLength = [3, 500, ItemBatch.maximumCount][Int.random(in: 0..<3, using: &random)]
    var batches: [(firstRow: Int, entries: [PairKey.Entry])] = []
    var expected: [PairKey: [(row: UInt32, place: UInt8)]] = [:]
    var rowCount = 0
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      var entries: [PairKey.Entry] = []
      for row in 0..<min(batchLength, 2000) {
        let row = batchLength > 2000 ? row * 32 : row
        for _ in 0..<Int.random(in: 0...entriesPerRow, using: &random) {
          let letters = (0..<5).map { _ in UInt64.random(in: 0..<UInt64(letterCount), using: &random) }
          let key = PairKey(
            head: letters[0] | letters[1] << 8, next: letters[2] | letters[3] << 8, later: letters[4])
          let place = UInt8.random(in: 0...255, using: &random)
          entries.append(PairKey.Entry(key, row: row, place: Place(rawValue: place)))
          let inSegment = UInt32(rowCount + row)
          if let last = expected[key]?.last, last.row == inSegment {
            expected[key]?.removeLast()
            expected[key, default: []].append((inSegment, min(last.place, place)))
          } else {
            expected[key, default: []].append((inSegment, place))
          }
        }
      }
      batches.append((rowCount, entries))
      rowCount += batchLength
    }
    let rows = (0..<UInt32(rowCount)).shuffled(using: &random)
    var ordinals = [UInt32](repeating: 0, count: rowCount)
    for (ordinal, row) in rows.enumerated() { ordinals[Int(row)] = UInt32(ordinal) }
    let pairs = PairPostings(batches, rows: rows)
    let keys = (0..<pairs.keyCount).map(pairs.key)
    #expect(keys == expected.keys.sorted(), "seed \(seed)")
    for (index, key) in keys.enumerated() {
      let range = pairs.postings.range(index..<index + 1)
      let found = zip(pairs.postings.rows[range], pairs.postings.places[range])
      let wanted = (expected[key] ?? []).map { (ordinals[Int($0.row)], $0.place) }.sorted { $0.0 < $1.0 }
      if !found.elementsEqual(wanted, by: ==) { Issue.record("\(key), seed \(seed)") }
    }
    for _ in 0..<20 {
      let letters = (0..<3).map { _ in UInt8.random(in: 0..<UInt8(letterCount), using: &random) }
      let inside = Bool.random(using: &random) ? letters[1] : nil
      let found = keys[pairs.keys(lead: letters[0], inside: inside, next: letters[2])]
      let asked = keys.filter { key in
        key.lead == letters[0] && key.next == letters[2] && (inside == nil || key.inside == inside)
      }
      #expect(Array(found) == asked, "\(letters), seed \(seed)")
    }
  }
}
