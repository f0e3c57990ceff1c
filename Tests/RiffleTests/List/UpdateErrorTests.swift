import Riffle
import RiffleTestSupport
import Testing

/// A batch of which one change cannot be made.
@Suite struct UpdateErrorTests {
  private typealias Batch = UpdateBatch<Item<Int>, Int>

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var isSorted = false
    let change: @Sendable (inout UpdateBatch<Item<Int>, Int>) -> Void
    /// Given the offset of the change.
    let error: @Sendable (Int) -> IndexError
  }

  private static let item = Item(id: 5000, title: "new")

  static let cases = [
    Case(testDescription: "an id twice") {
      $0.upsert(Item(id: 2000, title: ""))
    } error: {
      .duplicateID(id: "2000", firstOffset: 0, secondOffset: $0)
    },
    Case(testDescription: "an update of none") {
      $0.update(id: 5000) { $0.title = "" }
    } error: {
      .unknownID(id: "5000", offset: $0)
    },
    Case(testDescription: "a move of none") {
      $0.move(id: 5000, to: .start)
    } error: {
      .unknownID(id: "5000", offset: $0)
    },
    Case(testDescription: "a place before none") {
      $0.insert(item, at: .before(7000))
    } error: {
      .unknownID(id: "7000", offset: $0)
    },
    Case(testDescription: "a place after itself") {
      $0.move(id: 3, to: .after(3))
    } error: {
      .unknownID(id: "3", offset: $0)
    },
    Case(testDescription: "an insertion of what is there") {
      $0.insert(Item(id: 3, title: "other"))
    } error: {
      .idInUse(id: "3", offset: $0)
    },
    Case(testDescription: "another id") {
      $0.update(id: 3) { $0.id = 5000 }
    } error: {
      .changedID(from: "3", to: "5000", offset: $0)
    },
    Case(testDescription: "a place in a sorted list", isSorted: true) {
      $0.move(id: 3, to: .end)
    } error: {
      .notInManualOrder(id: "3", offset: $0)
    },
    Case(testDescription: "an insertion somewhere in a sorted list", isSorted: true) {
      $0.insert(item, at: .position(0))
    } error: {
      .notInManualOrder(id: "5000", offset: $0)
    },
    Case(testDescription: "a negative position") {
      $0.insert(item, at: .position(-1))
    } error: {
      .positionOutOfRange(position: -1, count: 50 + $0, offset: $0)
    },
    Case(testDescription: "a position after the end") {
      $0.move(id: 3, to: .position(.max))
    } error: {
      .positionOutOfRange(position: .max, count: 49 + $0, offset: $0)
    },
  ]

  @Test(arguments: cases, [0, 1, 300])
  func nothingOfABatchIsAppliedIfOneChangeCannotBeMade(wrong: Case, goodChanges: Int) throws {
    var options = IndexOptions()
    options.upkeep.mostTailItems = 20
    options.upkeep.mostUnindexedItems = 100
    let items = (0..<50).map { Item(id: $0, title: "york \($0)", weight: UInt16($0)) }
    let index = try SearchIndex(
      items, order: wrong.isSorted ? .sorted { $0.weight < $1.weight } : .manual, options: options)
    try index.upsert(Item(id: 49, title: "in the tail", weight: 49))
    let before = index.statistics()
    let list = try index.search("")
    func apply() throws -> UpdateReport<Int> {
      try index.update { batch in
        for number in 0..<goodChanges { batch.upsert(Item(id: 2000 + number, title: "york good")) }
        wrong.change(&batch)
        batch.delete(id: 7)
      }
    }
    // Of one change alone no id comes twice.
    guard goodChanges > 0 || wrong.testDescription != "an id twice" else { return }
    for _ in 0..<2 {
      #expect(throws: wrong.error(goodChanges)) { try apply() }
      #expect(try index.search("").map(\.element) == list.map(\.element))
      #expect(try index.search("good").isEmpty && index.search("york", limit: 100).count == 49)
    }
    try index.waitForMerges()
    #expect(index.statistics() == before)
    // The next batch is none the worse for it.
    try index.update { $0.upsert(Item(id: 2000, title: "york good")) }
    #expect(try index.search("good").map(\.id) == [2000])
    #expect(index.snapshot().generation == before.generation + 1)
  }

  @Test func nothingOfALongBatchIsApplied() throws {
    var options = IndexOptions()
    options.upkeep.mostUnindexedItems = 1000
    let index = try SearchIndex((0..<50).map { Item(id: $0, title: "york \($0)") }, options: options)
    let before = index.statistics()
    #expect(throws: IndexError.unknownID(id: "-1", offset: 10_000)) {
      try index.update { batch in
        for id in 0..<10_000 { batch.upsert(Item(id: id, title: "new york")) }
        batch.move(id: -1, to: .end)
      }
    }
    #expect(try index.search("new").isEmpty && index.statistics() == before)
  }

  @Test func aChangeIsAppliedToWhatTheChangesBeforeItHaveLeft() throws {
    let index = try SearchIndex((0..<3).map { Item(id: $0, title: "york \($0)") })
    try index.update { batch in
      batch.delete(id: 0)
      batch.insert(Item(id: 10, title: "a"), at: .position(2))
      batch.move(id: 2, to: .after(10))
      batch.insert(Item(id: 11, title: "b"), at: .before(2))
    }
    #expect(try index.search("").map(\.id) == [1, 10, 11, 2])
    #expect(throws: IndexError.positionOutOfRange(position: 4, count: 3, offset: 1)) {
      try index.update { batch in
        batch.delete(id: 1)
        batch.insert(Item(id: 12, title: "c"), at: .position(4))
      }
    }
    #expect(try index.search("").map(\.id) == [1, 10, 11, 2])
  }

  @Test(arguments: [0, 256])
  func fieldsThatAreTooLongAreReported(mostTailItems: Int) throws {
    var options = IndexOptions()
    options.upkeep.mostTailItems = mostTailItems
    let index = try SearchIndex((0..<3).map { Item(id: $0, title: "york \($0)") }, options: options)
    let long = String(repeating: "a", count: 65_537)
    let report = try index.update { batch in
      batch.upsert(Item(id: 1, title: long))
      batch.insert(Item(id: 7, title: "york", searchText: long + "bc", reading: long + "b"))
      batch.upsert(Item(id: 8, title: "york"))
      batch.delete(id: 20)
      batch.delete(id: 21)
    }
    #expect(report.unknownIDs == [20, 21] && report.generation == 1)
    let expected = [
      "1 title 65537", "7 reading 65538", "7 searchText 65539",
    ]
    func described(_ fields: [TruncatedField<Int>]) -> [String] {
      fields.map { "\($0.id) \($0.field) \($0.utf8Count)" }.sorted()
    }
    #expect(described(report.truncatedFields) == expected)
    #expect(described(index.snapshot().truncatedFields) == expected)
    try index.optimize()
    #expect(described(index.snapshot().truncatedFields) == expected)
    #expect(try index.update { $0.upsert(Item(id: 1, title: "york")) }.truncatedFields == [])
    #expect(described(index.snapshot().truncatedFields) == Array(expected.dropFirst()))
    try index.delete(id: 7)
    try index.waitForMerges()
    #expect(index.snapshot().truncatedFields == [])
  }

  @Test func errorsSayWhatToDo() {
    let texts: [(IndexError, String)] = [
      (.tooLarge(what: "items", limit: 7), "the list has too many items for one index (limit 7): divide it"),
      (.unknownID(id: "a", offset: 3), "change 3 is about a, which the list does not have: insert it first"),
      (.idInUse(id: "a", offset: 3), "change 3 inserts a, which the list has already: upsert it"),
      (.changedID(from: "a", to: "b", offset: 3), "change 3 makes b of a: delete the one and insert the other"),
      (
        .notInManualOrder(id: "a", offset: 3),
        "change 3 gives a a place, but the list is sorted: leave the place to its order"
      ),
      (
        .positionOutOfRange(position: 9, count: 4, offset: 3),
        "change 3 goes to position 9, but the list then has 4 items: give 0 to 4"
      ),
    ]
    for (error, text) in texts { #expect("\(error)" == text) }
  }
}
