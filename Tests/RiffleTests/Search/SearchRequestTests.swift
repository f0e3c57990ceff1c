import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct SearchRequestTests {
  @Test func lessThanNothingIsNothing() {
    #expect(SearchRequest(offset: 3, limit: 4).window == 3..<7)
    #expect(SearchRequest(offset: -3, limit: 4).window == 0..<4 && SearchRequest(offset: 3, limit: -4).window == 3..<3)
    #expect(SearchRequest(offset: .min, limit: .min).window == 0..<0)
    #expect(SearchRequest(offset: 3).window == 3..<Int.max && SearchRequest(offset: .max).window.isEmpty)
  }

  @Test func windowsAreCountedToTheirEndInAnyCase() {
    #expect(SearchRequest(limit: 2, totalLimit: .upTo(3)).counted == 3)
    #expect(SearchRequest(offset: 1, limit: 4, totalLimit: .upTo(3)).counted == 5)
    #expect(SearchRequest(limit: -1, totalLimit: .upTo(-1)).counted == 0)
    #expect(SearchRequest(limit: 1, totalLimit: .exact).counted == .max)
  }

  @Test func anotherTextIsReadInTheSameWay() throws {
    let request = SearchRequest(.blank(mode: .words, syntax: .extended), order: .list, offset: 1, limit: 2)
    let other = try request.with(text: "a | b")
    #expect(other.query == (try Query("a | b", mode: .words, syntax: .extended)))
    #expect(other.order == .list && other.offset == 1 && other.limit == 2)
    #expect(throws: QueryError.tooLong(scalars: 257, limit: 256)) {
      try request.with(text: String(repeating: "a", count: 257))
    }
  }

  /// Parts of the list are looked at only if something is searched for anew.
  @Test func aSessionHasFurtherWindowsOfARequestAtHand() throws {
    let snapshot = try SearchIndex((0..<100).map { Item(id: $0, title: "row \($0)") }).snapshot()
    let engine = SessionEngine<Item<Int>, Int>()
    func isAnew(_ request: SearchRequest, in scope: Scope? = nil) -> Bool {
      let count = engine.searchCount
      let found = engine.search(request, in: snapshot, scope: scope, nil)
      let expected = snapshot.search(request)
      #expect(found.map(\.id) == expected.map(\.id), "\(request)")
      #expect(found.total == expected.total && found.isTotalExact == expected.isTotalExact, "\(request)")
      return engine.searchCount > count
    }
    var request = SearchRequest(try Query("row"), limit: 10)
    #expect(isAnew(request) && !isAnew(request))
    request.offset = -5
    #expect(!isAnew(request))
    request.query = try Query(" row ")
    #expect(!isAnew(request))
    // Who wants the second window gets the third and fourth with it.
    request.offset = 10
    #expect(isAnew(request))
    request.offset = 30
    #expect(!isAnew(request))
    request.offset = 31
    #expect(isAnew(request))
    request.totalLimit = .exact
    #expect(isAnew(request))
    request.offset = 90
    #expect(isAnew(request) && !isAnew(request))
    request.reach = .unlimited
    #expect(isAnew(request))
    request.order = .list
    #expect(isAnew(request))
    request.offset = 20
    #expect(!isAnew(request))
    request.query = try Query("row", mode: .words)
    #expect(isAnew(request))
    #expect(isAnew(request, in: .and([])))
  }
}
