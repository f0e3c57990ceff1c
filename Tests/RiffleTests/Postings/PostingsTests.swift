import RiffleTestSupport
import Testing

@testable import Riffle

/// Postings against those that a dictionary of arrays gives.
@Suite struct PostingsTests {
  @Test(arguments: 1...UInt64(30))
  func postingsAreThoseOfTheTokens(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // From fewer words than a block has to more than one for each block.
    let wordCount = [1, 63, 64, 65, 3000, 40_000][Int.random(in: 0..<6, using: &random)]
    var tokens = TokenList()
    var places: [UInt8] = []
    var expected: [Int: [(row: UInt32, place: UInt8)]] = [:]
    let rows = (0..<UInt32(Int.random(in: 0...2000, using: &random))).shuffled(using: &random)
    var ordinals = [UInt32](repeating: 0, count: rows.count)
    for (ordinal, row) in rows.enumerated() { ordinals[Int(row)] = UInt32(ordinal) }
    for row in ordinals {
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        let word = Int.random(in: 0..<(Bool.random(using: &random) ? wordCount : min(wordCount, 3)), using: &random)
        let place = UInt8.random(in: 0...255, using: &random)
        tokens.append(word: UInt32(word), kind: .part, field: .searchText)
        places.append(place)
        if expected[word]?.last?.row == row {
          let last = expected[word]?.popLast()
          expected[word]?.append((row, min(place, last?.place ?? 0)))
        } else {
          expected[word, default: []].append((row, place))
        }
      }
      tokens.endRow(letters: LetterSignature.empty, lastComponent: nil)
    }
    let postings = Postings(tokens, rows: rows, tokenPlaces: places, wordLengths: Array(repeating: 3, count: wordCount))
    for word in 0..<wordCount {
      let range = postings.range(word..<word + 1)
      let found = zip(postings.rows[range], postings.places[range])
      let wanted = (expected[word] ?? []).sorted { $0.row < $1.row }
      if !found.elementsEqual(wanted, by: ==) { Issue.record("word \(word), seed \(seed)") }
    }
    for _ in 0..<20 {
      let lower = Int.random(in: 0..<wordCount, using: &random)
      let words = lower..<Int.random(in: lower...wordCount, using: &random)
      let listed = zip(postings.rows(words), postings.places[postings.range(words)])
      var rows = BitColumn(count: tokens.count)
      let read = postings.insertRows(of: words, into: &rows)
      #expect(rows.rows == Set(listed.map { $0.0 }).sorted() && read <= postings.range(words).count, "seed \(seed)")
      var beginning: [UInt32] = []
      postings.forEachRow(beginningWith: words) { beginning.append($0) }
      #expect(beginning == listed.filter { Place(rawValue: $0.1).region == .titleStart }.map { $0.0 }, "seed \(seed)")
    }
    #expect(postings.range(0..<wordCount) == 0..<postings.rows.count, "seed \(seed)")
    let keys = postings.rows.indices.map { RankKey(place: postings.places[$0], ordinal: postings.rows[$0]) }
    let blockKeys = PostingsTests.leastOfBlocks(keys)
    #expect(postings.blockKeys.map(RankKey.init) == blockKeys, "seed \(seed)")
    #expect(postings.superblockKeys.map(RankKey.init) == PostingsTests.leastOfBlocks(blockKeys), "seed \(seed)")
  }

  private static func leastOfBlocks(_ keys: [RankKey]) -> [RankKey] {
    stride(from: 0, to: keys.count, by: Postings.blockLength).map { block in
      keys[block..<min(block + Postings.blockLength, keys.count)].min() ?? .max
    }
  }
}
