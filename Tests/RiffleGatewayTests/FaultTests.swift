#if Service && Cluster
  import Foundation
  import HTTPTypes
  import NIOConcurrencyHelpers
  import NIOHTTP1
  import RiffleInput
  import RiffleTestSupport
  import Testing

  @testable import RiffleGateway
  @testable import RiffleServer

  /// Tests with nodes that fail, are slow, or are behind.
  @Suite(.serialized, .timeLimit(.minutes(10)))
  struct FaultTests {
    private static let path = "/v1/lists/cities/search?q=x"

    /// Runs `body` with two nodes and a gateway before them.
    private func withNodes(
      _ first: FakeNode.Behaviour, _ second: FakeNode.Behaviour, change: (inout GatewaySettings) -> Void = { _ in },
      _ body: (FakeNode, FakeNode, RunningService) async throws -> Void
    ) async throws {
      let (a, b) = (try await FakeNode(first), try await FakeNode(second))
      let gateway = try await gateway([a.url, b.url], change: change)
      try await body(a, b, gateway)
      await gateway.stop()
      await a.stop()
      await b.stop()
    }

    @Test func `an answer that breaks off is asked of another node`() async throws {
      try await withNodes(.cut, .answer("{}")) { cut, _, gateway in
        for _ in 0..<20 {
          let reply = try await gateway.get(Self.path)
          #expect(reply.status == 200 && reply.body == "{}")
        }
        #expect(!cut.heads.isEmpty)
        // A search with a body is not a write.
        let reply = try await gateway.send(.POST, "/v1/lists/cities/search", #"{"searches": []}"#)
        #expect(reply.status == 200)
      }
    }

    @Test func `a node that is behind leaves the request to another one`() async throws {
      try await withNodes(.problem(503, "not-caught-up"), .answer("{}")) { _, _, gateway in
        for _ in 0..<20 {
          let reply = try await gateway.get(Self.path)
          #expect(reply.status == 200)
        }
      }
    }

    @Test func `what all nodes say is said`() async throws {
      try await withNodes(.problem(503, "not-caught-up"), .problem(410, "position-gone")) { _, _, gateway in
        // "Not yet" is the better refusal: a later request may succeed.
        for _ in 0..<5 {
          let reply = try await gateway.get(Self.path)
          #expect(reply.problem == "not-caught-up")
        }
      }
      try await withNodes(.problem(404, "unknown-item"), .answer("{}")) {
        $0.hedgePercent = 0
      } _: { a, b, gateway in
        // An unknown item is a final answer.
        var statuses: Set<Int> = []
        for _ in 0..<40 { statuses.insert(try await gateway.get(Self.path).status) }
        #expect(statuses == [200, 404] && a.heads.count + b.heads.count >= 40)
        #expect(try await gateway.furtherRequestCount("refused") == 0)
      }
    }

    @Test func `a token waits at two nodes at once`() async throws {
      // The first node answers later than any client waits.
      try await withNodes(.after(.seconds(600), "1"), .answer("2")) { _, _, gateway in
        for _ in 0..<4 {
          let reply = try await gateway.get(Self.path, headers: ["Riffle-After": "1-1-1"])
          #expect(reply.status == 200 && reply.body == "2")
        }
      }
    }

    @Test func `requests to a second node are bounded`() async throws {
      try await withNodes(.after(.milliseconds(120), "{}"), .after(.milliseconds(120), "{}")) { a, b, gateway in
        // At first all answers are late, until the percentile has adapted.
        for _ in 0..<60 {
          let reply = try await gateway.get(Self.path)
          #expect(reply.status == 200)
        }
        #expect(a.heads.count + b.heads.count >= 60)
        #expect(try await gateway.furtherRequestCount("late") <= 10 + 60 * 5 / 100)
      }
      try await withNodes(.after(.milliseconds(120), "{}"), .after(.milliseconds(120), "{}")) {
        $0.hedgePercent = 0
      } _: { a, b, gateway in
        for _ in 0..<20 {
          let reply = try await gateway.get(Self.path)
          #expect(reply.status == 200)
        }
        #expect(a.heads.count + b.heads.count >= 20)
        #expect(try await gateway.furtherRequestCount("late") == 0)
      }
    }

    @Test func `a node that is not ready is left out and taken back`() async throws {
      try await withNodes(.answer("\"a\""), .answer("\"b\"")) { a, _, gateway in
        func answers() async throws -> Set<String> {
          var all: Set<String> = []
          for _ in 0..<30 { all.insert(try await gateway.get(Self.path).body) }
          return all
        }
        #expect(try await answers() == ["\"a\"", "\"b\""])
        a.set(isReady: false)
        try await until { try await gateway.get("/health/ready")["status"]?.string == "partial" }
        // On a busy machine the other node may seem late, too, and then both are asked.
        try await until { try await answers() == ["\"b\""] }
        a.set(isReady: true)
        try await until { try await gateway.get("/health/ready")["status"]?.string == "ok" }
        try await until { try await answers() == ["\"a\"", "\"b\""] }
      }
    }

    @Test func `nodes that are all left out are asked all the same`() async throws {
      try await withNodes(.answer("1"), .answer("1")) { a, b, gateway in
        a.set(isReady: false)
        b.set(isReady: false)
        try await until { try await gateway.get("/health/ready").status == 503 }
        #expect(try await gateway.get(Self.path).status == 200)
        await a.stop()
        await b.stop()
        let reply = try await gateway.get(Self.path)
        #expect(reply.status == 503 && reply.problem == "no-node" && reply.headers["Retry-After"] == ["1"])
      }
    }

    @Test func `a live search that ends with its node is opened at another one`() async throws {
      let event = "event: session\ndata: {\"session\": \"x\"}\n\n"
      try await withNodes(.events(event), .events(event)) { a, b, gateway in
        let stream = try await LiveStreamReader(gateway.url + "/v1/lists/cities/live")
        #expect(try await stream.next() == event)
        let (first, second) = a.heads.isEmpty ? (b, a) : (a, b)
        await first.stop()
        // The stream ends without an error.
        #expect(try await stream.next() == nil)
        let next = try await LiveStreamReader(gateway.url + "/v1/lists/cities/live")
        #expect(try await next.next() == event)
        #expect(!second.heads.isEmpty)
        // After the first node has been left out, only the second stream is open.
        try await until { try await gateway.get("/health/ready")["status"]?.string == "partial" }
        try await until { try await gateway.get("/metrics").body.contains("riffle_gateway_live_sessions 1") }
      }
    }

    @Test func `a session is found on its node`() async throws {
      try await withNodes(.problem(404, "unknown-session"), .answer("{}")) {
        $0.hedgePercent = 0
      } _: { a, b, gateway in
        for _ in 0..<10 {
          let reply = try await gateway.send(.POST, "/v1/lists/cities/live/abc", "{}")
          #expect(reply.status == 200)
        }
        // Only the first request may have gone to the other node.
        #expect(a.heads.count <= 1 && b.heads.count == 10)
        a.set(.problem(410, "snapshot-gone"))
        for _ in 0..<10 {
          let reply = try await gateway.get(Self.path + "&snapshot=t")
          #expect(reply.status == 200)
        }
        #expect(a.heads.count <= 2)
      }
      try await withNodes(.problem(404, "unknown-session"), .problem(404, "unknown-session")) { a, b, gateway in
        let reply = try await gateway.send(.POST, "/v1/lists/cities/live/abc", "{}")
        #expect(reply.status == 404 && reply.problem == "unknown-session")
        #expect(a.heads.count == 1 && b.heads.count == 1)
      }
    }

    @Test func `fields of a connection are not passed on`() async throws {
      try await withNodes(.answer("{}"), .answer("{}")) { a, b, gateway in
        let reply = try await gateway.get(
          Self.path,
          headers: [
            "Connection": "X-Secret, keep-alive", "X-Secret": "1", "TE": "trailers", "X-Forwarded-For": "1.2.3.4",
            "Authorization": "Bearer k", "Accept-Encoding": "gzip",
          ])
        #expect(!reply.headers.contains(name: "X-Hop") && !reply.headers["Connection"].contains("Keep-Alive, X-Hop"))
        let head = try #require((a.heads + b.heads).first)
        func field(_ name: String) -> String? { head.headerFields.first { $0.name.canonicalName == name }?.value }
        #expect(field("x-secret") == nil && field("te") == nil && field("accept-encoding") == nil)
        #expect(field("x-forwarded-for") == "127.0.0.1" && field("authorization") == "Bearer k")
      }
      try await withNodes(.answer("{}"), .answer("{}")) {
        $0.forwardedFor = .append
      } _: { a, b, gateway in
        _ = try await gateway.get(Self.path, headers: ["X-Forwarded-For": "1.2.3.4"])
        let head = try #require((a.heads + b.heads).first)
        #expect(head.headerFields.contains { $0.value == "1.2.3.4, 127.0.0.1" })
      }
    }

    @Test func `bodies have a limit`() async throws {
      try await withNodes(.answer("{}"), .answer("{}")) {
        $0.limits.body = 2_000
      } _: { a, b, gateway in
        let reply = try await gateway.send(
          .POST, "/v1/lists/cities/search", String(repeating: "x", count: 2_001))
        #expect(reply.status == 413 && reply.problem == "body-too-large")
        #expect(a.heads.isEmpty && b.heads.isEmpty)
      }
    }

    @Test func `answers that are too large to be kept are passed on as they come`() async throws {
      // Random text, which hardly compresses.
      let text = "\"\((0..<10_000).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined())\""
      for buffer in [0, 50_000] {
        try await withNodes(.answer(text), .answer(text)) {
          $0.bufferBytes = buffer
        } _: { _, _, gateway in
          for _ in 0..<5 {
            let reply = try await gateway.get(Self.path)
            #expect(reply.body == text)
          }
        }
      }
    }

    @Test func `copies of no database are not written`() async throws {
      try await withNodes(.problem(415, "unsupported-media-type"), .problem(415, "unsupported-media-type")) {
        a, b, gateway in
        for method in [HTTPMethod.PUT, .DELETE] {
          let reply = try await gateway.send(method, "/v1/lists/cities/items/1", #"{"title": "x"}"#)
          #expect(reply.status == 409 && reply.problem == "conflict")
        }
        #expect(
          (a.heads + b.heads).allSatisfy { $0.method == .put } && (a.sentBodies + b.sentBodies).allSatisfy(\.isEmpty))
      }
    }

    @Test(arguments: [SIGKILL, SIGSTOP])
    func `a node that dies under load costs no request`(_ signal: Int32) async throws {
      let folder = try ProgramFolder()
      var nodes: [(program: RunningProgram, url: String)] = []
      for name in ["a", "b"] {
        try Cities.make(folder.path("\(name).db"))
        let program = try folder.start("riffle-serve", ["cities=\(name).db", "--port", "0"])
        #expect(try program.waits { $0.contains("http://127.0.0.1:") })
        nodes.append((program, try program.outputText().trimmingCharacters(in: .whitespacesAndNewlines)))
      }
      let gateway = try await gateway(nodes.map(\.url))
      let outcome = NIOLockedValueBox<[(status: Int, seconds: Double)]>([])
      let isOver = NIOLockedValueBox(false)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            while !isOver.withLockedValue({ $0 }) {
              let start = ContinuousClock.now
              let reply = try await gateway.get("/v1/lists/cities/search?q=gotebrg")
              outcome.withLockedValue { $0.append((reply.status, (ContinuousClock.now - start) / .seconds(1))) }
            }
          }
        }
        defer { isOver.withLockedValue { $0 = true } }
        try await until { outcome.withLockedValue(\.count) >= 40 }
        nodes[0].program.kill(signal)
        let before = outcome.withLockedValue(\.count)
        try await until { outcome.withLockedValue(\.count) >= before + 40 }
        isOver.withLockedValue { $0 = true }
        try await group.waitForAll()
      }
      let all = outcome.withLockedValue { $0 }
      #expect(all.allSatisfy { $0.status == 200 }, "\(all.filter { $0.status != 200 }.prefix(3))")
      for node in nodes { node.program.kill(SIGKILL) }
      await gateway.stop()
    }
  }

  extension RunningService {
    /// How many further requests the gateway has sent to nodes for a reason.
    fileprivate func furtherRequestCount(_ cause: String) async throws -> Int {
      try await get("/metrics").body.split(separator: "\n")
        .filter { $0.hasPrefix("riffle_gateway_further_requests_total{") && $0.contains("cause=\"\(cause)\"") }
        .reduce(0) { sum, line in sum + Int(Double(line.split(separator: " ").last ?? "") ?? 0) }
    }
  }

  /// Waits until a condition holds, at most a minute.
  func until(_ isSo: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while try await !isSo() {
      if ContinuousClock.now > end { throw SettingsError("it is not so within a minute") }
      try await Task.sleep(for: .milliseconds(20))
    }
  }
#endif
