#if Service
  import Foundation
  import HTTPTypes
  import NIOCore
  import Riffle
  import RiffleInput
  import RiffleStore
  import Testing

  @testable import RiffleServer

  struct ScopeExpressionTests {
    private func parse(_ text: String) throws -> Scope {
      try ScopeExpression.parse(text, known: ["a", "b", "c d", "and-so"])
    }

    @Test func notBindsTighterThanAndAndAndTighterThanOr() throws {
      #expect(try parse("a") == .scope("a"))
      #expect(try parse("not a and b or a") == .or([.and([.not(.scope("a")), .scope("b")]), .scope("a")]))
      #expect(try parse("NOT (a OR \"c d\")") == .not(.or([.scope("a"), .scope("c d")])))
      #expect(try parse("and-so") == .scope("and-so"))
    }

    @Test(arguments: ["", "and", "a b", "(a", "a)", "x", "\"a", "a &", "not"])
    func whatIsNoExpressionIsRefused(_ text: String) {
      #expect(throws: ScopeExpression.Failure.self) { try parse(text) }
    }

    @Test func deepAndLongExpressionsAreRefused() {
      #expect(throws: ScopeExpression.Failure.self) { try parse(String(repeating: "(", count: 500) + "a") }
      #expect(throws: ScopeExpression.Failure.self) { try parse(String(repeating: "not ", count: 400) + "a") }
      #expect(throws: ScopeExpression.Failure.self) { try parse(String(repeating: "a or ", count: 1_000) + "a") }
    }

    @Test func anItemIsInAScopeAsTheIndexSays() throws {
      let scope = try parse("a and not b")
      #expect(scope.holds(["a"]))
      #expect(!scope.holds(["a", "b"]))
      #expect(!scope.holds([]))
      #expect(!Scope.or([]).holds(["a"]))
    }
  }

  struct WritingTests {
    @Test(arguments: ["", "a\"b\\c", "\u{0}\u{1f}\n\r\t", "é日本🎉", "</script>"])
    func textsAreReadAsTheyWere(_ text: String) throws {
      var json = JSONWriter()
      json.array([text, text]) { $1.string($0) }
      let value = try JSONValue(json.bytes)
      #expect(value.elements?.map(\.string) == [text, text])
      #expect(try JSONDecoder().decode([String].self, from: Data(json.bytes)) == [text, text])
    }

    @Test func numbersAreJSON() throws {
      var json = JSONWriter()
      json.array([1.5, -0.25, 3, 1e300, .infinity, .nan]) { $1.number($0) }
      #expect(try JSONValue(json.bytes).elements?.map(\.number) == [1.5, -0.25, 3, 1e300, nil, nil])
    }

    @Test func offsetsAreThoseOfUTF16() {
      let text = "aé🎉日b"
      var offsets = UTF16Offsets(text)
      #expect([0, 1, 3, 7, 10, 11].map { offsets.offset(ofByte: $0) } == [0, 1, 2, 4, 5, 6])
    }

    @Test func marksStandAroundEscapedText() {
      #expect(
        MarkedText.html("a<b>&\"c'", marking: [1..<3, 5..<6]) == "a<mark>&lt;b</mark>&gt;&amp;<mark>&quot;</mark>c&#39;"
      )
      #expect(MarkedText.html("", marking: []) == "")
    }
  }

  struct SnapshotKeepTests {
    private func list(_ titles: [String]) throws -> SearchIndex<Item<ItemID>, ItemID> {
      try SearchIndex(titles.enumerated().map { Item(id: .integer(Int64($0)), title: $1) })
    }

    @Test func aSnapshotLivesForSomeTimeAfterItsLastUse() throws {
      let keep = SnapshotKeep(Limits())
      let start = NIODeadline.now()
      let token = keep.keep(try list(["a"]).snapshot(), now: start)
      #expect(keep.list(token, now: start + .seconds(50))?.count == 1)
      #expect(keep.list(token, now: start + .seconds(100))?.count == 1)
      #expect(keep.list(token, now: start + .seconds(161)) == nil)
      #expect(keep.count == 0)
    }

    @Test func noMoreAreKeptThanMayBe() throws {
      var limits = Limits()
      limits.snapshots = 3
      let keep = SnapshotKeep(limits)
      let index = try list(["a"])
      var tokens: [String] = []
      let start = NIODeadline.now()
      for number in 0..<5 {
        tokens.append(keep.keep(index.snapshot(), now: start + .seconds(Int64(number))))
        try index.upsert(Item(id: .integer(Int64(100 + number)), title: "b"))
      }
      #expect(keep.count == 3)
      #expect(tokens.map { keep.list($0, now: start + .seconds(6)) != nil } == [false, false, true, true, true])
      #expect(keep.list("x-1", now: start) == nil)
      #expect(keep.list("", now: start) == nil)
    }
  }

  @Suite(.timeLimit(.minutes(15)))
  struct DeadlinesTests {
    @Test func whatTakesTooLongIsGivenUpAndWhatHasEndedIsNot() async throws {
      let deadlines = Deadlines(.milliseconds(40))
      for _ in 0..<3 {
        let (late, early) = (Cancellation(), Cancellation())
        let (number, other) = (deadlines.begin(late), deadlines.begin(early))
        deadlines.end(other)
        while !late.isCancelled { try await Task.sleep(for: .milliseconds(2)) }
        deadlines.end(number)
        #expect(!early.isCancelled)
      }
    }
  }

  struct SearchPoolTests {
    @Test(arguments: [0, 1, 2]) func noMoreSearchesRunInPlaceThanMay(_ most: Int) async throws {
      let pool = SearchPool(Limits(), mostInPlace: most)
      let inPlace = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<40 {
          group.addTask {
            try await pool.search { _ in
              usleep(500)
              return pool.inPlace
            }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(inPlace.count == 40 && inPlace.allSatisfy { $0 <= most })
      // A search that is alone runs there if any may.
      #expect(try await pool.search { _ in pool.inPlace } == min(1, most))
      #expect(pool.load == 0 && pool.inPlace == 0)
      await pool.stop()
    }

    @Test func whoWouldBeOneTooManyIsRefused() async throws {
      var limits = Limits()
      limits.waiting = 0
      let pool = SearchPool(limits)
      let refused = await #expect(throws: Problem.self) { try await pool.search { _ in 0 } }
      #expect(refused?.kind == .busy && refused?.retryAfter == 1)
      await pool.stop()
    }
  }

  struct ServerRoutesTests {
    @Test func everyPathOfTheDescriptionIsServedAndNoOther() async throws {
      try await Fixture.with { fixture in
        let description = try await fixture.get("/v1/openapi.json")
        #expect(description.headers[.contentType] == "application/json")
        let paths = try #require(description["paths"]?.members)
        #expect(paths.count > 10)
        for (path, operations) in paths {
          let real = path.replacing("{list}", with: "cities").replacing("{id}", with: "1").replacing(
            "{session}", with: "x")
          let known = operations.members?.map(\.name).filter { $0 != "parameters" } ?? []
          for method in ["get", "post", "put", "patch", "delete"] where !real.hasSuffix("/live") {
            let reply = try await fixture.send(.init(method.uppercased()) ?? .get, real, method == "get" ? nil : "")
            #expect((reply.status == 405) == !known.contains(method), "\(method) \(real): \(reply.status)")
            #expect(reply.problem != "unknown-path")
          }
        }
      }
    }

    @Test func thePageIsServedWithAStrictPolicy() async throws {
      try await Fixture.with { fixture in
        let reply = try await fixture.get("/")
        #expect(reply.status == 200)
        #expect(reply.headers[.contentType] == "text/html; charset=utf-8")
        let policy = try #require(reply.headers[.contentSecurityPolicy])
        #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
        #expect(reply.headers[.xContentTypeOptions] == "nosniff")
        let tag = try #require(reply.headers[.eTag])
        #expect(try await fixture.get("/", headers: [.ifNoneMatch: tag]).status == 304)
        #expect(try await fixture.send(.head, "/").status == 200)
      }
    }

    /// A file that is not embedded, or not loaded ahead, would be missed only in a browser.
    @Test func everyFileOfThePageIsServed() async throws {
      let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../Sources/RiffleServer/Page")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names.count > 15)
      try await Fixture.with { fixture in
        let page = try await fixture.get("/").body
        for name in names {
          let file = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
          let reply = try await fixture.get("/\(name)")
          #expect(reply.body == file, "\(name)")
          #expect(reply.headers[.contentType]?.hasPrefix("application/octet-stream") == false)
          if name.hasSuffix(".js") || name.hasSuffix(".css") { #expect(page.contains("\"\(name)\""), "\(name)") }
        }
      }
    }

    @Test func metricsSayWhatWasDone() async throws {
      try await Fixture.with { fixture in
        for _ in 0..<3 { _ = try await fixture.get("/v1/lists/cities/search?q=o") }
        let text = try await fixture.get("/metrics").body
        #expect(text.contains(#"riffle_list_items{list="cities"} 12"#))
        #expect(
          text.contains(
            #"riffle_request_seconds_count{endpoint="/v1/lists/{list}/search",method="GET",status="200"} 3"#))
        #expect(text.contains("# TYPE riffle_search_seconds histogram"))
        #expect(text.contains(#"riffle_list_lag_changes{list="cities"} 0"#))
      }
    }

    @Test func healthSaysHowListsAre() async throws {
      try await Fixture.with { fixture in
        let live = try await fixture.get("/health/live")
        #expect(live["status"]?.string == "ok")
        let ready = try await fixture.get("/health/ready")
        #expect(ready.status == 200)
        #expect(ready["lists"]?[0]?.json == #"{"name":"cities","status":"ok"}"#)
      }
    }

    @Test func pagesOfNamedSitesMayAsk() async throws {
      try await Fixture.with { settings, _ in
        settings.origins = ["https://example.org"]
      } _: { fixture in
        let path = "/v1/lists/cities/search?q=o"
        let reply = try await fixture.get(path, headers: [.origin: "https://example.org"])
        #expect(reply.headers[.accessControlAllowOrigin] == "https://example.org")
        #expect(
          try await fixture.get(path, headers: [.origin: "https://evil.example"]).headers[.accessControlAllowOrigin]
            == nil)
        let asked = try await fixture.send(
          .options, path, headers: [.origin: "https://example.org", .accessControlRequestMethod: "GET"])
        #expect(asked.status == 204)
      }
    }
  }
#endif
