#if Service
  import AsyncHTTPClient
  import Foundation
  import HTTPTypes
  import Logging
  import NIOConcurrencyHelpers
  import NIOCore
  import NIOPosix
  import Riffle
  import RiffleInput
  import RiffleStore
  import RiffleTestSupport
  import ServiceLifecycle
  import Testing

  @testable import RiffleClient
  @testable import RiffleServer

  /// A server on a port of this machine.
  struct RunningServer: Sendable {
    let url: String
    let service: RiffleService
    let store: ListStore
    let group: ServiceGroup
    let client: RiffleClient

    /// - Parameter keys: those that the server knows; none are needed if there are none.
    static func with<Result: Sendable>(
      _ items: [StoreItem] = Fixture.items(), fields: [FieldDefinition] = [], keys: [APIKey] = [],
      change: (inout ServerSettings) -> Void = { _ in },
      logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      _ body: @escaping @Sendable (RunningServer) async throws -> Result
    ) async throws -> Result {
      let folder = FileManager.default.temporaryDirectory.appending(path: "riffle-running-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = folder.appending(path: "cities.db").path
      let made = try ListStore(
        path, settings: StoreSettings(arrangement: .alphabet(locales: ["en"]), scopes: Fixture.scopes, fields: fields))
      try made.write { $0.upsert(contentsOf: items) }
      try made.close()
      if !keys.isEmpty { try Fixture.write(keys, folder) }
      let changed = { (settings: inout ServerSettings) in
        if !keys.isEmpty { settings.keys = folder.appending(path: "keys.json").path }
        change(&settings)
      }
      return try await with(lists: [.init(name: "cities", path: path)], change: changed, logger: logger) {
        try await body($0)
      }
    }

    /// - Parameter lists: one of them is “cities”.
    static func with<Result: Sendable>(
      lists: [ServerSettings.List], change: (inout ServerSettings) -> Void = { _ in },
      logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      _ body: @escaping @Sendable (RunningServer) async throws -> Result
    ) async throws -> Result {
      await serverTurns.take()
      defer { serverTurns.giveBack() }
      var settings = Fixture.settings(lists)
      change(&settings)
      let (ports, port) = AsyncStream.makeStream(of: Int.self)
      let service = try RiffleService(settings, logger: logger) { _, number in port.yield(number) }
      guard let store = service.routes.lists["cities"]?.store else { throw SettingsError("the list is not there") }
      let group = ServiceGroup(configuration: .init(services: [service], logger: logger))
      return try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await group.run() }
        var iterator = ports.makeAsyncIterator()
        guard let number = await iterator.next() else { throw SettingsError("the server does not run") }
        let url = "http://127.0.0.1:\(number)"
        let server = RunningServer(
          url: url, service: service, store: store, group: group, client: RiffleClient(url))
        let outcome: Swift.Result<Result, any Error>
        do { outcome = .success(try await body(server)) } catch { outcome = .failure(error) }
        await group.triggerGracefulShutdown()
        try await tasks.waitForAll()
        return try outcome.get()
      }
    }
  }

  @Suite(.timeLimit(.minutes(15)))
  struct LiveTests {
    @Test func pagesComeAsSomebodyTypes() async throws {
      try await RunningServer.with { server in
        try await server.client.withLiveSearch(in: "cities") { field in
          var events = field.events.makeAsyncIterator()
          for (revision, text) in ["g", "go", "gotebrg"].enumerated() {
            try await field.type(text, revision: revision + 1)
            var page: SearchAnswer?
            while page?.revision != revision + 1, let event = try await events.next() {
              if case .page(let found) = event { page = found }
            }
            let expected = try server.store.search(text, limit: 20)
            #expect(page?.hits.map(\.title) == expected.map(\.element.title))
            #expect(page?.q == text)
            #expect(page?.count == 12)
          }
        }
      }
    }

    @Test func aFailureOfTheStoreIsSentAndInTheLog() async throws {
      let (logger, lines) = KeptLogs.make()
      try await RunningServer.with(logger: logger) { server in
        try await server.client.withLiveSearch(in: "cities") { field in
          var events = field.events.makeAsyncIterator()
          try server.store.close()
          let wish = Data(#"{"revision": 1, "q": "o", "include": "payload"}"#.utf8)
          _ = try await server.client.send("POST", field.path, wish)
          while let event = try await events.next() {
            guard case .problem(let problem, let revision) = event else { continue }
            #expect(problem.kind == "store-failed" && revision == 1)
            #expect(!problem.detail.contains(server.store.path))
            break
          }
          let failures = lines().filter { $0.hasPrefix("error a request failed") }
          #expect(failures.count == 1, "\(lines())")
          #expect(failures.first?.contains("path=/v1/lists/cities/live") == true)
        }
      }
    }

    @Test func whatIsOvertakenIsNeverShownAfterwards() async throws {
      try await RunningServer.with(Fixture.items((0..<2_000).map { "item \($0) of a list" })) { server in
        try await server.client.withLiveSearch(in: "cities") { field in
          let last = 60
          try await withThrowingTaskGroup(of: Void.self) { group in
            for revision in 1...last {
              group.addTask { try await field.type("item \(revision % 10) lst", revision: revision) }
            }
            try await group.waitForAll()
          }
          var shown: [Int] = []
          for try await event in field.events {
            if case .page(let page) = event, let revision = page.revision { shown.append(revision) }
            if shown.last == last { break }
          }
          #expect(shown == shown.sorted())
          #expect(shown.last == last)
          #expect(Set(shown).count == shown.count)
        }
      }
    }

    @Test func aChangeOfTheListIsShown() async throws {
      try await RunningServer.with { server in
        try await server.client.withLiveSearch(in: "cities") { field in
          try await field.type("lund", revision: 1)
          var events = field.events.makeAsyncIterator()
          var pages: [SearchAnswer] = []
          var counts: [Int] = []
          var hasWritten = false
          while pages.last?.hits.isEmpty != false, let event = try await events.next() {
            switch event {
            case .page(let page): pages.append(page)
            case .changed(_, let count): counts.append(count)
            case .jumplist(let jumplist): Issue.record("nobody has asked for \(jumplist)")
            case .problem(let problem, _): Issue.record("\(problem)")
            }
            if !pages.isEmpty, !hasWritten {
              hasWritten = true
              try await server.client.put(RemoteItem(id: .integer(70), title: "Lund"), in: "cities")
            }
          }
          #expect(pages.last?.hits.map(\.title) == ["Lund"])
          #expect(pages.last?.revision == 1)
          #expect(counts.last == 13)
        }
      }
    }

    @Test func aPageForAChangeComesWhenTheKeyMayWorkAgain() async throws {
      let (kept, key) = APIKey.make(name: "app", role: .write)
      try await RunningServer.with(keys: [kept]) { server in
        let client = RiffleClient(server.url, key: key)
        let allowance = try server.service.routes.keys.caller("Bearer \(key)").allowance
        let rate = server.service.settings.limits.workPerSecond
        try await client.withLiveSearch(in: "cities") { field in
          try await field.type("lund", revision: 1)
          var events = field.events.makeAsyncIterator()
          var start: ContinuousClock.Instant?
          while let event = try await events.next() {
            guard case .page(let page) = event else { continue }
            if start == nil {
              #expect(page.hits.isEmpty)
              // Three seconds' worth of work, of which it has one.
              start = .now
              allowance.spend(work: 3 * rate)
              try server.store.write { $0.upsert(StoreItem(id: 70, title: "Lund")) }
              continue
            }
            #expect(page.hits.map(\.title) == ["Lund"] && page.revision == 1)
            break
          }
          #expect(try ContinuousClock.now - #require(start) > .milliseconds(1_900))
        }
      }
    }

    @Test func aWishThatWasGivenUpIsTriedAgainWhenTheListChanges() async throws {
      try await Fixture.with { fixture in
        let list = try #require(fixture.service.routes.lists["cities"])
        let session = LiveSession(list, authorization: nil)
        let parameters = try SearchParameters(
          try Parameters(query: "q=a", known: SearchParameters.names), list, Limits())
        let wish = LiveSession.Wish(revision: 1, parameters: parameters, wantsJumplist: false)
        session.live.type(wish)
        let first = try #require(session.begin(wish))
        // As what has taken too long is ended.
        first.cancel()
        let second = try #require(session.begin(wish))
        #expect(!second.isCancelled)
        session.live.type(LiveSession.Wish(revision: 2, parameters: parameters, wantsJumplist: false))
        #expect(second.isCancelled && session.begin(wish) == nil)
      }
    }

    @Test func aLiveSearchEndsWhenItsKeySeesSomethingElse() async throws {
      var (kept, key) = APIKey.make(name: "app", role: .read, filter: "even")
      let (known, secret) = (kept, key)
      kept.filter = "north"
      let changed = kept
      try await RunningServer.with(keys: [known]) { server in
        let client = RiffleClient(server.url, key: secret)
        func titles() async throws -> [String] {
          try await client.withLiveSearch(in: "cities") { field in
            try await field.type("", revision: 1)
            var titles: [String] = []
            for try await event in field.events {
              guard case .page(let page) = event else { continue }
              titles = page.hits.map(\.title)
              if page.count == 4 { break }
              let folder = URL(filePath: server.service.settings.keys ?? "").deletingLastPathComponent()
              try Fixture.write([changed], folder)
            }
            return titles
          }
        }
        // The first one is over when the keys have been read again; nothing else has been shown in it.
        let (first, second) = (try await titles(), try await titles())
        #expect(first.count == 6 && second.count == 4)
      }
    }

    @Test func windowsOfTheListComeWithNothingTyped() async throws {
      try await RunningServer.with(Fixture.items((0..<500).map { "title \($0)" })) { server in
        try await server.client.withLiveSearch(in: "cities") { field in
          try await field.type("", revision: 1, offset: 480, limit: 40)
          for try await event in field.events {
            guard case .page(let page) = event else { continue }
            let list = server.store.snapshot()
            #expect(page.hits.map(\.position) == Array(480..<500))
            #expect(page.hits.map(\.title) == (480..<500).map { list.element(at: $0)?.title })
            break
          }
        }
      }
    }

    @Test func theJumplistFollowsThePageAndComesOnceForAView() async throws {
      try await RunningServer.with { server in
        let stream = try await HTTPClient.shared.execute(
          server.client.request("GET", "/v1/lists/cities/live", nil), timeout: .seconds(30))
        var reader = EventReader()
        var events: [String] = []
        var session: String?
        var counts: [Int64] = []
        func type(_ revision: Int, _ text: String, offset: Int = 0) async throws {
          let wish = #"{"revision": \#(revision), "q": "\#(text)", "offset": \#(offset), "jumplist": true}"#
          _ = try await server.client.send("POST", "/v1/lists/cities/live/" + (session ?? ""), Data(wish.utf8))
        }
        reading: for try await buffer in stream.body {
          for event in reader.read(buffer.readableBytesView) {
            events.append(event.name)
            let json = try JSONValue(Array(event.data))
            switch event.name {
            case "session":
              session = json["session"]?.string
              try await type(1, "o")
            case "jumplist":
              counts.append(try #require(json["count"]?.integer))
              #expect(json["revision"]?.integer == (counts.count == 1 ? 1 : 3))
              #expect(json["entries"]?.elements?.compactMap { $0["count"]?.integer }.reduce(0, +) == counts.last)
              if counts.count == 2 { break reading }
              try await type(2, "o", offset: 1)
            case "page" where json["revision"]?.integer == 2: try await type(3, "oslo")
            default: break
            }
          }
        }
        #expect(events == ["session", "page", "jumplist", "page", "page", "jumplist"])
        #expect(counts == [Int64(try server.store.search("o", limit: 100).total), 1])
      }
    }

    @Test func theClientIsToldWhatToJumpBy() async throws {
      try await RunningServer.with { server in
        try await server.client.withLiveSearch(in: "cities") { field in
          try await field.type("o", revision: 1, inListOrder: true, jumplist: true)
          for try await event in field.events {
            guard case .jumplist(let jumplist) = event else { continue }
            let expected = server.store.search(SearchRequest(try Query("o"), order: .list)).jumplist()
            #expect(jumplist.revision == 1 && jumplist.hasBuckets)
            #expect(jumplist.entries.map(\.label) == expected?.entries.map(\.label))
            #expect(jumplist.entries.map(\.count) == expected?.entries.map(\.count))
            #expect(jumplist.entries.reduce(0) { $0 + $1.count } == jumplist.count)
            let asked = try await server.client.jumplist(of: "cities", "o")
            #expect(asked.entries.map(\.target) == jumplist.entries.map(\.target))
            #expect(asked.entries.map(\.start) == expected?.entries.map(\.start))
            break
          }
        }
        #expect(try await server.client.jumplist(of: "cities").count == 12)
      }
    }

    @Test func aSessionEndsWithItsConnection() async throws {
      try await RunningServer.with { server in
        try await server.client.withLiveSearch(in: "cities") { field in
          try await field.type("o", revision: 1)
          #expect(server.service.routes.live.count == 1)
        }
        while server.service.routes.live.count > 0 { try await Task.sleep(for: .milliseconds(5)) }
      }
    }

    @Test func whatCannotBeAskedIsRefusedAtOnce() async throws {
      try await RunningServer.with { server in
        try await server.client.withLiveSearch(in: "cities") { field in
          await #expect(throws: ServerProblem.self) {
            try await field.type(String(repeating: "a", count: 300), revision: 1)
          }
          await #expect(throws: ServerProblem.self) { try await field.type("a", revision: 1, limit: 5_000) }
        }
      }
    }

    @Test func aStopLetsAnswersFinishAndKeepsWhatWasWritten() async throws {
      let path = NIOLockedValueBox("")
      try await RunningServer.with { server in
        path.withLockedValue { $0 = server.store.path }
        // An open stream does not hold it up.
        try await server.client.withLiveSearch(in: "cities") { field in
          try await server.client.put(RemoteItem(id: .integer(71), title: "Lund"), in: "cities")
          await server.group.triggerGracefulShutdown()
          var count = 0
          for try await _ in field.events { count += 1 }
          #expect(count < 10)
        }
      }
      #expect(!path.withLockedValue { $0 }.isEmpty)
    }

    @Test func whoWaitsForAChangeIsAnsweredWhenTheServerStops() async throws {
      try await RunningServer.with { server in
        let since = try server.store.lastSequence()
        let request = server.client.request("GET", "/v1/lists/cities/changes?since=\(since)&wait=30", nil)
        let reply = Task { try await HTTPClient.shared.execute(request, timeout: .seconds(40)) }
        while server.service.routes.live.waitingCount == 0 { try await Task.sleep(for: .milliseconds(5)) }
        let start = ContinuousClock.now
        await server.group.triggerGracefulShutdown()
        let response = try await reply.value
        let body = try JSONValue(Array(try await response.body.collect(upTo: 1 << 20).readableBytesView))
        #expect(body["changes"]?.elements?.isEmpty == true)
        // It would have waited for thirty.
        #expect(ContinuousClock.now - start < .seconds(20))
      }
    }

    @Test func whoSendsABodyForEverIsCutWhenTheServerStops() async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "riffle-stop-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = folder.appending(path: "cities.db").path
      try ListStore(path, settings: StoreSettings()).close()
      let start = NIOLockedValueBox(ContinuousClock.now)
      let drops = NIOLockedValueBox<Task<Void, any Error>?>(nil)
      try await RunningServer.with(lists: [.init(name: "cities", path: path)]) { settings in
        settings.limits.stopSeconds = 1
      } _: { server in
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
          .connect(host: "127.0.0.1", port: try #require(URL(string: server.url)?.port)).get()
        func send(_ line: String) async throws {
          try await channel.writeAndFlush(
            ByteBuffer(string: "\(String(line.utf8.count, radix: 16))\r\n\(line)\r\n"))
        }
        try await channel.writeAndFlush(
          ByteBuffer(
            string: "POST /v1/lists/cities/items HTTP/1.1\r\nHost: localhost\r\n"
              + "Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"))
        // The same item again has the first one written.
        for _ in 0..<3 { try await send("{\"id\": 1, \"title\": \"a\"}\n") }
        while try server.store.item(1) == nil { try await Task.sleep(for: .milliseconds(5)) }
        drops.withLockedValue {
          $0 = Task {
            while channel.isActive {
              try await send(" \n")
              try await Task.sleep(for: .milliseconds(50))
            }
          }
        }
        start.withLockedValue { $0 = .now }
        await server.group.triggerGracefulShutdown()
      }
      let took = ContinuousClock.now - start.withLockedValue { $0 }
      #expect(took >= .milliseconds(900) && took < .seconds(20), "\(took)")
      _ = await drops.withLockedValue { $0 }?.result
      let store = try ListStore(path)
      #expect(try store.item(1)?.title == "a")
      try store.close()
    }

    @Test(arguments: [
      "\0\u{1}\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    ])
    func whatIsNoRequestEndsItsConnectionAndNothingElse(_ text: String) async throws {
      try await RunningServer.with { server in
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
          .connect(host: "127.0.0.1", port: try #require(URL(string: server.url)?.port)).get()
        try await channel.writeAndFlush(ByteBuffer(string: text))
        try await channel.closeFuture.get()
        #expect(try await server.client.search("oslo", in: "cities").hits.count == 1)
      }
    }

    @Test func theClientReadsWritesAndTakesAway() async throws {
      try await RunningServer.with { server in
        let client = server.client
        #expect(try await client.search("gotebrg", in: "cities", limit: 1).hits.first?.id == .integer(1))
        let item = RemoteItem(id: .text("7"), title: "Lund", searchText: "Londinium", weight: 3)
        try await client.put(item, in: "cities")
        #expect(try await client.item(.text("7"), in: "cities") == item)
        #expect(try await client.rows(of: "cities").count == 13)
        try await client.delete(.text("7"), in: "cities")
        await #expect(throws: ServerProblem.self) { try await client.item(.text("7"), in: "cities") }
      }
    }
  }
#endif
