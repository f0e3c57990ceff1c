#if Service
  import HTTPTypes
  import Riffle
  import RiffleInput
  import RiffleStore
  import RiffleTestSupport
  import Testing

  @testable import RiffleServer

  struct SearchRouteTests {
    @Test func aMisspeltNameIsFoundWithWhatMatches() async throws {
      try await Fixture.with { fixture in
        let reply = try await fixture.get("/v1/lists/cities/search?q=gotebrg&limit=3")
        #expect(reply.status == 200)
        let hit = reply["hits"]?[0]
        #expect(hit?["title"]?.string == "Göteborg")
        #expect(hit?["id"]?.integer == 1)
        #expect(hit?["highlights"]?["title"]?.json == "[[0,8]]")
        #expect(reply["isPartial"]?.boolean == false)
      }
    }

    @Test(arguments: 0..<20) func answersAreThoseOfTheStore(_ round: Int) async throws {
      let seed = UInt64(setting("RIFFLE_SEED") ?? 1)
      var random = SeededGenerator(seed: seed &+ UInt64(round) &* 7919)
      let titles = (0..<60).map { _ in
        (0..<Int.random(in: 1...3, using: &random)).map { _ in
          ["göt", "borg", "stock", "holm", "ås", "北", "rio", "o", "malm", "ö"].randomElement(using: &random) ?? ""
        }.joined(separator: Bool.random(using: &random) ? " " : "")
      }
      let questions = (0..<25).map { _ -> (String, SearchRequest, Scope?) in
        let text = String((titles.randomElement(using: &random) ?? "").prefix(Int.random(in: 0...5, using: &random)))
        let mode = QueryMode.allCases.randomElement(using: &random) ?? .smart
        let inListOrder = Bool.random(using: &random)
        let (offset, limit) = (Int.random(in: 0...10, using: &random), Int.random(in: 0...30, using: &random))
        let isExact = Bool.random(using: &random)
        let scope: Scope? =
          [nil, .scope("even"), .and([.scope("north"), .not(.scope("even"))])]
          .randomElement(using: &random) ?? nil
        var path = "q=\(part(text))&mode=\(mode.rawValue)&offset=\(offset)&limit=\(limit)"
        path += "&order=\(inListOrder ? "list" : "relevance")&total=\(isExact ? "exact" : "7")"
        if scope == .scope("even") {
          path += "&scope=even"
        } else if scope != nil {
          path += "&filter=north+and+not+even"
        }
        let query = (try? Query(text, mode: mode)) ?? .blank()
        let request = SearchRequest(
          query, order: inListOrder ? .list : .relevance, offset: offset, limit: limit,
          totalLimit: isExact ? .exact : .upTo(7))
        return (path, request, scope)
      }
      try await Fixture.with(Fixture.items(titles)) { fixture in
        for (path, request, scope) in questions {
          let reply = try await fixture.get("/v1/lists/cities/search?" + path)
          let list = fixture.store.snapshot()
          let expected = (try scope.map { try list.restricted(to: $0) } ?? list).search(request)
          let note = Comment(rawValue: "seed \(seed), round \(round): \(path)")
          #expect(reply.status == 200, note)
          #expect(reply["hits"]?.elements?.map { $0["id"]?.id } == expected.map(\.id), note)
          #expect(reply["hits"]?.elements?.map { $0["position"]?.integer } == expected.map { Int64($0.position) }, note)
          #expect(reply["total"]?.integer == Int64(expected.total), note)
          #expect(reply["isTotalExact"]?.boolean == expected.isTotalExact, note)
        }
      }
    }

    @Test func markedTextIsEscaped() async throws {
      try await Fixture.with { fixture in
        let reply = try await fixture.get("/v1/lists/cities/search?q=rio&highlights=marked")
        #expect(
          reply["hits"]?[0]?["highlights"]?["title"]?.string == "<mark>Rio</mark> &lt;b&gt;&amp; &quot;Janeiro&quot;")
      }
    }

    @Test func hitsHaveWhatIsToBeIncluded() async throws {
      try await Fixture.with { fixture in
        let reply = try await fixture.get(
          "/v1/lists/cities/search?q=goteborg&include=payload,weight,scopes,searchText&explain=true&highlights=none")
        let hit = reply["hits"]?[0]
        #expect(hit?["payload"]?.json == #"{"number": 0}"#)
        #expect(hit?["weight"]?.integer == 0)
        #expect(hit?["scopes"]?.json == #"["north"]"#)
        #expect(hit?["searchText"]?.string == "north")
        #expect(hit?["explanation"]?["cost"]?.number == hit?["cost"]?.number)
        #expect(hit?["highlights"] == nil)
      }
    }

    @Test func severalQueriesAreAnsweredInOneRequestEachForItself() async throws {
      try await Fixture.with { fixture in
        let reply = try await fixture.send(
          .post, "/v1/lists/cities/search",
          #"{"searches": [{"q": "gotebrg", "limit": 1}, {"q": "oslo", "snapshot": "1-2"}, {"q": "malmo", "scope": "even"}]}"#
        )
        #expect(reply.status == 200)
        #expect(reply["answers"]?[0]?["hits"]?[0]?["title"]?.string == "Göteborg")
        #expect(reply["answers"]?[1]?["status"]?.integer == 410)
        #expect(reply["answers"]?[1]?["parameter"]?.string == "/searches/1/snapshot")
        #expect(reply["answers"]?[2]?["hits"]?[0]?["title"]?.string == "Malmö")
        for wrong in [#"{"mode": "fuzzy"}"#, #"{"q": 3}"#, #"{"scope": "odd"}"#, "3"] {
          let refused = try await fixture.send(
            .post, "/v1/lists/cities/search", #"{"searches": [{"q": "a"}, \#(wrong)]}"#)
          #expect(refused.status == 400)
          #expect(refused.parameter?.hasPrefix("/searches/1") == true)
        }
      }
    }

    @Test func whoeverHasTheAnswerIsToldSoUntilTheListChanges() async throws {
      try await Fixture.with { fixture in
        let path = "/v1/lists/cities/search?q=oslo"
        let first = try await fixture.get(path)
        let tag = try #require(first.headers[.eTag])
        #expect(try await fixture.get(path, headers: [.ifNoneMatch: tag]).status == 304)
        #expect(try await fixture.send(.put, "/v1/lists/cities/items/99", #"{"title": "Oslo east"}"#).status == 200)
        let second = try await fixture.get(path, headers: [.ifNoneMatch: tag])
        #expect(second.status == 200)
        #expect(second["hits"]?.elements?.count == 2)
      }
    }

    @Test func aQueryThatTakesTooMuchIsGivenUpAndSaysSo() async throws {
      try await Fixture.with(Fixture.items((0..<3_000).map { "item \($0) of many" })) { settings, _ in
        settings.limits.queryWork = 1_000
      } _: { fixture in
        let reply = try await fixture.get("/v1/lists/cities/search?q=itm+mny&total=exact&reach=unlimited")
        #expect(reply.status == 503)
        #expect(reply.problem == "query-given-up")
        #expect(reply.headers[.retryAfter] != nil)
      }
    }

    /// It is there to be found by, not to be read.
    @Test func theSearchTextIsShownOnlyToThoseWhoAskForIt() async throws {
      try await Fixture.with { fixture in
        for style in ["ranges", "marked"] {
          let path = "/v1/lists/cities/search?q=north&highlights=\(style)"
          let reply = try await fixture.get(path)
          #expect(reply["hits"]?.elements?.isEmpty == false)
          #expect(reply["hits"]?[0]?["highlights"]?.members?.isEmpty == true, "\(reply.body)")
          let asked = try await fixture.get(path + "&include=searchText")
          #expect(asked["hits"]?[0]?["highlights"]?["searchText"] != nil, "\(asked.body)")
        }
      }
    }
  }
#endif
