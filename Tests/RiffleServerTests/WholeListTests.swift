#if Service
  import Foundation
  import HTTPTypes
  import NIOCore
  import NIOPosix
  import Riffle
  import RiffleClient
  import RiffleInput
  import RiffleStore
  import RiffleTestSupport
  import ServiceLifecycle
  import Testing

  @testable import RiffleServer

  @Suite(.timeLimit(.minutes(15)))
  struct WholeListTests {
    private static let path = "/v1/lists/cities/items"

    private func put(_ lines: String, to fixture: Fixture, key: String? = nil) async throws -> Fixture.Reply {
      try await fixture.send(.put, Self.path, lines, key: key, type: "application/x-ndjson")
    }

    private func elements(_ store: ListStore) -> [Item<ItemID>] { store.snapshot().elements(offset: 0, limit: .max) }

    private func items(_ store: ListStore) throws -> [StoreItem] {
      try store.items(elements(store).map(\.id)).compactMap { $0 }.sorted { $0.id.description < $1.id.description }
    }

    @Test func whatIsNotNamedGoesAndWhatIsTheSameIsNotWritten() async throws {
      let before = [
        StoreItem(id: 1, title: "Malmö", weight: 3, payload: .json(#"{"a":1}"#)), StoreItem(id: 2, title: "Oslo"),
        StoreItem(id: "x", title: "Bergen", position: 2, payload: .bytes([0, 1])), StoreItem(id: 4, title: "Rom"),
      ]
      try await Fixture.with(before, arrangement: .arrival) { fixture in
        let since = try fixture.store.lastSequence()
        let reply = try await put(
          """
          {"id": 1, "title": "Malmö", "weight": 3, "payload": {"a":1}}
          {"id": "x", "title": "Bergen", "position": 2, "payloadBase64": "AAE="}

          {"id": 7, "title": "passed over"}
          {"id": 2, "title": "Christiania"}
          {"id": 7, "title": "Reykjavík"}
          """, to: fixture)
        #expect(reply.status == 200, "\(reply.body)")
        #expect(reply["sequence"]?.integer == (try fixture.store.lastSequence()))
        #expect(elements(fixture.store).map(\.title) == ["Malmö", "Christiania", "Bergen", "Reykjavík"])
        #expect(try fixture.store.item("x")?.payload == before[2].payload)
        let changes = try await fixture.get("/v1/lists/cities/changes?since=\(since)")
        let ids = Set(changes["changes"]?.elements?.compactMap { $0["id"]?.id } ?? [])
        #expect(ids == [2, 4, 7])
        #expect(try await fixture.get("/v1/lists/cities/search?q=oslo")["hits"]?.elements?.isEmpty == true)
        #expect(try await put("{\"id\": 2, \"title\": \"Christiania\"}", to: fixture).status == 200)
        #expect(elements(fixture.store).map(\.id) == [2])
      }
    }

    @Test(arguments: [
      (#"{"id": 1}"#, "invalid-parameter", "line 2: "), ("{", "invalid-body", "line 2: "),
      (#"{"id": 1, "op": "delete"}"#, "invalid-parameter", "leave “op” out"),
      (#"{"id": 1, "title": "\#(String(repeating: "a", count: 2_000))"}"#, "body-too-large", "line 2: "),
    ])
    func aLineThatIsNoItemChangesNothing(line: String, kind: String, detail: String) async throws {
      try await Fixture.with { settings, _ in
        settings.limits.body = 1_024
      } _: { fixture in
        let (before, sequence) = (try items(fixture.store), try fixture.store.lastSequence())
        let lines = [#"{"id": 1, "title": "new"}"#, line, #"{"id": 3, "title": "c"}"#]
        let reply = try await put(lines.joined(separator: "\n"), to: fixture)
        #expect(reply.problem == kind)
        #expect(reply["detail"]?.string?.contains(detail) == true, "\(reply.body)")
        #expect(try items(fixture.store) == before && fixture.store.lastSequence() == sequence)
      }
    }

    @Test func aListIsClearedByThatAndNotByABodyWithoutItems() async throws {
      try await Fixture.with { fixture in
        for body in ["", "\n \n"] {
          let reply = try await put(body, to: fixture)
          #expect(reply.status == 400 && reply["detail"]?.string?.contains("DELETE") == true, "\(reply.body)")
        }
        #expect(fixture.store.snapshot().count == 12)
        #expect(try await fixture.send(.delete, Self.path).status == 200)
        #expect(fixture.store.snapshot().count == 0)
        _ = try ListStore.verify(fixture.store.path) { Issue.record("\($0)") }
        #expect(try await put(#"{"id": 1, "title": "a"}"#, to: fixture).status == 200)
        #expect(elements(fixture.store).map(\.title) == ["a"])
      }
    }

    @Test func onlyKeysThatMayWriteReplaceLists() async throws {
      let (reader, readerKey) = APIKey.make(name: "reader", role: .read)
      let (bound, boundKey) = APIKey.make(name: "bound", role: .read, filter: "even")
      let (writer, writerKey) = APIKey.make(name: "writer", role: .write)
      try await Fixture.with(keys: [reader, bound, writer]) { fixture in
        for key in [readerKey, boundKey] {
          let replaced = try await put(#"{"id": 1, "title": "a"}"#, to: fixture, key: key)
          let cleared = try await fixture.send(.delete, Self.path, key: key)
          #expect(replaced.status == 403 && cleared.status == 403)
        }
        #expect(fixture.store.snapshot().count == 12)
        #expect(try await put(#"{"id": 1, "title": "a"}"#, to: fixture, key: writerKey).status == 200)
        #expect(fixture.store.snapshot().count == 1)
      }
    }

    /// More than lies in memory, and leaves no file.
    @Test func aLargeListIsReplacedByTheClient() async throws {
      try await RunningServer.with { server in
        let count = 20_000
        let items = (1...count).map { RemoteItem(id: .integer(Int64($0)), title: "number \($0) of many", weight: 3) }
        let sequence = try await server.client.replaceItems(of: "cities", with: items)
        #expect(try server.store.lastSequence() == sequence)
        #expect(server.store.snapshot().count == count)
        #expect(try server.store.item(77)?.title == "number 77 of many")
        #expect(try server.store.search("20000").first?.id == 20_000)
        let names = try FileManager.default.contentsOfDirectory(
          atPath: URL(filePath: server.store.path).deletingLastPathComponent().path)
        #expect(names.allSatisfy { $0.hasPrefix("cities.db") }, "\(names)")
        #expect(try await server.client.deleteItems(of: "cities") > sequence)
        #expect(server.store.snapshot().count == 0)
        await #expect(throws: ServerProblem.self) {
          try await server.client.replaceItems(of: "cities", with: [])
        }
      }
    }

    /// As where a program that sends a list is ended.
    @Test(arguments: [false, true]) func anUploadThatBreaksOffChangesNothing(isChunked: Bool) async throws {
      try await RunningServer.with { server in
        let before = try items(server.store)
        let lines = (1...5_000).map { "{\"id\": \($0), \"title\": \"number \($0)\"}\n" }.joined()
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
          .connect(host: "127.0.0.1", port: try #require(URL(string: server.url)?.port)).get()
        let length = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(lines.utf8.count * 2)"
        let piece = isChunked ? "\(String(lines.utf8.count, radix: 16))\r\n\(lines)\r\n" : lines
        try await channel.writeAndFlush(
          NIOCore.ByteBuffer(
            string: "PUT /v1/lists/cities/items HTTP/1.1\r\nHost: localhost\r\n"
              + "Content-Type: application/x-ndjson\r\n\(length)\r\n\r\n\(piece)"))
        // What comes after it is done after it.
        try await channel.close()
        try await server.client.put(RemoteItem(id: .integer(99), title: "later"), in: "cities")
        try await server.client.delete(.integer(99), in: "cities")
        await server.group.triggerGracefulShutdown()
        while server.service.connections.count > 0 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(try items(server.store) == before)
      }
    }

    @Test func linesAreThoseOfTheBodyHoweverItComes() async {
      for seed in 1...UInt64(100) {
        var random = SeededGenerator(seed: seed)
        let text = (0..<Int.random(in: 0...60, using: &random)).map { _ in
          ["a", "bc", "\n", "\n", " ", "\r\n", "long long"].randomElement(using: &random) ?? ""
        }.joined()
        let expected = text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line -> String? in
          if line.count > 12 { return "too long" }
          return line.allSatisfy { $0 == 32 || $0 == 13 } ? nil : String(decoding: line, as: UTF8.self)
        }
        var found: [String] = []
        func take(_ line: LineSplitter.Line) {
          switch line {
          case .bytes(let bytes): found.append(String(decoding: bytes, as: UTF8.self))
          case .tooLong: found.append("too long")
          }
        }
        var splitter = LineSplitter(longest: 12)
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
          let count = Int.random(in: 1...min(9, rest.count), using: &random)
          await splitter.split(rest.prefix(count)) { take($0) }
          rest = rest.dropFirst(count)
        }
        await splitter.finish { take($0) }
        #expect(found == expected, "seed \(seed)")
      }
    }
  }
#endif
