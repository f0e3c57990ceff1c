#if Service
  import Foundation
  import HTTPTypes
  import NIOConcurrencyHelpers
  import NIOCore
  import NIOPosix
  import Riffle
  import RiffleInput
  import RiffleStore
  import Testing

  @testable import RiffleServer

  /// What strangers have tried on a server.
  struct AttackTests {
    /// A server with a key that sees all, and may write, and one that is bound to a scope.
    private static func withKeys(
      scope: String = "north", items: [StoreItem] = Fixture.items(), arrangement: StoreSettings.Arrangement = .sections,
      _ body: @Sendable (_ fixture: Fixture, _ all: String, _ bound: String) async throws -> Void
    ) async throws {
      let (all, allKey) = APIKey.make(name: "all", role: .write)
      let (bound, boundKey) = APIKey.make(name: "bound", role: .read, filter: scope)
      try await Fixture.with(keys: [all, bound], items, arrangement: arrangement) {
        try await body($0, allKey, boundKey)
      }
    }

    @Test func askingForTheHeadOfAStreamOpensNone() async throws {
      try await Fixture.with { fixture in
        for _ in 0..<3 {
          let reply = try await fixture.send(.head, "/v1/lists/cities/live")
          #expect(reply.status == 200)
        }
        #expect(fixture.service.routes.live.count == 0)
      }
    }

    @Test func whoMaySeeLessHasOtherTags() async throws {
      try await AttackTests.withKeys { fixture, all, bound in
        for path in ["rows", "search?q=o", "jumplist"] {
          let path = "/v1/lists/cities/" + path
          let tag = try #require(try await fixture.get(path, key: all).headers[.eTag])
          #expect(try await fixture.get(path, key: all, headers: [.ifNoneMatch: tag]).status == 304)
          let reply = try await fixture.get(path, key: bound, headers: [.ifNoneMatch: tag])
          #expect(reply.status == 200)
          let own = try #require(reply.headers[.eTag])
          #expect(try await fixture.get(path, key: bound, headers: [.ifNoneMatch: own]).status == 304)
        }
      }
    }

    @Test func whatHasLeftTheScopeIsNotReadFromTheDatabase() async throws {
      try await AttackTests.withKeys { fixture, all, bound in
        let kept = try await fixture.get("/v1/lists/cities/rows?snapshot=new&include=payload", key: bound)
        let token = try #require(kept["snapshot"]?.string)
        #expect(kept["rows"]?[0]?["payload"] != nil)
        let id = try #require(kept["rows"]?[0]?["id"]?.integer)
        let secret = #"{"searchText": "elsewhere", "payload": {"secret": 1}}"#
        let path = "/v1/lists/cities/items/\(id)"
        #expect(try await fixture.send(.patch, path, secret, key: all).status == 200)
        let reply = try await fixture.get(
          "/v1/lists/cities/rows?snapshot=\(token)&include=payload,section", key: bound)
        #expect(reply.status == 200 && !reply.body.contains("secret"), "\(reply.body)")
      }
    }

    @Test func whoIsBoundToAScopeLearnsNothingOfWhatIsOutside() async throws {
      var items = Fixture.items()
      for index in items.indices { items[index].section = index % 3 == 0 ? "Open" : "Secret plans" }
      try await AttackTests.withKeys(items: items) { fixture, all, bound in
        let jumplist = try await fixture.get("/v1/lists/cities/jumplist", key: bound)
        #expect(jumplist.body.contains("Open") && !jumplist.body.contains("Secret"), "\(jumplist.body)")
        #expect(try await fixture.get("/v1/lists/cities/jumplist", key: all).body.contains("Secret"))
        for name in ["work", "microseconds"] {
          #expect(try await fixture.get("/v1/lists/cities/search?q=oslo", key: bound)[name] == nil)
          #expect(try await fixture.get("/v1/lists/cities/search?q=oslo", key: all)[name] != nil)
        }
      }
    }

    // MARK: - Large answers

    private static func large(_ count: Int, bytes: Int) -> [StoreItem] {
      (0..<count).map { number in
        StoreItem(
          id: .integer(Int64(number)), title: "item \(number)", section: "s",
          payload: .json("\"" + String(repeating: "x", count: bytes) + "\""))
      }
    }

    @Test func anAnswerHasNoMoreBytesThanItMay() async throws {
      try await Fixture.with(AttackTests.large(40, bytes: 1_000)) { settings, _ in
        settings.limits.answer = 12_000
      } _: { fixture in
        for path in ["search?q=item&include=payload", "rows?include=payload"] {
          for limit in [12, 40] {
            let reply = try await fixture.get("/v1/lists/cities/\(path)&limit=\(limit)")
            #expect(reply.status == 400 && reply.problem == "answer-too-large", "\(reply.body)")
            #expect(reply.parameter == "limit" && reply["detail"]?.string?.contains("12000") == true)
          }
          #expect(try await fixture.get("/v1/lists/cities/\(path)&limit=8").status == 200)
        }
        #expect(try await fixture.get("/v1/lists/cities/rows?include=section&limit=40").status == 200)
        let many = try await fixture.send(
          .post, "/v1/lists/cities/search",
          #"{"searches": [{"q": "item", "limit": 40, "include": "payload"}, {"q": "item", "limit": 2}]}"#)
        #expect(many.status == 200)
        #expect(many["answers"]?[0]?["type"]?.string == "/problems/answer-too-large")
        #expect(many["answers"]?[0]?["parameter"]?.string == "/searches/0/limit")
        #expect(many["answers"]?[1]?["hits"]?.elements?.count == 2)
        #expect(try await fixture.get("/v1/lists/cities/items/3").status == 200)
      }
    }

    @Test func aJumplistHasNoMoreBytesThanItMay() async throws {
      let items = (0..<200).map { StoreItem(id: .integer($0), title: "a", section: "section \($0)") }
      try await Fixture.with(items, arrangement: .sections) { settings, _ in
        settings.limits.answer = 2_000
      } _: { fixture in
        let reply = try await fixture.get("/v1/lists/cities/jumplist")
        #expect(reply.status == 400 && reply.problem == "answer-too-large", "\(reply.body)")
      }
    }

    /// A client that takes nothing keeps the server from going on.
    @Test func manyAnswersGoOutOneByOne() async throws {
      try await RunningServer.with(AttackTests.large(20, bytes: 50_000)) { server in
        let search = #"{"q": "item", "limit": 20, "include": "payload"}"#
        let body = #"{"searches": [\#(Array(repeating: search, count: 50).joined(separator: ","))]}"#
        let (signals, signal) = AsyncStream.makeStream(of: Void.self)
        let received = NIOLockedValueBox("")
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
          .channelOption(.autoRead, value: false)
          .channelInitializer { $0.pipeline.addHandler(Receiver(received, signal)) }
          .connect(host: "127.0.0.1", port: try #require(URL(string: server.url)?.port)).get()
        try await channel.writeAndFlush(
          NIOCore.ByteBuffer(
            string: "POST /v1/lists/cities/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
              + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"))
        channel.read()
        // As far as the first answer, and no further.
        for await _ in signals {
          if received.withLockedValue({ $0.contains("hits") }) { break }
          channel.read()
        }
        let counts = server.service.routes.measures.prometheus.text.split(separator: "\n")
          .filter { $0.hasPrefix("riffle_search_seconds_count") }.compactMap {
            Int($0.split(separator: " ").last ?? "")
          }
        #expect((1..<50).contains(counts.reduce(0, +)), "\(counts)")
        try await channel.close()
      }
    }

    // MARK: - Many searches

    private static func search(
      _ count: Int, _ fixture: Fixture, key: String? = nil
    ) async throws -> [JSONValue] {
      let searches = Array(repeating: #"{"q": "gotebrg"}"#, count: count).joined(separator: ", ")
      let reply = try await fixture.send(
        .post, "/v1/lists/cities/search", #"{"searches": [\#(searches)]}"#, key: key)
      #expect(reply.status == 200)
      return try #require(reply["answers"]?.elements)
    }

    @Test func eachOfManySearchesNeedsAllowanceOfItsKey() async throws {
      var (kept, key) = APIKey.make(name: "app", role: .read)
      kept.workPerSecond = 1
      let (known, secret) = (kept, key)
      try await Fixture.with(keys: [known]) { fixture in
        let answers = try await AttackTests.search(4, fixture, key: secret)
        #expect(answers.count == 4 && answers[0]["hits"] != nil)
        for (index, answer) in answers.enumerated().dropFirst() {
          #expect(answer["type"]?.string == "/problems/too-many-requests" && answer["status"]?.integer == 429)
          #expect(answer["parameter"]?.string == "/searches/\(index)/Authorization", "\(answer.json)")
        }
      }
      kept.workPerSecond = 0
      kept.requestsPerSecond = 2
      let few = kept
      try await Fixture.with(keys: [few]) { fixture in
        let answers = try await AttackTests.search(50, fixture, key: secret)
        #expect(answers.count { $0["hits"] != nil } < 50 && answers[0]["hits"] != nil)
      }
    }

    @Test func allSearchesOfARequestTakeNoMoreThanItMay() async throws {
      let work = try await Fixture.with { try $0.store.search("gotebrg", limit: 20).work.steps }
      try await Fixture.with { settings, _ in
        settings.limits.requestWork = work + 1
      } _: { fixture in
        let answers = try await AttackTests.search(3, fixture)
        #expect(answers[0]["hits"] != nil, "\(answers[0].json)")
        for answer in answers.dropFirst() {
          #expect(answer["type"]?.string == "/problems/query-given-up", "\(answer.json)")
        }
        #expect(answers[2]["detail"]?.string?.contains("\(work + 1) steps of a request") == true)
      }
    }

    // MARK: - Filters

    @Test func aFilterOfManyNamesIsRefused() async throws {
      try await Fixture.with { fixture in
        for path in ["search?q=o&", "rows?", "jumplist?"] {
          func filter(_ count: Int) -> String {
            "/v1/lists/cities/\(path)filter=" + Array(repeating: "even", count: count).joined(separator: "+or+")
          }
          #expect(try await fixture.get(filter(64)).status == 200)
          let reply = try await fixture.get(filter(65))
          #expect(reply.status == 400 && reply.parameter == "filter", "\(reply.body)")
          #expect(reply["detail"]?.string == "there are too many conditions: give no more than 64")
        }
      }
    }

    @Test func aFilterIsTakenOffTheAllowance() async throws {
      var (kept, key) = APIKey.make(name: "app", role: .read)
      kept.workPerSecond = 1
      let (known, secret) = (kept, key)
      try await Fixture.with(keys: [known]) { fixture in
        #expect(try await fixture.get("/v1/lists/cities/rows", key: secret).status == 200)
        // Some sixty steps, which take a minute to come back.
        let filter = Array(repeating: "not+even", count: 60).joined(separator: "+or+")
        #expect(try await fixture.get("/v1/lists/cities/rows?filter=\(filter)", key: secret).status == 200)
        let reply = try await fixture.get("/v1/lists/cities/rows", key: secret)
        #expect(reply.status == 429 && reply.parameter == "Authorization", "\(reply.body)")
      }
    }

    @Test func aFilterThatTakesTooMuchIsGivenUp() async throws {
      try await Fixture.with { settings, _ in
        settings.limits.queryWork = 3
      } _: { fixture in
        for path in ["search?q=o&scope=even", "rows?filter=even", "jumplist?filter=even"] {
          let reply = try await fixture.get("/v1/lists/cities/" + path)
          #expect(reply.status == 503 && reply.problem == "query-given-up", "\(reply.body)")
          #expect(reply.parameter == "filter" && reply.headers[.retryAfter] != nil)
        }
      }
      try await Fixture.with { fixture in
        let (pool, list) = (fixture.service.routes.pool, try #require(fixture.service.routes.lists["cities"]))
        let caller = try fixture.service.routes.keys.caller(nil)
        let late = Cancellation()
        late.cancel()
        #expect {
          _ = try pool.view(try list.moment(caller), PartParameters(scope: .isTrue("even")), caller, late)
        } throws: {
          ($0 as? Problem)?.kind == .queryGivenUp && ($0 as? Problem)?.parameter == "filter"
        }
      }
    }

    @Test func whatAKeySeesIsWorkedOutWhereSearchesRun() async throws {
      let (kept, key) = APIKey.make(name: "bound", role: .read, filter: "even")
      try await Fixture.with(keys: [kept]) {
        $0.limits.waiting = 0
      } _: { fixture in
        for path in ["", "/cities", "/cities/search?q=o", "/cities/rows", "/cities/jumplist"] {
          let reply = try await fixture.get("/v1/lists" + path, key: key)
          #expect(reply.status == 503 && reply.problem == "busy", "\(path): \(reply.body)")
        }
      }
    }

    // MARK: - Names

    @Test(arguments: [
      ("localhost", true), ("127.0.0.1", true), ("127.1.2.3", true), ("::1", true), ("127.example.com", false),
      ("127.0.0.1.example.com", false), ("127.0.0.256", false), ("127.0.0", false), ("0.0.0.0", false), ("", false),
    ])
    func onlyNamesOfThisMachineAreLoopback(host: String, isLoopback: Bool) {
      #expect(ServerSettings.isLoopback(host) == isLoopback)
    }

    @Test(arguments: [["*"], ["https://example.org/"], ["example.org"]])
    func originsThatAreNoneOrAllAreRefusedWithoutKeys(origins: [String]) {
      var settings = ServerSettings(lists: [.init(name: "a", path: "a.db")])
      settings.origins = origins
      #expect(throws: SettingsError.self) { try settings.check() }
    }

    @Test func aQueryIsOneLineOfTheLog() {
      #expect(
        loggable("a\n2026 forged\u{1B}[31m\u{2028}\u{202E}é") == "a\\n2026 forged\\u{1B}[31m\\u{2028}\\u{202E}é")
    }

    @Test func aPayloadIsOnOneLine() {
      var json = JSONWriter()
      json.object { $0.payload(.json("{\"a\":\r\n1,\n\r\"b\": \"ü\"}")) }
      #expect(String(decoding: json.bytes, as: UTF8.self) == "{\"payload\":{\"a\":  1,  \"b\": \"ü\"}}")
    }

    // MARK: - Bytes

    /// What a server answers to bytes, until it closes the connection.
    private static func answer(_ text: String, of server: RunningServer) async throws -> String {
      let received = NIOLockedValueBox("")
      let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .channelInitializer { $0.pipeline.addHandler(Receiver(received)) }
        .connect(host: "127.0.0.1", port: try #require(URL(string: server.url)?.port)).get()
      try await channel.writeAndFlush(NIOCore.ByteBuffer(string: text))
      try await channel.closeFuture.get()
      return received.withLockedValue { $0 }
    }

    private final class Receiver: ChannelInboundHandler, Sendable {
      typealias InboundIn = NIOCore.ByteBuffer
      private let received: NIOLockedValueBox<String>
      private let signal: AsyncStream<Void>.Continuation?

      /// - Parameter signal: told whenever something has come.
      init(_ received: NIOLockedValueBox<String>, _ signal: AsyncStream<Void>.Continuation? = nil) {
        (self.received, self.signal) = (received, signal)
      }

      func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = Array(unwrapInboundIn(data).readableBytesView)
        received.withLockedValue { $0 += String(decoding: bytes, as: Unicode.ASCII.self) }
        signal?.yield()
      }
    }

    /// Who says that a large body is to come is answered before any of it has, and so is who has begun to send it; both are cut.
    @Test(arguments: ["Content-Length: 100000000\r\n\r\n", "Content-Length: 100000000\r\n\r\n{\"title\": \"x"])
    func aBodyThatWillBeTooLargeIsRefusedBeforeItIsRead(rest: String) async throws {
      try await RunningServer.with { server in
        let answer = try await AttackTests.answer(
          "PUT /v1/lists/cities/items/1 HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\(rest)",
          of: server)
        #expect(answer.hasPrefix("HTTP/1.1 413") && answer.contains("body-too-large"), "\(answer)")
        #expect(answer.lowercased().contains("connection: close"))
      }
    }

    @Test func whatIsRefusedWithASmallBodyKeepsTheConnection() async throws {
      try await RunningServer.with { server in
        let answer = try await AttackTests.answer(
          "PUT /v1/lists/cities/items/1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n{}\n"
            + "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", of: server)
        #expect(answer.hasPrefix("HTTP/1.1 415") && answer.contains("HTTP/1.1 200"), "\(answer)")
      }
    }

    @Test func anAnswerToHeadHasNoBody() async throws {
      let items = (0..<200).map { StoreItem(id: .integer($0), title: "a title of some length, number \($0)") }
      try await RunningServer.with(items) { server in
        let answer = try await AttackTests.answer(
          "HEAD /v1/lists/cities/rows?limit=200 HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n"
            + "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", of: server)
        let parts = answer.components(separatedBy: "\r\n\r\n")
        #expect(
          parts.count == 3 && parts[0].hasPrefix("HTTP/1.1 200") && parts[1].hasPrefix("HTTP/1.1 200"), "\(answer)")
      }
    }

    @Test(arguments: [("localhost:8080", true), ("127.0.0.1", true), ("[::1]:80", true), ("evil.example", false)])
    func withoutKeysOnlyWhoNamesThisMachineIsAnswered(host: String, isAnswered: Bool) async throws {
      try await RunningServer.with { server in
        let answer = try await AttackTests.answer(
          "GET /v1/lists HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n", of: server)
        #expect(answer.hasPrefix(isAnswered ? "HTTP/1.1 200" : "HTTP/1.1 403"), "\(answer)")
      }
    }

    // MARK: - What is no request

    @Test(arguments: [
      ("GET /health/live HTTP/1.1\r\n\r\n", 400), ("GET /health/live HTTP/1.0\r\n\r\n", 200),
      ("GET /health/live HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 400),
      ("GET /health/live HTTP/1.0\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", 400),
      ("GET http://localhost/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n", 200),
      ("GET HTTP://localhost?x HTTP/1.1\r\nHost: localhost\r\n\r\n", 200),
      ("GET http://evil.example/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n", 403),
      ("GET http://localhost/health/live HTTP/1.1\r\nHost: evil.example\r\n\r\n", 200),
      ("GET ftp://localhost/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
      ("GET http:///health/live HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
      ("GET http://a@localhost/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
      ("GET /health/live HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "x", count: 70_000))\r\n\r\n", 431),
      ("EHLO localhost\r\n\r\n", 400),
    ])
    func aHeadThatCannotStandIsAnsweredWithAProblem(head: String, status: Int) async throws {
      try await RunningServer.with { server in
        let text = head.replacing("\r\n\r\n", with: "\r\nConnection: close\r\n\r\n")
        let answer = try await AttackTests.answer(text, of: server)
        #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(answer)")
        let kinds = [400: "invalid-request", 403: "forbidden", 431: "header-too-large"]
        if let kind = kinds[status] {
          #expect(status == 403 || answer.lowercased().contains("connection: close"))
          #expect(answer.contains("/problems/\(kind)") && answer.contains("application/problem+json"), "\(answer)")
        }
      }
    }

    /// Whoever has sent a good request before it is answered first.
    @Test func aHeadThatCannotStandEndsTheConnectionAfterTheAnswerBefore() async throws {
      try await RunningServer.with { server in
        let answer = try await AttackTests.answer(
          "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\nGET /health/live HTTP/1.1\r\n\r\n", of: server)
        #expect(!answer.contains("HTTP/1.1 200") || answer.hasPrefix("HTTP/1.1 200"), "\(answer)")
      }
    }

    @Test(arguments: ["items", "search"]) func aBodyThatIsEncodedIsRefused(path: String) async throws {
      try await Fixture.with { fixture in
        let type = path == "items" ? "application/x-ndjson" : "application/json"
        for (encoding, status) in [("gzip", 415), ("identity", 200)] {
          let reply = try await fixture.send(
            .post, "/v1/lists/cities/\(path)",
            path == "items" ? #"{"id": 1, "title": "a"}"# : #"{"searches": [{"q": "a"}]}"#,
            headers: [.contentEncoding: encoding], type: type)
          #expect(reply.status == status, "\(reply.body)")
          if status == 415 { #expect(reply.parameter == "Content-Encoding") }
        }
      }
    }
  }
#endif
