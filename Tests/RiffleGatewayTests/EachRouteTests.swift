#if Service && Cluster
  import Foundation
  import NIOCore
  import NIOHTTP1
  import RiffleInput
  import Testing

  @testable import RiffleGateway
  @testable import RiffleServer

  /// Tests that compare answers through the gateway with those of the node.
  @Suite(.serialized, .timeLimit(.minutes(5)))
  struct EachRouteTests {
    private struct Case {
      /// The path in the API description.
      let route: String
      let method: HTTPMethod
      let path: String
      var body: String?
      var type = "application/json"
    }

    /// Requests that do not write: at least one for each path and method.
    private static let reads: [Case] = [
      Case(route: "/", method: .GET, path: "/"),
      Case(route: "/v1/openapi.json", method: .GET, path: "/v1/openapi.json"),
      Case(route: "/health/live", method: .GET, path: "/health/live"),
      Case(route: "/v1/lists", method: .GET, path: "/v1/lists"),
      Case(route: "/v1/lists", method: .GET, path: "/v1/lists?x=1"),
      Case(route: "/v1/lists/{list}", method: .GET, path: "/v1/lists/cities"),
      Case(route: "/v1/lists/{list}", method: .GET, path: "/v1/lists/none"),
      Case(route: "/v1/lists/{list}/search", method: .GET, path: "/v1/lists/cities/search?q=gotebrg&limit=3"),
      Case(
        route: "/v1/lists/{list}/search", method: .GET, path: "/v1/lists/cities/search?q=s%C3%A3o+p&include=payload"),
      Case(route: "/v1/lists/{list}/search", method: .GET, path: "/v1/lists/cities/search?q=a|b\"é&scope=even"),
      Case(route: "/v1/lists/{list}/search", method: .GET, path: "/v1/lists/cities/search?limit=x"),
      Case(
        route: "/v1/lists/{list}/search", method: .POST, path: "/v1/lists/cities/search",
        body: #"{"searches": [{"q": "oslo"}, {"q": "malm", "limit": 2}]}"#),
      Case(route: "/v1/lists/{list}/search", method: .POST, path: "/v1/lists/cities/search", body: "{"),
      Case(
        route: "/v1/lists/{list}/search", method: .POST, path: "/v1/lists/cities/search", body: "x", type: "text/plain"),
      Case(route: "/v1/lists/{list}/synonyms", method: .GET, path: "/v1/lists/cities/synonyms"),
      Case(route: "/v1/lists/{list}/rows", method: .GET, path: "/v1/lists/cities/rows?offset=2&limit=5"),
      Case(route: "/v1/lists/{list}/rows", method: .GET, path: "/v1/lists/cities/rows?around=4&before=1&limit=3"),
      Case(route: "/v1/lists/{list}/jumplist", method: .GET, path: "/v1/lists/cities/jumplist?q=o"),
      Case(route: "/v1/lists/{list}/items/{id}", method: .GET, path: "/v1/lists/cities/items/3"),
      Case(route: "/v1/lists/{list}/items/{id}", method: .GET, path: "/v1/lists/cities/items/%22x%22"),
      Case(
        route: "/v1/lists/{list}/items/{id}/explanation", method: .GET,
        path: "/v1/lists/cities/items/1/explanation?q=gotebrg"),
      Case(route: "/v1/lists/{list}/changes", method: .GET, path: "/v1/lists/cities/changes?since=0&limit=2"),
      Case(
        route: "/v1/lists/{list}/live/{session}", method: .POST, path: "/v1/lists/cities/live/none",
        body: #"{"revision": 1, "q": "x"}"#),
    ]

    /// Writes that the gateway passes on, because the list has only one node.
    private static let writes: [Case] = [
      Case(
        route: "/v1/lists/{list}/items/{id}", method: .PUT, path: "/v1/lists/cities/items/100",
        body: #"{"title": "Narvik"}"#),
      Case(
        route: "/v1/lists/{list}/items/{id}", method: .PATCH, path: "/v1/lists/cities/items/100",
        body: #"{"weight": 4}"#),
      Case(route: "/v1/lists/{list}/items/{id}", method: .DELETE, path: "/v1/lists/cities/items/100"),
      Case(route: "/v1/lists/{list}/items/{id}", method: .DELETE, path: "/v1/lists/cities/items/100"),
      Case(
        route: "/v1/lists/{list}/items", method: .POST, path: "/v1/lists/cities/items?results=all",
        body: "{\"op\": \"upsert\", \"id\": 7, \"title\": \"Tromsø\"}\nnonsense\n", type: "application/x-ndjson"),
      Case(
        route: "/v1/lists/{list}/items", method: .PUT, path: "/v1/lists/cities/items",
        body: "{\"id\": 1, \"title\": \"Bodø\"}\n", type: "application/x-ndjson"),
      Case(route: "/v1/lists/{list}/items", method: .DELETE, path: "/v1/lists/cities/items"),
      Case(
        route: "/v1/lists/{list}/fields", method: .PUT, path: "/v1/lists/cities/fields", body: #"{"fields": []}"#),
      Case(
        route: "/v1/lists/{list}/synonyms", method: .PUT, path: "/v1/lists/cities/synonyms",
        body: "gotham, oslo\n", type: "text/plain"),
      Case(
        route: "/v1/lists/{list}/synonyms", method: .PUT, path: "/v1/lists/cities/synonyms", body: "gotham\n",
        type: "text/plain"),
      Case(route: "/v1/lists/{list}", method: .PUT, path: "/v1/lists/new", body: "{}"),
      Case(route: "/v1/lists/{list}", method: .PUT, path: "/v1/lists/cities", body: "{}"),
      Case(route: "/v1/lists/{list}", method: .DELETE, path: "/v1/lists/cities"),
    ]

    /// Removes members that differ from one answer to the next.
    private func plain(_ body: String) -> String {
      body.replacing(/"(microseconds|instance|generation|sequence|since|snapshot)":("[^"]*"|\d+)/, with: "")
    }

    private func compare(_ node: RunningService, _ gateway: RunningService, _ asked: Case) async throws {
      let headers: HTTPHeaders = asked.body == nil ? [:] : ["Content-Type": asked.type]
      let name = "\(asked.method) \(asked.path)"
      let expected = try await node.send(asked.method, asked.path, asked.body, headers: headers)
      let found: Reply
      do {
        found = try await gateway.send(asked.method, asked.path, asked.body, headers: headers)
      } catch {
        Issue.record("\(name): \(error)")
        return
      }
      #expect(found.status == expected.status, "\(name): \(found.body)")
      #expect(plain(found.body) == plain(expected.body), "\(name)")
      for field in ["Content-Type", "Cache-Control", "Vary", "Content-Security-Policy", "Retry-After", "Allow"] {
        #expect(found.headers[field] == expected.headers[field], "\(name), \(field)")
      }
      #expect(found.headers.contains(name: "ETag") == expected.headers.contains(name: "ETag"), "\(name)")
    }

    @Test func `answers are those of the node`() async throws {
      try await withFolder { folder in
        let node = try await Cities.node(folder, "a")
        let gateway = try await gateway([node.url])
        for asked in Self.reads { try await compare(node, gateway, asked) }
        await gateway.stop()
        await node.stop()
      }
    }

    @Test func `writes to a list with one node are passed on`() async throws {
      try await withFolder { folder in
        // Each node changes its own list.
        let (alone, behind) = (try await Cities.node(folder, "a"), try await Cities.node(folder, "b"))
        let gateway = try await gateway([behind.url])
        for asked in Self.writes where asked.path != "/v1/lists/new" { try await compare(alone, gateway, asked) }
        #expect(try await gateway.get("/v1/lists/cities/rows").json?["rows"]?.elements?.isEmpty == true)
        for service in [gateway, alone, behind] { await service.stop() }
      }
    }

    @Test func `targets are encoded as URLs have them`() throws {
      #expect(try RequestTarget.wellFormed("/a?q=b+c&d=%C3%A9") == "/a?q=b+c&d=%C3%A9")
      #expect(try RequestTarget.wellFormed("/a|b?q=\"é") == "/a%7Cb?q=%22%C3%A9")
      for text in ["/%", "/%zz", "/a%2", "/é%x0"] {
        #expect(throws: Problem.self) { try RequestTarget.wellFormed(text) }
      }
    }

    @Test func `each path of the description has been asked`() throws {
      let description = try JSONValue(Array(ServerFiles().description.body.readableBytesView))
      var missing: [String] = []
      for (path, methods) in description["paths"]?.members ?? [] {
        for (method, _) in methods.members ?? [] where method != "parameters" {
          let isAsked = (Self.reads + Self.writes).contains {
            $0.route == path && $0.method.rawValue == method.uppercased()
          }
          if !isAsked { missing.append("\(method) \(path)") }
        }
      }
      // The first two answer for the gateway itself; the last one has no end.
      #expect(Set(missing) == ["get /metrics", "get /health/ready", "get /v1/lists/{list}/live"])
    }

    @Test func `heads have the length of the answer`() async throws {
      try await withFolder { folder in
        let node = try await Cities.node(folder, "a")
        let gateway = try await gateway([node.url])
        for path in ["/v1/lists/cities/items/3", "/", "/v1/lists"] {
          let (expected, found) = (try await node.send(.HEAD, path), try await gateway.send(.HEAD, path))
          #expect(found.status == 200 && found.body.isEmpty)
          #expect(found.headers["Content-Length"] == expected.headers["Content-Length"])
        }
        await gateway.stop()
        await node.stop()
      }
    }
  }
#endif
