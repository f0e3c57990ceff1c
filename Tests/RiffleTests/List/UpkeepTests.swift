import RiffleTestSupport
import Testing

@testable import Riffle

/// What changes leave behind, and how it is given back.
@Suite(.timeLimit(.minutes(15))) struct UpkeepTests {
  private typealias Member = Population.Member

  private static func limits(_ change: (inout UpkeepLimits) -> Void) -> IndexOptions {
    var options = IndexOptions()
    options.upkeep.lowestTier = 8
    change(&options.upkeep)
    return options
  }

  private static func index(
    _ members: some Sequence<Member>, _ options: IndexOptions
  ) throws -> SearchIndex<Member, Int> {
    try SearchIndex(members, id: \.number, title: { "york \($0.number % 17)" }, options: options)
  }

  private func expect(_ count: Int, in population: Population) {
    population.wait(untilAtMost: count)
    #expect(population.count == count)
  }

  @Test(arguments: [0, 5, 300])
  func deletingEverythingLeavesNothing(mostTailItems: Int) throws {
    let population = Population()
    let index = try UpkeepTests.index(
      (0..<200).map { population.member($0) }, UpkeepTests.limits { $0.mostTailItems = mostTailItems })
    for round in 0..<3 {
      for id in 150..<350 { try index.upsert(population.member(id)) }
      var kept: Snapshot<Member, Int>? = index.snapshot()
      for id in 0..<250 { try index.delete(id: id) }
      try index.update { batch in for id in 250..<350 { batch.delete(id: id) } }
      try index.waitForMerges()
      let statistics = index.statistics()
      #expect(
        statistics.count == 0 && statistics.segments == [] && statistics.tailCount == 0 && statistics.byteCount == 0)
      #expect(try index.snapshot().count == 0 && index.search("york").isEmpty)
      #expect(kept.map { (0..<$0.count).allSatisfy { kept?.element(at: $0)?.isSound == true } } == true)
      #expect(kept?.count == (round == 0 ? 350 : 200) && population.count >= kept?.count ?? 0)
      kept = nil
      expect(0, in: population)
    }
  }

  @Test(arguments: [0, 1, 10, 256])
  func manyUpdatesOfOneItemLeaveLittleBehind(mostTailItems: Int) throws {
    let population = Population()
    var index: SearchIndex<Member, Int>? = try UpkeepTests.index(
      (0..<100).map { population.member($0) }, UpkeepTests.limits { $0.mostTailItems = mostTailItems })
    for step in 0..<2500 { try index?.upsert(population.member(step % 5 == 0 ? step % 100 : 7)) }
    try index?.waitForMerges()
    let statistics = try #require(index?.statistics())
    #expect(statistics.count == 100 && statistics.generation == 2500)
    #expect(statistics.deadCount <= 25 && statistics.runningMerges == 0)
    #expect(statistics.segments.reduce(statistics.tailCount) { $0 + $1.liveCount } == 100)
    expect(100 + statistics.deadCount, in: population)
    index = nil
    expect(0, in: population)
  }

  @Test func optimizingMakesOneSegmentOfAllThatIsLeft() throws {
    var random = RandomText(seed: 8)
    for _ in 0..<20 {
      var options = IndexOptions()
      options.upkeep = random.upkeep()
      let items = random.items(count: 1 + random.number(below: 120))
      let index = try SearchIndex(items, options: options)
      try random.scatter(index, items)
      for item in items where random.oneIn(4) { try index.delete(id: item.id) }
      let before = index.snapshot()
      try index.optimize()
      let statistics = index.statistics()
      #expect(statistics.segments.map(\.liveCount) == (before.count == 0 ? [] : [before.count]))
      #expect(statistics.deadCount == 0 && statistics.tailCount == 0 && statistics.count == before.count)
      #expect(statistics.generation == before.generation)
      #expect(index.snapshot().search(SearchRequest()).map(\.element) == before.search(SearchRequest()).map(\.element))
      let merges = statistics.completedMerges
      try index.optimize()
      #expect(index.statistics().completedMerges == merges)
    }
  }

  /// Whoever asks for one segment has it afterwards, even if others ask for the same.
  @Test func manyThreadsMayOptimizeAtOnce() throws {
    for _ in 0..<10 {
      let index = try SearchIndex(
        (0..<300).map { Item(id: $0, title: "york \($0)") }, options: UpkeepTests.limits { $0.mostTailItems = 0 })
      for id in 250..<280 { try index.upsert(Item(id: id, title: "new york \(id)")) }
      let problems = Lock<[String]>([])
      let threads = (0..<4).map { _ in
        WorkerThread {
          do { try index.optimize() } catch { problems.withLock { $0.append("\(error)") } }
          let statistics = index.statistics()
          if statistics.segments.count != 1 || statistics.deadCount != 0 {
            problems.withLock { $0.append("\(statistics)") }
          }
        }
      }
      for thread in threads { thread?.join() }
      #expect(problems.withLock { $0 } == [])
    }
  }

  @Test func nothingIsLeftToMergeOnceMergesAreWaitedFor() throws {
    let options = UpkeepTests.limits { limits in
      limits.mostTailItems = 0
      limits.lowestTier = 2
      limits.tierFactor = 2
    }
    let index = try SearchIndex((0..<60).map { Item(id: $0, title: "york \($0)") }, options: options)
    for round in 0..<100 {
      for id in 0..<12 { try index.upsert(Item(id: (round * 5 + id * 7) % 90, title: "york \(round)")) }
      try index.waitForMerges()
      let statistics = index.statistics()
      let sizes = statistics.segments.map { segment in
        MergePolicy.Size(rows: segment.liveCount + segment.deadCount, live: segment.liveCount, isBusy: false)
      }
      #expect(
        statistics.runningMerges == 0 && MergePolicy(options.upkeep).merge(sizes) == [], "round \(round): \(sizes)")
    }
  }

  @Test func changesThatChangeNothingAreNoWork() throws {
    let options = UpkeepTests.limits { $0.mostTailItems = 10 }
    let index = try SearchIndex((0..<20).map { Item(id: $0, title: "york \($0)") }, options: options)
    // One more segment of its size, and there would be something to merge.
    try index.upsert(contentsOf: (20..<31).map { Item(id: $0, title: "york") })
    try index.upsert(contentsOf: (31..<40).map { Item(id: $0, title: "york") })
    try index.waitForMerges()
    let before = index.statistics()
    for _ in 0..<20 {
      let report = try index.update { batch in for id in 1000..<1050 { batch.delete(id: id) } }
      #expect(report.generation == before.generation && report.unknownIDs == Array(1000..<1050))
    }
    try index.waitForMerges()
    #expect(index.statistics() == before)
  }

  /// Merges end with the list, sessions and snapshots outlive it.
  @Test func aListMayGoWhileItIsMerged() throws {
    let population = Population()
    for round in 0..<15 {
      var index: SearchIndex<Member, Int>? = try UpkeepTests.index(
        (0..<400).map { population.member($0) }, UpkeepTests.limits { $0.mostTailItems = 3 })
      for id in 300..<300 + round * 10 { try index?.upsert(population.member(id)) }
      var session = round % 2 == 0 ? index?.session() : nil
      var snapshot = round % 3 == 0 ? index?.snapshot() : nil
      let count = index?.snapshot().count
      index = nil
      if let session { #expect(try session.search("york 3", limit: 3).count == 3 && session.snapshot.count == count) }
      if let snapshot { #expect(try snapshot.search("york 3", limit: 3).count == 3 && snapshot.count == count) }
      session = nil
      snapshot = nil
    }
    expect(0, in: population)
  }
}
