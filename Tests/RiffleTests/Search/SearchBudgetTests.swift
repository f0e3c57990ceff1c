import Riffle
import RiffleTestSupport
import Synchronization
import Testing

/// Searches that are given up.
@Suite struct SearchBudgetTests {
  private static func snapshot(_ seed: UInt64, count: Int = 2000) throws -> Snapshot<Item<Int>, Int> {
    var random = RandomText(seed: seed)
    return try random.snapshot(random.items(count: count), IndexOptions())
  }

  private static let queries = ["e s", "managment", "new york | city", "'e", "!a", "of the of", "b", "göteb ork"]

  /// Whatever the limit, what is given is a hit, and the work is not much more than the limit.
  @Test(arguments: QueryMode.allCases, 1...UInt64(2))
  func whatIsFoundBeforeTheWorkIsSpentIsAHit(mode: QueryMode, seed: UInt64) throws {
    let snapshot = try SearchBudgetTests.snapshot(seed)
    for text in SearchBudgetTests.queries {
      var request = SearchRequest(
        try Query(text, mode: mode, syntax: .extended), limit: 10, totalLimit: .upTo(20), reach: .unlimited)
      let whole = snapshot.search(request)
      #expect(whole.ending == .complete)
      request.limit = .max
      let hits = Set(snapshot.search(request).map(\.id))
      request.limit = 10
      // Wherever the search stands when its work is spent: while it finds the best, and while it counts the others.
      let limits = [0, 1, 100, 1000, 10_000, whole.work.steps + 1] + (1...20).map { whole.work.steps * $0 / 20 }
      for limit in limits {
        request.workLimit = limit
        for results in [snapshot.search(request), snapshot.session().search(request)] {
          #expect(hits.isSuperset(of: results.map(\.id)), "“\(text)”, \(limit)")
          #expect(results.ending == (results.work.steps >= limit ? .workSpent : .complete))
          if results.ending == .complete { #expect(results.map(\.id) == whole.map(\.id)) }
          if results.ending != .complete { #expect(!results.isTotalExact && results.isCutByReach == nil) }
        }
      }
    }
  }

  /// Texts are scanned before the first row is ranked.
  @Test func halfTheWorkOfAQueryOfPunctuationFindsSomeHits() throws {
    let items = (0..<2000).map { Item(id: $0, title: "folder\($0 % 7)/file\($0)") }
    let snapshot = try SearchIndex(items, options: IndexOptions()).snapshot()
    var request = SearchRequest(try Query("/"), limit: 10)
    request.workLimit = snapshot.search(request).work.steps / 2
    let results = snapshot.search(request)
    #expect(results.ending == .workSpent && results.count == 10)
  }

  @Test(arguments: HitOrder.allCases)
  func aCancelledSearchSaysSo(order: HitOrder) throws {
    let snapshot = try SearchBudgetTests.snapshot(5)
    let cancellation = Cancellation()
    let request = SearchRequest(try Query("e s"), order: order, limit: 10)
    #expect(snapshot.search(request, cancellation: cancellation).ending == .complete)
    cancellation.cancel()
    let results = snapshot.search(request, cancellation: cancellation)
    #expect(results.ending == .cancelled && results.isEmpty)
    let session = snapshot.session()
    #expect(session.search(request, cancellation: cancellation).ending == .cancelled)
    #expect(session.search(request).map(\.id) == snapshot.search(request).map(\.id))
  }

  /// What was given up leaves nothing behind that a later search could take for an answer.
  @Test(arguments: 1...UInt64(6))
  func givenUpSearchesLeaveTheSessionRight(seed: UInt64) throws {
    let snapshot = try SearchBudgetTests.snapshot(seed, count: 400)
    let session = snapshot.session()
    var random = RandomText(seed: seed)
    for _ in 0..<60 {
      guard let query = try? Query(random.query(for: snapshot.elements())) else { continue }
      var request = SearchRequest(query, limit: 10)
      request.workLimit = random.number(below: 20_000)
      _ = session.search(request)
      request.workLimit = nil
      #expect(session.search(request).map(\.id) == snapshot.search(request).map(\.id), "seed \(seed), “\(query.text)”")
    }
  }
}

extension Snapshot {
  fileprivate func elements() -> [Element] { (0..<count).compactMap { element(at: $0) } }
}
