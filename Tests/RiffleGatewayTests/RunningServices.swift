#if Service && Cluster
  import AsyncHTTPClient
  import Foundation
  import Hummingbird
  import Logging
  import NIOConcurrencyHelpers
  import NIOCore
  import NIOHTTP1
  import Riffle
  import RiffleInput
  import RiffleStore
  import RiffleTestSupport
  import ServiceLifecycle

  @testable import RiffleGateway
  @testable import RiffleServer

  let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  /// A service that runs on a local port until it is stopped.
  final class RunningService: Sendable {
    let url: String
    private let task: Task<Void, any Error>

    /// Starts a service, and waits until it runs.
    /// - Parameter make: creates the service from the callback to call when it runs.
    init(_ make: (@escaping @Sendable (String, Int) -> Void) throws -> any Service) async throws {
      let (ports, port) = AsyncStream<Int>.makeStream()
      let service = try make { _, number in port.yield(number) }
      task = Task {
        defer { port.finish() }
        try await service.run()
      }
      var iterator = ports.makeAsyncIterator()
      guard let number = await iterator.next() else {
        try await task.value
        throw SettingsError("the service does not run")
      }
      url = "http://127.0.0.1:\(number)"
    }

    /// Stops the service, and cuts requests in flight.
    func stop() async {
      task.cancel()
      _ = await task.result
    }
  }

  /// Runs `body` with a temporary folder, and removes the folder afterwards.
  func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "riffle-gateway-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
  }

  /// A list with the same content on each node.
  enum Cities {
    static let titles = [
      "Göteborg", "Malmö", "Stockholm", "Götene", "Uppsala", "Oslo", "Bergen", "Ålesund", "São Paulo", "Reykjavík",
      "Rio <b>& \"Janeiro\"", "北京",
    ]

    static func make(_ path: String) throws {
      let store = try ListStore(
        path,
        settings: StoreSettings(
          arrangement: .alphabet(locales: ["en"]), scopes: ["even": "id % 2 = 0", "north": "search_text = 'north'"]))
      try store.write { batch in
        for (index, title) in titles.enumerated() {
          batch.upsert(
            StoreItem(
              id: .integer(Int64(index + 1)), title: title, searchText: index % 3 == 0 ? "north" : "",
              weight: UInt16(index), payload: index % 2 == 0 ? .json(#"{"number": \#(index)}"#) : nil))
        }
      }
      try store.close()
    }

    /// Starts a node that has the list.
    static func node(
      _ folder: URL, _ name: String, change: (inout ServerSettings) -> Void = { _ in }
    ) async throws -> RunningService {
      let path = folder.appending(path: "\(name).db").path
      try make(path)
      var settings = ServerSettings(lists: [.init(name: "cities", path: path)])
      settings.port = 0
      settings.limits.queryMilliseconds = 600_000
      change(&settings)
      return try await RunningService { try RiffleService(settings, logger: quiet, onRunning: $0) }
    }
  }

  /// Starts a gateway before nodes that have the list `cities`.
  func gateway(
    _ nodes: [String], change: (inout GatewaySettings) -> Void = { _ in }
  ) async throws -> RunningService {
    var settings = GatewaySettings()
    settings.port = 0
    settings.lists = [RoutedList(name: "cities", nodes: try nodes.map { try NodeAddress($0) })]
    change(&settings)
    return try await RunningService { try GatewayService(settings, logger: quiet, onRunning: $0) }
  }

  struct Reply: Sendable {
    let status: Int
    let headers: HTTPHeaders
    let body: String
    let json: JSONValue?

    subscript(_ name: String) -> JSONValue? { json?[name] }
    var problem: String? { self["type"]?.string?.split(separator: "/").last.map { String($0) } }
  }

  extension RunningService {
    func send(
      _ method: HTTPMethod, _ path: String, _ body: String? = nil, headers: HTTPHeaders = [:],
      type: String = "application/json"
    ) async throws -> Reply {
      var request = HTTPClientRequest(url: url + path)
      (request.method, request.headers) = (method, headers)
      if let body {
        if !headers.contains(name: "Content-Type") { request.headers.add(name: "Content-Type", value: type) }
        request.body = .bytes(ByteBuffer(string: body))
      }
      let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
      let bytes = Array(try await response.body.collect(upTo: 1 << 24).readableBytesView)
      return Reply(
        status: Int(response.status.code), headers: response.headers, body: String(decoding: bytes, as: UTF8.self),
        json: try? JSONValue(bytes))
    }

    func get(_ path: String, headers: HTTPHeaders = [:]) async throws -> Reply {
      try await send(.GET, path, headers: headers)
    }
  }

  extension JSONValue {
    subscript(_ name: String) -> JSONValue? { members?.last { $0.name == name }?.value }
    subscript(_ index: Int) -> JSONValue? { elements.flatMap { $0.indices.contains(index) ? $0[index] : nil } }
  }
#endif
