#if Service
  import HTTPTypes
  import Riffle
  import RiffleInput
  import RiffleStore
  import RiffleTestSupport
  import Testing

  @testable import RiffleClient
  @testable import RiffleServer

  /// The synonyms of a list through HTTP.
  @Suite(.timeLimit(.minutes(15)))
  struct SynonymRouteTests {
    private static let path = "/v1/lists/cities/synonyms"
    private static let search = "/v1/lists/cities/search?q=gotham&reach=0"

    private static func titles(_ reply: Fixture.Reply) -> [String] {
      (reply["hits"]?.elements ?? []).compactMap { $0["title"]?.string }
    }

    @Test func synonymsAreReplacedAndRead() async throws {
      try await Fixture.with { fixture in
        func put(_ text: String) async throws -> Fixture.Reply {
          try await fixture.send(.put, Self.path, text, type: "text/plain; charset=utf-8")
        }
        let none = try await fixture.get(Self.path)
        #expect(none.status == 200 && none.body == "" && none.headers[.contentType] == "text/plain; charset=utf-8")
        let before = try await fixture.get(Self.search)
        #expect(before.status == 200 && !Self.titles(before).contains("Oslo"))
        let text = "# Names\ngotham, oslo\n\nbig city => Stockholm\n"
        let reply = try await put(text)
        #expect(reply.status == 204 && reply.body == "")
        #expect(try await fixture.get(Self.path).body == text)
        // The former answer is not taken from a cache.
        let tag = try #require(before.headers[.eTag])
        let after = try await fixture.get(Self.search, headers: [.ifNoneMatch: tag])
        #expect(after.status == 200 && Self.titles(after) == ["Oslo"])
        #expect(try await put("gotham => malmo").status == 204)
        #expect(Self.titles(try await fixture.get(Self.search)) == ["Malmö"])
        #expect(try await put("").status == 204)
        #expect(try await fixture.get(Self.path).body == "")
        #expect(Self.titles(try await fixture.get(Self.search)) == Self.titles(before))
      }
    }

    @Test func faultsAreNamedByTheirLine() async throws {
      try await Fixture.with { settings, _ in
        settings.limits.body = 1000
      } _: { fixture in
        #expect(try await fixture.send(.put, Self.path, "gotham, oslo", type: "text/plain").status == 204)
        let wrong = try await fixture.send(.put, Self.path, "a, b\nc\n", type: "text/plain")
        #expect(wrong.status == 400 && wrong.problem == "invalid-body")
        #expect(wrong["detail"]?.string?.contains("line 2 of the synonyms, “c”") == true)
        let long = try await fixture.send(
          .put, Self.path, String(repeating: "a, b\n", count: 201), type: "text/plain")
        #expect(long.status == 413)
        #expect(try await fixture.send(.put, Self.path, "a, b").status == 415)
        #expect(try await fixture.send(.put, Self.path + "?x=1", "a, b", type: "text/plain").status == 400)
        #expect(try await fixture.send(.put, "/v1/lists/none/synonyms", "a, b", type: "text/plain").status == 404)
        #expect(try await fixture.send(.delete, Self.path).status == 405)
        // Nothing has changed.
        #expect(try await fixture.get(Self.path).body == "gotham, oslo")
      }
    }

    @Test func adminKeysSetSynonyms() async throws {
      let made = [
        APIKey.make(name: "admin", role: .admin), APIKey.make(name: "writer", role: .write),
        APIKey.make(name: "reader", role: .read), APIKey.make(name: "bound", role: .read, filter: "even"),
      ]
      let keys = Dictionary(uniqueKeysWithValues: made.map { ($0.0.name, $0.1) })
      try await Fixture.with(keys: made.map(\.0)) { fixture in
        for (name, status) in [("writer", 403), ("reader", 403), ("bound", 403), ("none", 401)] {
          let put = try await fixture.send(.put, Self.path, "a, b", key: keys[name], type: "text/plain")
          #expect(put.status == status, "\(name)")
          #expect(try await fixture.get(Self.path, key: keys[name]).status == status, "\(name)")
        }
        #expect(try await fixture.send(.put, Self.path, "a, b", key: keys["admin"], type: "text/plain").status == 204)
        #expect(try await fixture.get(Self.path, key: keys["admin"]).body == "a, b")
      }
    }

    @Test func aServerThatOnlyReadsKeepsThem() async throws {
      try await Fixture.with { settings, _ in
        settings.isReadOnly = true
      } _: { fixture in
        let reply = try await fixture.send(.put, Self.path, "a, b", type: "text/plain")
        #expect(reply.status == 409 && reply["detail"]?.string == "the server only reads the list")
        #expect(try await fixture.get(Self.path).status == 200)
      }
    }

    @Test func aLiveSearchFollows() async throws {
      try await RunningServer.with { server in
        try await server.client.withLiveSearch(in: "cities") { field in
          var events = field.events.makeAsyncIterator()
          func page(_ isWanted: (SearchAnswer) -> Bool) async throws -> SearchAnswer? {
            while let event = try await events.next() {
              if case .page(let page) = event, isWanted(page) { return page }
            }
            return nil
          }
          try await field.type("gotham", revision: 1)
          let first = try await page { _ in true }
          #expect(first?.hits.contains { $0.title == "Oslo" } == false)
          try await server.client.setSynonyms("gotham, oslo", of: "cities")
          #expect(try await server.client.synonyms(of: "cities") == "gotham, oslo")
          #expect(try await page { $0.hits.first?.title == "Oslo" } != nil)
          let error = await #expect(throws: ServerProblem.self) {
            try await server.client.setSynonyms("gotham", of: "cities")
          }
          #expect(error?.status == 400)
        }
      }
    }
  }
#endif
