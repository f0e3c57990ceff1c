import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct MergePolicyTests {
  private static func size(_ rows: Int, live: Int? = nil, isBusy: Bool = false, bytes: Int = 0) -> MergePolicy.Size {
    MergePolicy.Size(rows: rows, live: live ?? rows, isBusy: isBusy, bytes: bytes)
  }

  /// New segments come, rows die, and all that the policy asks for is done at once.
  @Test(arguments: 1...UInt64(12))
  func segmentsStayFewAndMostlyAlive(seed: UInt64) {
    var random = RandomText(seed: seed)
    let limits = random.upkeep()
    let policy = MergePolicy(limits)
    var sizes: [MergePolicy.Size] = []
    var added = 0
    var moved = 0
    for step in 0..<1500 {
      let count = 1 + random.number(below: random.oneIn(50) ? 300 : limits.lowestTier)
      sizes.append(MergePolicyTests.size(count))
      added += count
      if random.oneIn(3) {
        let place = random.number(below: sizes.count)
        let left = random.number(below: sizes[place].live + 1)
        sizes[place] = MergePolicyTests.size(sizes[place].rows, live: max(1, left))
      }
      while true {
        let parts = policy.merge(sizes)
        if parts.isEmpty { break }
        let live = parts.reduce(0) { $0 + sizes[$1].live }
        moved += live
        for part in parts.sorted(by: >) { sizes.remove(at: part) }
        sizes.append(MergePolicyTests.size(live))
      }
      var tiers = 1
      var most = limits.lowestTier
      while most < sizes.reduce(0, { $0 + $1.live }) {
        most *= limits.tierFactor
        tiers += 1
      }
      #expect(sizes.count <= tiers * limits.mostInTier, "seed \(seed), step \(step): \(sizes)")
      #expect(sizes.allSatisfy { ($0.rows - $0.live) * 5 <= $0.rows }, "seed \(seed), step \(step): \(sizes)")
      #expect(moved <= added * (tiers + 1) * limits.tierFactor * 2, "seed \(seed), step \(step)")
    }
  }

  @Test func segmentsThatAreBusyAreLeftAlone() {
    var random = RandomText(seed: 4)
    for _ in 0..<500 {
      let policy = MergePolicy(random.upkeep())
      let sizes = (0..<random.number(below: 12)).map { _ in
        let rows = 1 + random.number(below: 60)
        return MergePolicyTests.size(rows, live: 1 + random.number(below: rows), isBusy: random.oneIn(2))
      }
      let parts = policy.merge(sizes)
      #expect(parts.allSatisfy { !sizes[$0].isBusy } && Set(parts).count == parts.count)
      // They are not counted either.
      let free = sizes.filter { !$0.isBusy }
      #expect(policy.merge(free).map { free[$0].live }.sorted() == parts.map { sizes[$0].live }.sorted())
    }
  }

  @Test func deadRowsAreGivenUpAloneOrWithAllThatIsSmaller() {
    let policy = MergePolicy(UpkeepLimits())
    #expect(policy.merge([MergePolicyTests.size(10_000, live: 8751)]) == [])
    #expect(policy.merge([MergePolicyTests.size(10_000, live: 8749)]) == [0])
    #expect(policy.merge([MergePolicyTests.size(90_000), MergePolicyTests.size(10_000, live: 8749)]) == [1])
    #expect(
      policy.merge([
        MergePolicyTests.size(90_000), MergePolicyTests.size(10_000, live: 8749), MergePolicyTests.size(20),
      ]) == [2, 1])
  }

  /// Segments of ten bytes a row, of which one holds a thousand.
  @Test(arguments: 1...UInt64(20))
  func nothingIsMergedThatNoSegmentCanHold(seed: UInt64) {
    var random = RandomText(seed: seed)
    var limits = random.upkeep()
    limits.mostSegmentBytes = 1000
    let policy = MergePolicy(limits)
    var sizes: [MergePolicy.Size] = []
    for step in 0..<400 {
      let count = 1 + random.number(below: 30)
      sizes.append(MergePolicyTests.size(count, bytes: 10 * count))
      if random.oneIn(3) {
        let place = random.number(below: sizes.count)
        let left = 1 + random.number(below: sizes[place].live)
        sizes[place] = MergePolicyTests.size(sizes[place].rows, live: left, bytes: sizes[place].bytes)
      }
      for _ in 0..<2 * sizes.count + 2 {
        let parts = policy.merge(sizes)
        if parts.isEmpty { break }
        #expect(parts.reduce(0) { $0 + sizes[$1].bytes } <= 1000, "seed \(seed), step \(step)")
        let live = parts.reduce(0) { $0 + sizes[$1].live }
        for part in parts.sorted(by: >) { sizes.remove(at: part) }
        sizes.append(MergePolicyTests.size(live, bytes: 10 * live))
      }
      #expect(policy.merge(sizes) == [], "it does not end: seed \(seed), step \(step): \(sizes)")
    }
    #expect(sizes.allSatisfy { !$0.hasManyDead }, "seed \(seed): \(sizes)")
    // Of those that are no more than half full, few are left.
    #expect(sizes.count { $0.bytes <= 500 } <= 40, "seed \(seed): \(sizes)")
  }

  @Test func threeOfATierBecomeOneWithAllThatIsSmaller() {
    let policy = MergePolicy(UpkeepLimits())
    #expect(policy.merge([2000, 2000, 100_000, 7].map { MergePolicyTests.size($0) }) == [])
    #expect(policy.merge([2000, 2000, 100_000, 7, 2000].map { MergePolicyTests.size($0) }).sorted() == [0, 1, 3, 4])
  }
}
