import Riffle
import RiffleTestSupport
import Testing

@Suite struct ScopeTests {
  /// Against the exhaustive answer with everything left out that is not in the scope: in any order, in a session, and
  /// scopes of scopes.
  @Test(arguments: 1...UInt64(10))
  func aScopeLeavesTheHitsThatAreInIt(seed: UInt64) throws {
    var random = RandomText(seed: seed)
    let items = random.items(count: random.oneIn(3) ? 300 : 40)
    var options = IndexOptions()
    options.efforts = random.efforts()
    options.upkeep = random.upkeep()
    let index = try SearchIndex(
      items, id: \.id, title: \.title, searchText: \.searchText, reading: \.reading, weight: \.weight,
      isSearchable: \.isSearchable,
      scopes: ["even": { $0.id % 2 == 0 }, "third": { $0.id % 3 == 0 }, "none": { _ in false }],
      options: options)
    if random.oneIn(2) { try random.scatter(index, items) }
    let oracle = Oracle(items, options: options)
    let scopes: [(Scope, (Int) -> Bool)] = [
      (.scope("even"), { $0 % 2 == 0 }), (.scope("none"), { _ in false }), (.not(.scope("none")), { _ in true }),
      (.and([.scope("even"), .not(.scope("third"))]), { $0 % 2 == 0 && $0 % 3 != 0 }),
      (.or([.scope("even"), .scope("third")]), { $0 % 2 == 0 || $0 % 3 == 0 }), (.and([]), { _ in true }),
      (.or([]), { _ in false }),
    ]
    for (scope, isIn) in scopes {
      let part = try index.snapshot().restricted(to: scope)
      #expect(part.count == items.count { isIn($0.id) })
      for row in [0, 1, 6, items.count - 1] {
        #expect(
          part.position(of: row) == (isIn(row) ? row : nil) && part.element(at: row)?.id == (isIn(row) ? row : nil))
      }
      #expect(part.element(at: -1) == nil && part.element(at: items.count) == nil && part.position(of: -1) == nil)
      let session = part.session()
      for _ in 0..<12 {
        let text = random.query(for: items)
        let mode = random.oneIn(4) ? QueryMode.allCases[random.number(below: QueryMode.allCases.count)] : .smart
        let order = random.oneIn(3) ? HitOrder.list : .relevance
        guard let query = try? Query(text, mode: mode) else { continue }
        let all = oracle.search(SearchRequest(query, order: order)) { isIn($0.id) }.ids
        let limit = random.oneIn(2) ? 5 : 1000
        let request = SearchRequest(query, order: order, limit: limit, totalLimit: .exact)
        for found in [part.search(request), session.search(request)] {
          #expect(
            found.map(\.id) == Array(all.prefix(limit)) && found.total == all.count,
            "seed \(seed), “\(text)” in \(scope): \(found.map(\.id)) of \(found.total), expected \(all)")
        }
      }
    }
  }

  @Test func whatIsCancelledHasNoPart() throws {
    let index = try SearchIndex(["a1", "b2"], id: { $0 }, title: { $0 }, scopes: ["a": { $0.hasPrefix("a") }])
    let cancellation = Cancellation()
    for scope in [Scope.scope("a"), .and([.scope("a")]), .or([.scope("a")]), .not(.scope("a"))] {
      #expect(try index.snapshot().restricted(to: scope, cancellation: cancellation)?.count == 1)
    }
    cancellation.cancel()
    for scope in [Scope.scope("a"), .and([.scope("a")]), .or([.scope("a")]), .not(.scope("a")), .and([])] {
      #expect(try index.snapshot().restricted(to: scope, cancellation: cancellation) == nil)
    }
  }

  @Test func scopesOfScopesAndUnknownOnes() throws {
    let index = try SearchIndex(
      ["a1", "a2", "b3", "b4"], id: { $0 }, title: { $0 },
      scopes: ["a": { $0.hasPrefix("a") }, "even": { $0 == "a2" || $0 == "b4" }])
    let evenOfA = try index.snapshot().restricted(to: .scope("a")).restricted(to: .scope("even"))
    #expect(try evenOfA.search("").map(\.id) == ["a2"] && evenOfA.count == 1)
    #expect(evenOfA.explain(try Query("b"), id: "b3") == nil)
    let error = ScopeError.unknownScope("odd", known: ["a", "even"])
    #expect(throws: error) { _ = try index.snapshot().restricted(to: .or([.scope("a"), .not(.scope("odd"))])) }
    #expect("\(error)" == "there is no scope “odd”: the index has “a”, “even”")
  }

  @Test func aScopeHasTheJumplistOfItsRows() throws {
    let names = ["Anna", "Bo", "Beta", "Carl"]
    let index = try SearchIndex(
      names, order: .alphabet(ListAlphabet(locales: ["en"])), id: { $0 }, title: { $0 },
      scopes: ["long": { $0.count > 3 }])
    let part = try index.snapshot().restricted(to: .scope("long"))
    let options = Jumplist.Options(showsEmpty: false, hidesWhileFiltering: true)
    #expect(part.jumplist(options)?.entries.map(\.count) == [1, 1, 1])
    #expect(try part.search("", limit: 2).jumplist(options) == part.jumplist(options))
    #expect(try part.search(SearchRequest(Query("b"), order: .list, limit: 2)).jumplist(options) == nil)
  }
}
