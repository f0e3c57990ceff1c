#if Service
  import Foundation
  import NIOConcurrencyHelpers
  import NIOCore
  import NIOPosix
  import Riffle
  import RiffleClient
  import RiffleStore
  import Testing

  @testable import RiffleServer

  /// Who keeps connections keeps nobody out.
  @Suite struct ConnectionTests {
    private final class Connection: Sendable {
      let isClosed = NIOLockedValueBox(false)
      var id: ObjectIdentifier { ObjectIdentifier(self) }
    }

    private final class Book {
      let book: ConnectionBook
      var time = NIODeadline.now()

      init(_ most: Int, ofAddress: Int) {
        var limits = Limits()
        (limits.connections, limits.addressConnections) = (most, ofAddress)
        book = ConnectionBook(limits)
      }

      func add(_ address: String?) -> Connection? {
        let connection = Connection()
        time = time + .seconds(1)
        let isTaken = book.add(connection.id, address: address, now: time) {
          connection.isClosed.withLockedValue { $0 = true }
        }
        return isTaken ? connection : nil
      }
    }

    @Test func whoIsIdleForLongestGivesWay() throws {
      let book = Book(3, ofAddress: 9)
      let all = try (0..<3).map { _ in try #require(book.add(nil)) }
      book.book.didShowKey(all[0].id)
      book.book.set(all[1].id, isIdle: false)
      // The one with a key comes last, and whoever is answered not at all.
      let fourth = try #require(book.add("1.2.3.4"))
      #expect(all.map { $0.isClosed.withLockedValue { $0 } } == [false, false, true])
      book.book.set(fourth.id, isIdle: false)
      let fifth = try #require(book.add("1.2.3.5"))
      #expect(all[0].isClosed.withLockedValue { $0 })
      book.book.set(fifth.id, isIdle: false)
      #expect(book.add("1.2.3.6") == nil && book.book.count == 3)
      book.book.remove(fifth.id)
      #expect(book.add("1.2.3.6") != nil)
    }

    @Test func anAddressTakesNoPlaceOfAnother() throws {
      let book = Book(9, ofAddress: 2)
      let other = try #require(book.add("1.1.1.1"))
      let all = try (0..<4).map { _ in try #require(book.add("2.2.2.2")) }
      #expect(all.map { $0.isClosed.withLockedValue { $0 } } == [true, true, false, false])
      #expect(!other.isClosed.withLockedValue { $0 })
      for connection in all.suffix(2) { book.book.set(connection.id, isIdle: false) }
      #expect(book.add("2.2.2.2") == nil && book.add("1.1.1.1") != nil)
      // On this machine a proxy may stand for many.
      #expect((0..<5).allSatisfy { _ in book.add(nil) != nil })
    }

    /// Out of descriptors, a server can neither accept a connection nor refuse it.
    @Test func connectionsLeaveFilesForLists() {
      #expect(OpenFiles.connections(1_000, limit: nil, listCount: 3) == 1_000)
      #expect(OpenFiles.connections(1_000, limit: 65_536, listCount: 3) == 1_000)
      #expect(OpenFiles.connections(1_000, limit: 1_024, listCount: 1) == 960)
      #expect(OpenFiles.connections(1_000, limit: 64, listCount: 9) == 1)
      #expect(OpenFiles.limit.map { $0 > 0 } == true)
    }

    private static func connect(_ server: RunningServer, _ text: String) async throws -> any Channel {
      let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connect(host: "127.0.0.1", port: try #require(URL(string: server.url)?.port)).get()
      try await channel.writeAndFlush(NIOCore.ByteBuffer(string: text))
      return channel
    }

    @Test func idleConnectionsKeepNobodyOut() async throws {
      try await RunningServer.with { settings in
        settings.limits.connections = 3
      } _: { server in
        var idle: [any Channel] = []
        for _ in 0..<6 {
          idle.append(try await ConnectionTests.connect(server, "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"))
          while server.service.connections.count < min(idle.count, 3) { try await Task.sleep(for: .milliseconds(2)) }
        }
        #expect(try await server.client.search("oslo", in: "cities").hits.count == 1)
        try await idle[0].closeFuture.get()
        for channel in idle { try? await channel.close() }
      }
    }

    @Test(arguments: ["changes?since=1&wait=30", "live"]) func whoStopsWaitingFreesTheConnection(path: String)
      async throws
    {
      try await RunningServer.with { server in
        let since = try server.store.lastSequence()
        let text = path.replacing("since=1", with: "since=\(since)")
        let channel = try await ConnectionTests.connect(
          server, "GET /v1/lists/cities/\(text) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let live = server.service.routes.live
        while live.waitingCount + live.count == 0 { try await Task.sleep(for: .milliseconds(2)) }
        try await channel.close()
        let end = ContinuousClock.now + .seconds(20)
        while server.service.connections.count > 0, ContinuousClock.now < end {
          try await Task.sleep(for: .milliseconds(5))
        }
        #expect(server.service.connections.count == 0)
      }
    }
  }
#endif
