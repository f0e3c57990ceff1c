#if Service && Cluster
  import Hummingbird
  import HTTPTypes
  import Logging
  import NIOConcurrencyHelpers
  import NIOCore
  import ServiceLifecycle

  @testable import RiffleServer

  /// A node with answers set by a test.
  final class FakeNode: Sendable {
    enum Behaviour: Sendable {
      case answer(String)
      case after(Duration, String)
      case problem(Int, String)
      /// A part of an answer, then the end of the connection.
      case cut
      /// Events of an endless stream.
      case events(String)
    }

    private let behaviour: NIOLockedValueBox<Behaviour>
    private let isReady = NIOLockedValueBox(true)
    private let requests = NIOLockedValueBox<[HTTPRequest]>([])
    private let bodies = NIOLockedValueBox<[String]>([])
    private let service = NIOLockedValueBox<RunningService?>(nil)

    init(_ behaviour: Behaviour) async throws {
      self.behaviour = NIOLockedValueBox(behaviour)
      let running = try await RunningService { onRunning in
        let router = Router()
        router.get("health/ready") { [isReady] _, _ in
          Response(status: isReady.withLockedValue { $0 } ? .ok : .serviceUnavailable)
        }
        let answer: @Sendable (Request, BasicRequestContext) async throws -> Response = { request, _ in
          try await self.answer(request)
        }
        router.get("v1/**", use: answer)
        router.post("v1/**", use: answer)
        router.put("v1/**", use: answer)
        return Application(
          router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
          onServerRunning: { onRunning("", $0.localAddress?.port ?? 0) }, logger: quiet)
      }
      service.withLockedValue { $0 = running }
    }

    var url: String { service.withLockedValue { $0?.url ?? "" } }
    /// The heads of the requests received so far, except probes.
    var heads: [HTTPRequest] { requests.withLockedValue { $0 } }
    var sentBodies: [String] { bodies.withLockedValue { $0 } }

    func set(_ new: Behaviour) { behaviour.withLockedValue { $0 = new } }
    func set(isReady ready: Bool) { isReady.withLockedValue { $0 = ready } }
    func stop() async { await service.withLockedValue { $0 }?.stop() }

    private func answer(_ request: Request) async throws -> Response {
      requests.withLockedValue { $0.append(request.head) }
      let body = String(buffer: try await request.body.collect(upTo: 1 << 20))
      bodies.withLockedValue { $0.append(body) }
      switch behaviour.withLockedValue({ $0 }) {
      case .answer(let text): return Self.json(text)
      case .after(let time, let text):
        try await Task.sleep(for: time)
        return Self.json(text)
      case .problem(let status, let kind):
        return Response(
          status: .init(code: status), headers: [.contentType: "application/problem+json"],
          body: ResponseBody(byteBuffer: ByteBuffer(string: #"{"type": "/problems/\#(kind)"}"#)))
      case .cut:
        return Response(
          status: .ok, headers: [.contentType: "application/json"],
          body: ResponseBody(contentLength: 1_000) { output in
            try await output.write(ByteBuffer(string: "{"))
            throw SettingsError("cut")
          })
      case .events(let text):
        return Response(
          status: .ok, headers: [.contentType: "text/event-stream"],
          body: ResponseBody { output in
            try await output.write(ByteBuffer(string: text))
            while true { try await Task.sleep(for: .seconds(1)) }
          })
      }
    }

    private static func json(_ text: String) -> Response {
      Response(
        status: .ok,
        headers: [.contentType: "application/json", .connection: "Keep-Alive, X-Hop", HTTPField.Name("X-Hop")!: "1"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
  }
#endif
