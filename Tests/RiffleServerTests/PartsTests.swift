#if Service
  import Foundation
  import HTTPTypes
  import NIOConcurrencyHelpers
  import NIOCore
  import Riffle
  import RiffleInput
  import RiffleStore
  import RiffleTestSupport
  import Testing

  @testable import RiffleServer

  struct FilterNamesTests {
    private static let names = FilterNames(
      StoreSettings(
        scopes: ["a": "1", "b": "1", "c d": "1", "and-so": "1"], fields: [FieldDefinition("size", .integer)]))

    private func parse(_ text: String) throws -> Filter { try Self.names.filter(text) }

    @Test func notBindsTighterThanAndAndAndTighterThanOr() throws {
      #expect(try parse("a") == .isTrue("a"))
      #expect(
        try parse("not a and b or a") == .any(.all(.not(.isTrue("a")), .isTrue("b")), .isTrue("a")))
      #expect(try parse("NOT (a OR \"c d\")") == .not(.any(.isTrue("a"), .isTrue("c d"))))
      let size = try parse("and-so AND size > 3").size
      #expect(size.conditions == 1 && size.names == 1 && size.combinations == 1 && size.values == 2)
    }

    @Test(arguments: ["", "and", "a b", "(a", "a)", "x", "\"a", "a &", "not", "size", "a = true", "size = many"])
    func whatIsNoFilterIsRefused(_ text: String) {
      #expect(throws: FilterError.self) { try parse(text) }
    }

    @Test func deepAndLongFiltersAreRefused() {
      #expect(throws: FilterError.self) { try parse(String(repeating: "(", count: 500) + "a") }
      #expect(throws: FilterError.self) { try parse(String(repeating: "not ", count: 400) + "a") }
      #expect(throws: FilterError.self) { try parse(String(repeating: "a or ", count: 1_000) + "a") }
      #expect(throws: FilterError.tooLarge(what: "combinations of conditions", limit: 256)) {
        try parse(String(repeating: "TRUE and ", count: 300) + "a")
      }
    }

    @Test func workCountsColumnsThatAreRead() throws {
      let (name, field) = (try parse("a"), try parse("size > 3"))
      #expect(name.work(rowCount: 1_000_000) < 1_000_000 && field.work(rowCount: 1_000_000) > 4_000_000)
      #expect(field.work(rowCount: 1_000_000, isKept: true) == name.work(rowCount: 1_000_000))
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
      let token = keep.keep(try list(["a"]).snapshot(), for: "k", now: start)
      #expect(keep.list(token, for: "k", now: start + .seconds(50))?.count == 1)
      #expect(keep.list(token, for: "k", now: start + .seconds(100))?.count == 1)
      #expect(keep.list(token, for: "k", now: start + .seconds(161)) == nil)
      #expect(keep.count == 0)
    }

    /// Keeps a snapshot of another generation each time.
    private func keep(
      _ count: Int, _ keep: SnapshotKeep, _ index: SearchIndex<Item<ItemID>, ItemID>, for key: String?,
      from start: NIODeadline
    ) throws -> [String] {
      try (0..<count).map { number in
        try index.upsert(Item(id: .integer(Int64.random(in: 0...(.max))), title: "b"))
        return keep.keep(index.snapshot(), for: key, now: start + .seconds(Int64(number)))
      }
    }

    @Test(arguments: [nil, "k"]) func noMoreAreKeptThanMayBe(key: String?) throws {
      var limits = Limits()
      (limits.snapshots, limits.keySnapshots) = key == nil ? (3, 1) : (9, 3)
      let keep = SnapshotKeep(limits)
      let start = NIODeadline.now()
      let tokens = try self.keep(5, keep, try list(["a"]), for: key, from: start)
      #expect(keep.count == 3)
      let areKept = tokens.map { keep.list($0, for: key, now: start + .seconds(6)) != nil }
      #expect(areKept == [false, false, true, true, true])
      #expect(keep.list("x-1", for: key, now: start) == nil)
      #expect(keep.list("", for: key, now: start) == nil)
    }

    @Test func aKeyPushesNoneOfAnotherOneOut() throws {
      var limits = Limits()
      (limits.snapshots, limits.keySnapshots) = (6, 4)
      let keep = SnapshotKeep(limits)
      let index = try list(["a"])
      let start = NIODeadline.now()
      let first = try self.keep(2, keep, index, for: "careful", from: start)
      for name in ["greedy", "eager"] { _ = try self.keep(50, keep, index, for: name, from: start + .seconds(10)) }
      #expect(first.allSatisfy { keep.list($0, for: "careful", now: start + .seconds(20)) != nil })
      #expect(keep.count == 6)
      // Who only reads it does not keep it.
      #expect(keep.list(first[0], for: "greedy", now: start + .seconds(75)) != nil)
      #expect(keep.list(first[0], for: "careful", now: start + .seconds(81)) == nil)
    }
  }

  struct SearchPoolTests {
    private static func caller(_ name: String) -> Caller {
      Caller(name: name, role: .read, lists: nil, bounds: nil, allowance: Allowance(requests: 0, work: 0))
    }

    /// However many searches of one key run and wait, and however long they take.
    @Test func theSearchOfAnotherKeyRunsAtOnce() async throws {
      let pool = SearchPool(Limits(), coreCount: 2)
      let (isHeld, released) = (NIOLockedValueBox(0), NIOLockedValueBox(false))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<20 {
          group.addTask {
            try await pool.search(for: SearchPoolTests.caller("greedy")) { _ in
              isHeld.withLockedValue { $0 += 1 }
              while !released.withLockedValue({ $0 }) { usleep(500) }
            }
          }
        }
        while pool.load < 20 || isHeld.withLockedValue({ $0 }) < 2 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(try await pool.search(for: SearchPoolTests.caller("other")) { _ in 7 } == 7)
        #expect(isHeld.withLockedValue { $0 } == 2)
        released.withLockedValue { $0 = true }
        try await group.waitForAll()
      }
      #expect(pool.load == 0 && isHeld.withLockedValue { $0 } == 20)
      await pool.stop()
    }

    /// So that requests go on to be answered, however long searches take.
    @Test func searchesRunOnNoThreadThatRequestsAreAnsweredOn() async throws {
      let pool = SearchPool(Limits(), coreCount: 1)
      let isInTask = try await pool.search(for: SearchPoolTests.caller("a")) { _ in withUnsafeCurrentTask { $0 != nil }
      }
      #expect(!isInTask)
      await pool.stop()
    }

    @Test func whoWouldBeOneTooManyIsRefused() async throws {
      var limits = Limits()
      limits.waiting = 0
      let pool = SearchPool(limits)
      let refused = await #expect(throws: Problem.self) {
        try await pool.search(for: SearchPoolTests.caller("a")) { _ in 0 }
      }
      #expect(refused?.kind == .busy && refused?.retryAfter == 1)
      await pool.stop()
    }
  }

  struct FairQueueTests {
    private typealias Queue = FairQueue<String, Int>

    @Test func keysTakeTurns() {
      var queue = Queue(threadCount: 1, mostOfKey: 1, mostJobs: 100)
      guard case .runs = queue.add(0, of: "a") else {
        Issue.record("the first job waits")
        return
      }
      for job in 1...4 { _ = queue.add(job, of: "a") }
      for job in 11...12 { _ = queue.add(job, of: "b") }
      _ = queue.add(21, of: "c")
      var (order, key) = ([Int](), "a")
      while let next = queue.next(after: key) {
        order.append(next.job)
        key = next.key
      }
      #expect(order == [1, 11, 21, 2, 12, 3, 4])
      #expect(queue.count == 0)
    }

    /// A queue that is full of jobs of one key takes those of others in their place.
    @Test func whoHasMostWaitingGivesWay() {
      var queue = Queue(threadCount: 1, mostOfKey: 1, mostJobs: 6)
      for job in 0..<6 { _ = queue.add(job, of: "a") }
      guard case .refused = queue.add(6, of: "a") else {
        Issue.record("one too many waits")
        return
      }
      guard case .displaces(5) = queue.add(11, of: "b"), case .displaces(4) = queue.add(12, of: "b"),
        case .refused = queue.add(13, of: "b")
      else {
        Issue.record("b is kept out")
        return
      }
      #expect(queue.next(after: "a")?.job == 1)
      #expect(queue.next(after: "a")?.job == 11)
    }

    @Test func aKeyHasNoMoreThreadsThanItMayAndNoneIsIdleWithoutNeed() {
      for seed in 1...UInt64(50) {
        var random = SeededGenerator(seed: seed)
        var queue = Queue(threadCount: 4, mostOfKey: 2, mostJobs: 12)
        var running: [String] = []
        for job in 0..<400 {
          if Bool.random(using: &random), !running.isEmpty {
            let key = running.remove(at: Int.random(in: 0..<running.count, using: &random))
            if let next = queue.next(after: key) { running.append(next.key) }
          } else {
            let key = ["a", "b", "c"][Int.random(in: 0..<3, using: &random)]
            if case .runs = queue.add(job, of: key) { running.append(key) }
          }
          let counts = Dictionary(grouping: running) { $0 }.mapValues(\.count)
          #expect(counts.values.allSatisfy { $0 <= 2 } && running.count <= 4 && queue.count <= 12, "seed \(seed)")
          #expect(queue.runningCount == running.count, "seed \(seed)")
          // Jobs wait only where all threads are taken, or those that their key may have.
          if queue.waitingCount > 0 { #expect(running.count == 4 || counts.values.contains(2), "seed \(seed)") }
        }
      }
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

    /// A file that is not embedded, or not loaded ahead, would be missed only in a browser. Words of other languages than English
    /// are loaded where they are needed, and `riffle.js` is for other pages.
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
          let isForAll = (!name.hasPrefix("messages.") || name == "messages.js") && name != "riffle.js"
          if isForAll && (name.hasSuffix(".js") || name.hasSuffix(".css")) {
            #expect(page.contains("\"\(name)\""), "\(name)")
          }
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
