#if Service
  import Foundation
  import NIOConcurrencyHelpers
  import NIOCore
  import NIOPosix
  import Riffle
  import RiffleInput
  import RiffleStore
  import RiffleTestSupport
  import Testing

  @testable import RiffleServer

  @Suite struct BulkTests {
    /// Keeps what comes, which is read only when it is asked for.
    private final class Receiver: ChannelInboundHandler, Sendable {
      typealias InboundIn = NIOCore.ByteBuffer
      let received = NIOLockedValueBox<[UInt8]>([])

      func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = Array(unwrapInboundIn(data).readableBytesView)
        received.withLockedValue { $0.append(contentsOf: bytes) }
        context.read()
      }
    }

    /// The body of an answer that comes in chunks.
    private static func unchunked(_ answer: [UInt8]) -> String {
      let end = Array("\r\n".utf8)
      guard let head = answer.firstRange(of: end + end) else { return "" }
      var rest = answer[head.upperBound...]
      var body: [UInt8] = []
      while let line = rest.firstRange(of: end),
        let count = Int(String(decoding: rest[..<line.lowerBound], as: UTF8.self), radix: 16), count > 0
      {
        body += rest[line.upperBound...].prefix(count)
        rest = rest[line.upperBound...].dropFirst(count + end.count)
      }
      return String(decoding: body, as: UTF8.self)
    }

    /// As Python's `http.client`, Ruby's `Net::HTTP` and Java's `HttpURLConnection` do. Results are more than the buffers of a
    /// connection hold.
    @Test(arguments: [false, true]) func aClientThatReadsNothingBeforeItHasSentEverythingIsAnswered(
      asksForAll: Bool
    ) async throws {
      try await RunningServer.with([]) { settings in
        settings.limits.idleSeconds = 10
      } _: { server in
        let receiver = Receiver()
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
          .channelOption(.autoRead, value: false).channelOption(.socketOption(.so_rcvbuf), value: 1 << 12)
          .channelInitializer { $0.pipeline.addHandler(receiver) }
          .connect(host: "127.0.0.1", port: try #require(URL(string: server.url)?.port)).get()
        let id = String(repeating: "long ", count: 400)
        let count = 2_500
        func line(_ number: Int) -> String { #"{"id": "\#(number) \#(id)", "title": "t", "op": "patch"}"# + "\n" }
        let length = (0..<count).reduce(0) { $0 + line($1).utf8.count }
        try await channel.writeAndFlush(
          ByteBuffer(
            string: "POST /v1/lists/cities/items\(asksForAll ? "?results=all" : "") HTTP/1.1\r\nHost: localhost\r\n"
              + "Content-Type: application/x-ndjson\r\nConnection: close\r\nContent-Length: \(length)\r\n\r\n"))
        for first in stride(from: 0, to: count, by: 100) {
          // None of these items is there, so each line has a result.
          try await channel.writeAndFlush(NIOCore.ByteBuffer(string: (first..<first + 100).map { line($0) }.joined()))
        }
        channel.read()
        try await channel.closeFuture.get()
        let text = BulkTests.unchunked(receiver.received.withLockedValue { $0 })
        #expect(text.contains(#""failed":\#(count),"#), "\(text.suffix(300))")
        #expect(text.components(separatedBy: "unknown-item").count == count + 1)
      }
    }

    @Test func resultsComeAsTheyWentInWhoeverIsFaster() throws {
      for seed in 1...UInt64(40) {
        var random = SeededGenerator(seed: seed)
        let spool = ResultSpool(mostInMemory: 64)
        var expected: [UInt8] = []
        var found: [UInt8] = []
        for _ in 0..<200 {
          if Bool.random(using: &random) {
            let bytes = (0..<Int.random(in: 1...50, using: &random)).map { _ in
              UInt8.random(in: 0...255, using: &random)
            }
            expected += bytes
            try spool.add(bytes)
          } else if case .bytes(let bytes) = try spool.take() {
            found += bytes
          }
        }
        spool.end()
        while case .bytes(let bytes) = try spool.take() { found += bytes }
        #expect(found == expected, "seed \(seed)")
        if case .end = try spool.take() {} else { Issue.record("it has not ended") }
      }
    }
  }
#endif
