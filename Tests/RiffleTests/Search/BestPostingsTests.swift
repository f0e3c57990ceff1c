import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct BestPostingsTests {
  /// Titles of few words, so that words have many postings and many of these are alike; more than a superblock of them.
  /// - Parameter hasRareWords: whether some titles end with words that few others hold.
  private static func segment(seed: UInt64, rowCount: Int, hasRareWords: Bool = false) throws -> Segment {
    var random = SeededGenerator(seed: seed)
    let words = ["a", "ab", "b", "ba", "cc"]
    func text(upTo count: Int) -> String {
      (0..<Int.random(in: 0...count, using: &random))
        .map { _ in words.randomElement(using: &random) ?? "a" }.joined(separator: " ")
    }
    let items = (0..<rowCount).map { row in
      Item(
        id: row,
        title: text(upTo: row % 50 == 0 ? 200 : 5)
          + (!hasRareWords ? "" : row % 97 == 0 ? " zx" : row % 89 == 0 ? " zy" : ""),
        searchText: text(upTo: 3),
        weight: UInt16.random(in: 0...2, using: &random))
    }
    return try SearchIndex(items).snapshot().segments[0]
  }

  @Test(arguments: [(1, 20), (2, 300), (3, 3000)] as [(UInt64, Int)])
  func everyPostingComesOnceAndTheBestFirst(seed: UInt64, rowCount: Int) throws {
    let segment = try BestPostingsTests.segment(seed: seed, rowCount: rowCount)
    let postings = segment.postings
    let count = postings.rows.count
    if rowCount == 3000 { #expect(postings.superblockKeys.count > 1) }
    let blocks = Postings.blockLength
    let keys = (0..<count).map { RankKey(place: postings.places[$0], ordinal: postings.rows[$0]) }
    var random = SeededGenerator(seed: seed)
    var ranges = [0..<count, 0..<0, count..<count, 0..<1, count - 1..<count]
    // From within the first superblock, or from its end, into the second one.
    for (lower, upper) in [
      (1, blocks * blocks + 1), (blocks, blocks * (blocks + 1)), (blocks + 1, blocks * (blocks + 1) + 2),
      (blocks * blocks - 1, blocks * blocks + 1), (3, count - 3),
    ] where lower <= upper && upper <= count {
      ranges.append(lower..<upper)
    }
    for _ in 0..<30 {
      let lower = Int.random(in: 0..<count, using: &random)
      ranges.append(lower..<Int.random(in: lower...min(count, lower + 3 * blocks), using: &random))
    }
    for word in 0..<segment.dictionary.count { ranges.append(postings.range(word..<word + 1)) }
    for range in ranges {
      let within = Bool.random(using: &random) ? nil : BestPostingsTests.randomRows(segment.count, &random)
      var best = BestPostings(range, of: postings, within: within)
      var found: [RankKey] = []
      var skipped: Set<UInt8> = []
      var isBounded = true
      while true {
        let bound = best.region
        guard let next = best.next() else { break }
        if bound.map({ $0.rawValue > next.region }) ?? true { isBounded = false }
        found.append(next)
        if Int.random(in: 0..<200, using: &random) == 0, let region = Place.Region(rawValue: next.region) {
          skipped.insert(next.region)
          best.skip(region)
        }
      }
      let isOrdered = zip(found, found.dropFirst()).allSatisfy { $0 <= $1 }
      let asked = keys[range].filter { within?[$0.ordinal] ?? true }
      let isLeftOut = { (posting: RankKey) in skipped.contains(posting.region) }
      let isWhole =
        found.filter { !isLeftOut($0) }.sorted() == asked.filter { !isLeftOut($0) }.sorted()
        && Set(found).isSubset(of: asked)
      #expect(isBounded && isOrdered && isWhole, "postings \(range) of \(count), seed \(seed)")
    }
  }

  @Test(arguments: [(1, 20), (2, 300), (3, 3000)] as [(UInt64, Int)])
  func rowsThatHoldAWordAndOneOfOthersAreThoseOfBoth(seed: UInt64, rowCount: Int) throws {
    let segment = try BestPostingsTests.segment(seed: seed, rowCount: rowCount, hasRareWords: true)
    let postings = segment.postings
    for word in 0..<segment.dictionary.count {
      for first in 0..<segment.dictionary.count {
        for end in first + 1...segment.dictionary.count {
          let others = Set(postings.rows(first..<end))
          let expected = postings.range(word..<word + 1).filter { others.contains(postings.rows[$0]) }
            .map { [postings.rows[$0], UInt32(postings.places[$0])] }
          var found: [[UInt32]] = []
          postings.forEachRow(holding: word, and: first..<end, rowCount: segment.count) { row, place in
            found.append([row, UInt32(place.rawValue)])
          }
          #expect(found == expected, "words \(word) and \(first)..<\(end), seed \(seed)")
        }
      }
    }
  }

  private static func randomRows(_ count: Int, _ random: inout SeededGenerator) -> BitColumn {
    var rows = BitColumn(count: count)
    let share = [2, 10, 100][Int.random(in: 0..<3, using: &random)]
    for row in 0..<count where Int.random(in: 0..<share, using: &random) == 0 { rows.insert(row) }
    return rows
  }
}
