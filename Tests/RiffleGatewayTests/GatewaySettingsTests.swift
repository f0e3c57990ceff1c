#if Service && Cluster
  import Foundation
  import NIOHTTP1
  import RiffleInput
  import RiffleTestSupport
  import Testing

  @testable import RiffleGateway
  @testable import RiffleServer

  /// Tests of the settings of a gateway.
  @Suite(.serialized, .timeLimit(.minutes(5)))
  struct GatewaySettingsTests {
    private func failure(_ body: () throws -> Void) -> String {
      do {
        try body()
        return ""
      } catch {
        return error is SettingsError ? "\(error)" : "another error: \(error)"
      }
    }

    @Test(
      arguments: [
        ("ftp://a", "give it as"), ("a:80", "give it as"), ("", "give it as"), ("http://", "no host"),
        ("http://u:p@a", "leave the user out"), ("http://a/v1", "behind the port"), ("http://a?x", "behind the port"),
        ("http://a:0", "port"), ("http://a:99999", "port"),
      ])
    func `an address that is malformed is named`(_ text: String, _ reason: String) {
      let failure = failure { _ = try NodeAddress(text) }
      #expect(failure.contains("“\(text)”") && failure.contains(reason), "\(failure)")
    }

    @Test func `one address has one form`() throws {
      #expect(try NodeAddress("HTTP://Node.Example/").description == "http://node.example:80")
      #expect(try NodeAddress("https://[::1]").description == "https://[::1]:443")
    }

    @Test(
      arguments: [
        ("{", "no JSON"), ("[]", "must be an object"), ("{}", "“lists”"), (#"{"lists": []}"#, "no list is named"),
        (#"{"lists": [1]}"#, "lists[0] must be an object"), (#"{"lists": [], "lists": []}"#, "“lists” twice"),
        (#"{"lists": [{"name": "a"}]}"#, "lists[0].nodes"), (#"{"lists": [{"nodes": []}]}"#, "lists[0].name"),
        (#"{"lists": [{"name": "a", "nodes": []}]}"#, "“a” has no nodes"),
        (#"{"lists": [{"name": "a", "nodes": [1]}]}"#, "lists[0].nodes[0]"),
        (#"{"lists": [{"name": "a", "nodes": ["x"]}]}"#, "“x” is no address"),
        (#"{"lists": [{"name": "a b", "nodes": ["http://x"]}]}"#, "“a b”"),
        (#"{"lists": [{"name": "a", "nodes": ["http://x", "http://X:80/"]}]}"#, "http://x:80 twice"),
        (
          #"{"lists": [{"name": "a", "nodes": ["http://x"]}, {"name": "a", "nodes": ["http://y"]}]}"#,
          "“a” is named twice"
        ),
        (#"{"lists": [{"name": "a", "nodes": ["http://x"], "copies": 4}]}"#, "“copies”"),
        (#"{"lists": [{"name": "a", "nodes": ["http://x"], "shards": 4}]}"#, "“lists[0].shards”"),
        (#"{"lists": [{"name": "a", "nodes": ["http://x"], "postgres": "dbname"}]}"#, "connection string"),
      ])
    func `what is wrong with a file of routes is named with its place`(_ text: String, _ reason: String) async throws {
      try await withFolder { folder in
        let path = folder.appending(path: "routes.json").path
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let failure = failure { _ = try RoutesFile.lists(path) }
        #expect(failure.contains(path) && failure.contains(reason), "\(failure)")
      }
    }

    @Test func `options are read and checked`() throws {
      let invocation = try GatewayInvocation(
        arguments: ["--lists", "cities=http://a:1,http://b:2", "--hedge", "7", "--limits-body", "2048", "--check"],
        environment: ["RIFFLE_PORT": "9", "RIFFLE_FORWARDED_FOR": "append"])
      #expect(invocation.task == .check)
      let settings = invocation.settings
      #expect(settings.port == 9 && settings.hedgePercent == 7 && settings.limits.body == 2_048)
      #expect(settings.forwardedFor == .append)
      #expect(
        settings.lists == [
          RoutedList(name: "cities", nodes: [try NodeAddress("http://a:1"), try NodeAddress("http://b:2")])
        ])
      try GatewayService.check(settings)
      for (arguments, reason) in [
        (["--lists", "cities"], "NAME=URL,URL"), (["--hedge", "101"], "hedge"), (["--nonsense"], "--nonsense"),
        (["--forwarded-for", "x"], "replace, append, omit"), (["--limits-body", "1"], "limits.body"),
      ] {
        let failure = failure { _ = try GatewayInvocation(arguments: arguments, environment: [:]) }
        #expect(failure.contains(reason), "\(failure)")
      }
      #expect(
        failure { _ = try GatewayInvocation(arguments: [], environment: ["RIFFLE_HEDG": "1"]) }.contains("RIFFLE_HEDGE")
      )
    }

    @Test func `other machines are served only with keys`() throws {
      var settings = GatewaySettings()
      settings.lists = [RoutedList(name: "cities", nodes: [try NodeAddress("http://a")])]
      settings.host = "0.0.0.0"
      #expect(failure { try GatewayService.check(settings) }.contains("--needs-keys"))
      settings.needsKeys = true
      try GatewayService.check(settings)
      settings.routes = "routes.json"
      #expect(failure { try GatewayService.check(settings) }.contains("in one way"))
      settings.routes = nil
      settings.certificate = "x"
      #expect(failure { try GatewayService.check(settings) }.contains("two files"))
      settings.privateKey = "y"
      #expect(failure { try GatewayService.check(settings) }.contains("“x” cannot be read"))
    }

    @Test func `nodes that need no key are left out where keys are needed`() async throws {
      try await withFolder { folder in
        let (kept, key) = APIKey.make(name: "reader", role: .read, filter: nil)
        struct Keys: Codable { let keys: [APIKey] }
        let keys = folder.appending(path: "keys.json")
        try JSONEncoder().encode(Keys(keys: [kept])).write(to: keys)
        let closed = try await Cities.node(folder, "a") { $0.keys = keys.path }
        let open = try await Cities.node(folder, "b")
        let gateway = try await gateway([closed.url, open.url]) { $0.needsKeys = true }
        // A probe may come too late on a busy machine; there is one every second.
        try await until { try await gateway.get("/health/ready")["status"]?.string == "partial" }
        #expect(try await gateway.get("/health/ready")["lists"] == nil)
        for path in ["/v1/lists", "/v1/lists/cities/search?q=oslo", "/v1/lists/none", "/metrics"] {
          #expect(try await gateway.get(path).status == 401, "\(path)")
        }
        let found = try await gateway.get(
          "/v1/lists/cities/search?q=oslo", headers: ["Authorization": "Bearer \(key)"])
        #expect(found.status == 200 && found["hits"]?[0]?["title"]?.string == "Oslo")
        #expect(try await gateway.get("/metrics", headers: ["Authorization": "Bearer \(key)"]).status == 403)
        for service in [gateway, closed, open] { await service.stop() }
      }
    }

    @Test func `a file of routes that has changed is read again`() async throws {
      try await withFolder { folder in
        let (a, b) = (try await FakeNode(.answer("1")), try await FakeNode(.answer("2")))
        let path = folder.appending(path: "routes.json").path
        func write(_ nodes: [FakeNode]) throws {
          let urls = nodes.map { "\"\($0.url)\"" }.joined(separator: ", ")
          try #"{"lists": [{"name": "cities", "nodes": [\#(urls)]}]}"#.write(
            toFile: path, atomically: true, encoding: .utf8)
        }
        try write([a])
        let gateway = try await gateway([]) { ($0.routes, $0.lists) = (path, []) }
        #expect(try await gateway.get("/v1/lists/cities").body == "1")
        // A malformed file changes nothing.
        try "{".write(toFile: path, atomically: true, encoding: .utf8)
        try await Task.sleep(for: .seconds(2))
        #expect(try await gateway.get("/v1/lists/cities").body == "1")
        try write([b])
        try await until { try await gateway.get("/v1/lists/cities").body == "2" }
        await gateway.stop()
        await a.stop()
        await b.stop()
      }
    }

    @Test func `the program says what is wrong, and ends`() throws {
      let folder = try ProgramFolder()
      let help = try folder.run("riffle-gateway", ["--help"])
      #expect(help.status == 0 && String(decoding: help.output, as: UTF8.self).contains("routes.json"))
      let none = try folder.run("riffle-gateway", ["--check"])
      #expect(none.status == 2 && none.error.contains("no list is named"))
      let missing = try folder.run("riffle-gateway", ["routes.json", "--check"])
      #expect(missing.status == 2 && missing.error.contains("routes.json"))
      let good = try folder.run("riffle-gateway", ["--lists", "cities=http://127.0.0.1:1", "--check"])
      #expect(good.status == 0)
    }
  }
#endif
