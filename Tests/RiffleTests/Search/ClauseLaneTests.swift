import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct ClauseLaneTests {
  @Test(arguments: 0..<20) func anEntryBoundsEachWayThatItIsFoundIn(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let ways = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        let spot = Spot(
          counted: .random(in: 0...15, using: &random), isPart: .random(using: &random), isAll: .random(using: &random))
        let cost = UInt32.random(in: 0...4, using: &random) * 200
        return ClauseBound(cost, slips: .random(in: 0...2, using: &random)).at(oneIn(8, &random) ? .unknown : spot)
      }
      var entry = ClauseEntry.none
      for way in ways { entry.add(way) }
      for way in ways {
        let bounds = [entry.cheapest, entry.others].filter { bound in
          !bound.isNone && (bound.steps, bound.slips) <= (way.steps, way.slips)
            && bound.spot.or(way.spot) == bound.spot
        }
        #expect(!bounds.isEmpty, "seed \(seed): \(way) of \(ways)")
      }
      #expect(entry.cheapest.steps == ways.map(\.steps).min())
      var other = ClauseEntry.none
      for way in ways.shuffled(using: &random) { other.add(way) }
      #expect(other.cheapest.rawValue == entry.cheapest.rawValue, "seed \(seed), in another order")
      #expect(other.others.isNone == entry.others.isNone)
    }
  }

  private func oneIn(_ count: Int, _ random: inout SeededGenerator) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }

  @Test func aDearWayHasASpotOfItsOwn() {
    var entry = ClauseEntry.none
    entry.add(ClauseBound(0).at(Spot(counted: 7, isPart: false, isAll: true)))
    entry.add(ClauseBound(200).at(Spot(counted: 3, isPart: false, isAll: true)))
    #expect(entry.cheapest.steps == 0 && entry.cheapest.spot.position == 8)
    #expect(entry.others.steps == 4 && entry.others.spot.position == 4)
    entry.add(.none)
    #expect(entry.others.spot.position == 4)
  }

  /// Each keystroke says the same as a search of its own, and reads fewer postings once lists are known.
  @Test func aSessionReadsTheListsOfAClauseOnce() throws {
    var items: [Item<Int>] = []
    for row in 0..<6000 {
      let folder = ["doc", "man", "lib", "include"][row % 4]
      let name = row % 7 == 0 ? "data" : "other"
      items.append(Item(id: row, title: "usr/share/\(folder)/\(name)\(row)/share\(row % 11)"))
    }
    var options = IndexOptions(titlesArePaths: true)
    (options.efforts.fewRows, options.efforts.fewAskedRows, options.efforts.fewLiteralRows) = (0, 0, 0)
    options.efforts.postingsPerWalked = .max
    let snapshot = try SearchIndex(items, options: options).snapshot()
    let session = snapshot.session()
    var (apart, together) = (0, 0)
    for text in ["usr/shaer/d", "usr/shaer/da", "usr/shaer/dat", "usr/shaer/data"] {
      let request = try SearchRequest(Query(text, syntax: .plain))
      let (found, expected) = (session.search(request), snapshot.search(request))
      #expect(found.map(\.id) == expected.map(\.id))
      apart += expected.work.postings
      together += found.work.postings
    }
    #expect(2 * together < apart, "\(together) of \(apart)")
  }
}
