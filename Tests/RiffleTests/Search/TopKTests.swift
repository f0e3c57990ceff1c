import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct TopKTests {
  @Test(arguments: [0, 1, 2, 10, 99, 100, 4096, 4097, 100_000, .max, -1])
  func theBestRowsAreThoseOfASort(capacity: Int) {
    var random = SeededGenerator(seed: 5)
    for count in [0, 1, 100, 5000] {
      // Few values, so that there are ties, which list order decides.
      let rows = (0..<count).map { row in
        RankedRow(
          score: Score(rawValue: UInt64.random(in: 0...20, using: &random)),
          length: Int.random(in: 0...3, using: &random), row: row)
      }
      for largestHeap in [4096, .max] {
        var top = TopK<RankedRow>(capacity: capacity, largestHeap: largestHeap)
        let isSaid = rows.shuffled(using: &random).allSatisfy { top.admits($0) == top.insert($0) }
        #expect(isSaid && top.sorted() == Array(rows.sorted().prefix(max(0, capacity))), "\(count) rows")
      }
    }
  }

  @Test func onlyBetterRowsAreAdmittedOnceThereIsNoRoom() {
    let rows = (0..<4).map { RankedRow(score: Score(rawValue: UInt64($0)), length: 0, row: $0) }
    var top = TopK<RankedRow>(capacity: 2)
    #expect(top.admits(rows[3]))
    top.insert(rows[1])
    #expect(top.admits(rows[3]))
    top.insert(rows[2])
    #expect(rows.map(top.admits) == [true, true, false, false])
    top.insert(rows[0])
    #expect(rows.map(top.admits) == [true, false, false, false])
  }

  @Test func noRowIsAdmittedWhereNoneIsWanted() {
    #expect(!TopK<Int>(capacity: 0).admits(0))
  }

  @Test func nothingIsAdmittedThatIsNoBetterThanTheWorst() {
    for largestHeap in [0, 2] {
      var top = TopK(capacity: 2, worst: 5, largestHeap: largestHeap)
      for number in [7, 5, 4, 3] { top.insert(number) }
      #expect(top.sorted() == [3, 4] && top.worst == (largestHeap == 0 ? 5 : 4))
    }
  }
}
