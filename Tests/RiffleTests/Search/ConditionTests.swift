import Riffle
import RiffleTestSupport
import Testing

@Suite struct ConditionTests {
  /// Against the exhaustive answer with everything left out that does not meet the condition.
  @Test(arguments: 1...UInt64(20))
  func aConditionLeavesTheHitsThatMeetIt(seed: UInt64) throws {
    var random = RandomText(seed: seed)
    let items = random.items(count: random.oneIn(3) ? 400 : 40)
    let snapshot = try random.snapshot(items)
    let oracle = Oracle(items)
    for _ in 0..<20 {
      let text = random.query(for: items)
      let order = random.oneIn(3) ? HitOrder.list : .relevance
      guard let query = try? Query(text) else { continue }
      let divisor = 1 + random.number(below: 9)
      let all = oracle.search(SearchRequest(query, order: order)) { $0.id % divisor == 0 }.ids.filter {
        $0 % divisor == 0
      }
      let limit = random.oneIn(4) ? .max : random.number(below: 12)
      let offset = random.oneIn(3) ? random.number(below: 5) : 0
      let isExact = random.oneIn(2)
      let request = SearchRequest(
        query, order: order, offset: offset, limit: limit, totalLimit: isExact ? .exact : .standard)
      let found = snapshot.search(request) { $0.id % divisor == 0 }
      let window = Array(all.dropFirst(offset).prefix(limit))
      #expect(found.map(\.id) == window, "seed \(seed), “\(text)” of every \(divisor)")
      #expect(found.total <= all.count && (!isExact || found.isTotalExact), "seed \(seed), “\(text)”")
      #expect(
        !found.isTotalExact || found.total == all.count, "seed \(seed), “\(text)”: \(found.total) of \(all.count)")
      #expect(
        found.map(\.score) == window.map { id in oracleScore(oracle, query, order, id) }, "seed \(seed), “\(text)”")
    }
  }

  private func oracleScore(_ oracle: Oracle, _ query: Query, _ order: HitOrder, _ id: Int) -> Score? {
    let answer = oracle.search(SearchRequest(query, order: order, reach: .unlimited))
    return answer.ids.firstIndex(of: id).map { answer.scores[$0] }
  }

  @Test func aConditionIsAskedOnlyAsFarAsTheWindowNeeds() throws {
    let items = (0..<20_000).map { Item(id: $0, title: "row \($0)") }
    let snapshot = try SearchIndex(items).snapshot()
    for query in ["row", ""] {
      var asked = 0
      let found = try snapshot.search(query, limit: 10) { _ in
        asked += 1
        return true
      }
      #expect(found.count == 10 && asked < 100, "asked \(asked) times")
      let rare = try snapshot.search(query, limit: 10) { $0.id == 19_999 }
      #expect(rare.map(\.id) == [19_999] && rare.total == 1 && rare.isTotalExact)
    }
  }
}
