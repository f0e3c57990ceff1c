#if Service
  import Foundation
  import HTTPTypes
  import Hummingbird
  import HummingbirdTesting
  import Logging
  import NIOConcurrencyHelpers
  import NIOCore
  import Riffle
  import RiffleInput
  import RiffleStore
  import RiffleTestSupport

  @testable import RiffleServer

  /// Servers of tests that run at once.
  let serverTurns = Turns(8)

  /// A server over a store of its own, whose requests go straight to its router.
  struct Fixture: Sendable {
    let service: RiffleService
    let store: ListStore
    let client: any TestClientProtocol
    let folder: URL

    static let titles = [
      "Göteborg", "Malmö", "Stockholm", "Götene", "Uppsala", "Oslo", "Bergen", "Ålesund", "São Paulo", "Reykjavík",
      "Rio <b>& \"Janeiro\"", "北京",
    ]

    static func items(_ titles: [String] = titles) -> [StoreItem] {
      titles.enumerated().map { index, title in
        StoreItem(
          id: .integer(Int64(index + 1)), title: title, searchText: index % 3 == 0 ? "north" : "",
          weight: UInt16(index), payload: index % 2 == 0 ? .json(#"{"number": \#(index)}"#) : nil)
      }
    }

    static let scopes = ["even": "id % 2 = 0", "north": "search_text = 'north'"]

    /// - Parameters:
    ///   - logger: where the server logs.
    ///   - change: makes other settings; the store lies in the folder.
    static func with<Result>(
      _ items: [StoreItem] = items(), arrangement: StoreSettings.Arrangement = .alphabet(locales: ["en"]),
      fields: [FieldDefinition] = [],
      logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      change: (inout ServerSettings, _ folder: URL) throws -> Void = { _, _ in },
      _ body: @Sendable (Fixture) async throws -> Result
    ) async throws -> Result {
      await serverTurns.take()
      defer { serverTurns.giveBack() }
      let folder = FileManager.default.temporaryDirectory.appending(path: "riffle-server-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = folder.appending(path: "cities.db").path
      let made = try ListStore(path, settings: StoreSettings(arrangement: arrangement, scopes: scopes, fields: fields))
      try made.write { $0.upsert(contentsOf: items) }
      try made.close()
      var settings = Fixture.settings([.init(name: "cities", path: path)])
      try change(&settings, folder)
      let service = try RiffleService(settings, logger: logger)
      guard let store = (service.routes.lists["cities"] ?? service.routes.lists.all.first)?.store else {
        throw SettingsError("the list is not there")
      }
      let outcome: Swift.Result<Result, any Error>
      do {
        outcome = .success(
          try await service.application().test(.router) { client in
            try await body(Fixture(service: service, store: store, client: client, folder: folder))
          })
      } catch {
        outcome = .failure(error)
      }
      await service.routes.pool.stop()
      try service.close()
      return try outcome.get()
    }

    /// Settings of a server on a busy machine, where minutes may lie between two requests of a test.
    static func settings(_ lists: [ServerSettings.List]) -> ServerSettings {
      var settings = ServerSettings(lists: lists)
      settings.port = 0
      settings.limits.snapshotSeconds = 86_400
      settings.limits.queryMilliseconds = 600_000
      return settings
    }

    // MARK: - Keys

    private struct KeyFile: Codable { var keys: [APIKey] }

    static func write(_ keys: [APIKey], _ folder: URL) throws {
      try JSONEncoder().encode(KeyFile(keys: keys)).write(to: folder.appending(path: "keys.json"))
    }

    /// A server that knows these keys.
    static func with(
      keys: [APIKey], _ items: [StoreItem] = items(),
      arrangement: StoreSettings.Arrangement = .alphabet(locales: ["en"]), fields: [FieldDefinition] = [],
      logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      change: (inout ServerSettings) -> Void = { _ in }, _ body: @Sendable (Fixture) async throws -> Void
    ) async throws {
      try await with(items, arrangement: arrangement, fields: fields, logger: logger) { settings, folder in
        try write(keys, folder)
        settings.keys = folder.appending(path: "keys.json").path
        change(&settings)
      } _: {
        try await body($0)
      }
    }

    // MARK: - Requests

    struct Reply {
      let status: Int
      let headers: HTTPFields
      let body: String
      let json: JSONValue?

      subscript(_ name: String) -> JSONValue? { json?[name] }
      var problem: String? { self["type"]?.string?.split(separator: "/").last.map { String($0) } }
      var parameter: String? { self["parameter"]?.string }
    }

    func send(
      _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, key: String? = nil,
      headers: HTTPFields = [:], type: String = "application/json"
    ) async throws -> Reply {
      var headers = headers
      if let key { headers[.authorization] = "Bearer \(key)" }
      if body != nil, headers[.contentType] == nil { headers[.contentType] = type }
      return try await client.execute(
        uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) }
      ) { response in
        let bytes = Array(response.body.readableBytesView)
        return Reply(
          status: response.status.code, headers: response.headers, body: String(decoding: bytes, as: UTF8.self),
          json: try? JSONValue(bytes))
      }
    }

    func get(_ path: String, key: String? = nil, headers: HTTPFields = [:]) async throws -> Reply {
      try await send(.get, path, key: key, headers: headers)
    }
  }

  /// Keeps what is logged.
  struct KeptLogs: LogHandler {
    private let lines: NIOLockedValueBox<[String]>
    var logLevel = Logger.Level.trace
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let all = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }.map {
        "\($0.key)=\($0.value)"
      }
      lines.withLockedValue { $0.append(([event.level.rawValue, "\(event.message)"] + all).joined(separator: " ")) }
    }

    /// - Returns: a logger, and what it has logged so far, a line for each.
    static func make() -> (logger: Logger, lines: @Sendable () -> [String]) {
      let lines = NIOLockedValueBox<[String]>([])
      return (Logger(label: "test") { _ in KeptLogs(lines: lines) }, { lines.withLockedValue { $0 } })
    }
  }

  extension JSONValue {
    subscript(_ name: String) -> JSONValue? { members?.last { $0.name == name }?.value }
    subscript(_ index: Int) -> JSONValue? { elements.flatMap { $0.indices.contains(index) ? $0[index] : nil } }
    /// As an id.
    var id: ItemID? { integer.map { .integer($0) } ?? string.map { .text($0) } }
  }

  /// A text as a query has it.
  func part(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }
#endif
