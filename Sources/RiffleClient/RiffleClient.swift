#if Service
  public import AsyncHTTPClient
  import Foundation
  import NIOCore
  import NIOHTTP1

  /// A client of a `riffle-serve` server.
  ///
  ///     let client = RiffleClient("http://127.0.0.1:8080")
  ///     let answer = try await client.search("gotebrg", in: "cities", limit: 10)
  ///     print(answer.hits.map(\.title))
  public struct RiffleClient: Sendable {
    let url: String
    let key: String?
    let http: HTTPClient
    let timeout: Duration

    /// - Parameters:
    ///   - url: the URL of the server, without a path.
    ///   - key: an API key; `nil` for a server that needs none.
    ///   - timeout: the longest wait for the start of an answer.
    public init(_ url: String, key: String? = nil, http: HTTPClient = .shared, timeout: Duration = .seconds(30)) {
      self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
      (self.key, self.http, self.timeout) = (key, http, timeout)
    }

    // MARK: - Searching

    /// Searches a list.
    /// - Parameters:
    ///   - filter: a condition on fields and scopes, such as `country = SE AND population > 10000`.
    ///   - sort: the fields to sort by, the most significant first, the last perhaps ``RemoteSortKey/relevance``; none for the order
    ///     of relevance.
    ///   - sections: the way to divide sorted hits; `nil` for no sections.
    ///   - facets: the fields whose values are counted.
    ///   - options: further parameters of the API, by name.
    /// - Throws: ``ServerProblem``, and errors of the connection.
    public func search(
      _ text: String, in list: String, offset: Int = 0, limit: Int = 20, filter: String? = nil,
      sort: [RemoteSortKey] = [], sections: RemoteSections? = nil, facets: [RemoteFacet] = [],
      options: [String: String] = [:]
    ) async throws -> SearchAnswer {
      var parameters = options
      (parameters["q"], parameters["offset"], parameters["limit"]) = (text, "\(offset)", "\(limit)")
      if let filter { parameters["filter"] = filter }
      if !sort.isEmpty { parameters["sort"] = try sort.json() }
      if let sections { parameters["sections"] = sections.rawValue }
      if !facets.isEmpty { parameters["facets"] = try facets.json() }
      return try await get("/v1/lists/\(Self.part(list))/search", parameters)
    }

    /// Reads a window of a list in its order.
    /// - Throws: ``ServerProblem``, and errors of the connection.
    public func rows(
      of list: String, offset: Int = 0, limit: Int = 50, options: [String: String] = [:]
    ) async throws -> RowsAnswer {
      var parameters = options
      parameters["limit"] = "\(limit)"
      if parameters["around"] == nil { parameters["offset"] = "\(offset)" }
      return try await get("/v1/lists/\(Self.part(list))/rows", parameters)
    }

    /// Reads the jumplist of a list, or of the hits of a query.
    /// - Parameters:
    ///   - text: the query; empty for the whole list.
    ///   - options: further parameters of the API, by name.
    /// - Throws: ``ServerProblem``, and errors of the connection.
    public func jumplist(
      of list: String, _ text: String = "", options: [String: String] = [:]
    ) async throws -> JumplistAnswer {
      try await get("/v1/lists/\(Self.part(list))/jumplist", options.merging(["q": text]) { $1 })
    }

    /// - Throws: ``ServerProblem``, also if there is none, and errors of the connection.
    public func item(_ id: RemoteID, in list: String) async throws -> RemoteItem {
      try await get(path(id, list), [:])
    }

    // MARK: - Writing

    /// Replaces an item, or adds it. It is on disk when this method returns.
    /// - Returns: the number of the change.
    /// - Throws: ``ServerProblem``, and errors of the connection.
    @discardableResult
    public func put(_ item: RemoteItem, in list: String) async throws -> Int64 {
      try await write("PUT", path(item.id, list), try JSONEncoder().encode(item.content))
    }

    /// Deletes an item.
    /// - Returns: the number of the change.
    /// - Throws: ``ServerProblem``, also if there is none, and errors of the connection.
    @discardableResult
    public func delete(_ id: RemoteID, in list: String) async throws -> Int64 {
      try await write("DELETE", path(id, list), nil)
    }

    /// Replaces a list as a whole, in one transaction: items that are not passed are deleted. If this method throws, nothing has
    /// been changed, unless the connection broke after the last item was sent. Items have no payload then.
    /// - Parameters:
    ///   - items: at least one; if several have the same id, the last counts.
    ///   - timeout: the longest wait until the list has been replaced, including the upload.
    /// - Returns: the number of the last change.
    /// - Throws: ``ServerProblem``, and errors of the connection.
    @discardableResult
    public func replaceItems(
      of list: String, with items: some Sequence<RemoteItem> & Sendable, timeout: Duration = .seconds(3_600)
    ) async throws -> Int64 {
      var request = request("PUT", itemsPath(list), nil)
      request.headers.add(name: "Content-Type", value: "application/x-ndjson")
      request.body = .stream(ItemLines(items: items), length: .unknown)
      return try sequence(try await send(request, timeout).0)
    }

    /// Deletes all items of a list.
    /// - Returns: the number of the last change.
    /// - Throws: ``ServerProblem``, and errors of the connection.
    @discardableResult
    public func deleteItems(of list: String) async throws -> Int64 { try await write("DELETE", itemsPath(list), nil) }

    /// Deletes the items that meet a filter, in one transaction.
    /// - Returns: the number of the last change.
    /// - Throws: ``ServerProblem``, also if the filter is empty, and errors of the connection.
    @discardableResult
    public func deleteItems(of list: String, where filter: String) async throws -> Int64 {
      try await write("DELETE", itemsPath(list) + "?filter=\(Self.part(filter))", nil)
    }

    private struct Written: Decodable { let sequence: Int64 }

    private func sequence(_ data: Data) throws -> Int64 { try JSONDecoder().decode(Written.self, from: data).sequence }

    private func write(_ method: String, _ path: String, _ body: Data?) async throws -> Int64 {
      try sequence(try await send(method, path, body).0)
    }

    // MARK: - Requests

    private func itemsPath(_ list: String) -> String { "/v1/lists/\(Self.part(list))/items" }

    private func path(_ id: RemoteID, _ list: String) -> String { itemsPath(list) + "/\(Self.part(id.inPath))" }

    /// Percent-encodes a text for a part of a path or a query.
    static func part(_ text: String) -> String {
      text.addingPercentEncoding(
        withAllowedCharacters: CharacterSet(
          charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"))
        ?? ""
    }

    private func get<Answer: Decodable>(_ path: String, _ parameters: [String: String]) async throws -> Answer {
      let query = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\(Self.part($0.value))" }
        .joined(separator: "&")
      let (data, _) = try await send("GET", query.isEmpty ? path : "\(path)?\(query)", nil)
      return try JSONDecoder().decode(Answer.self, from: data)
    }

    func request(
      _ method: String, _ path: String, _ body: Data?, type: String = "application/json"
    ) -> HTTPClientRequest {
      var request = HTTPClientRequest(url: url + path)
      request.method = HTTPMethod(rawValue: method)
      if let key { request.headers.add(name: "Authorization", value: "Bearer \(key)") }
      if let body {
        request.headers.add(name: "Content-Type", value: type)
        request.body = .bytes(ByteBuffer(bytes: body))
      }
      return request
    }

    func send(
      _ method: String, _ path: String, _ body: Data?, type: String = "application/json"
    ) async throws -> (Data, Int) {
      try await send(request(method, path, body, type: type), timeout)
    }

    private func send(_ request: HTTPClientRequest, _ timeout: Duration) async throws -> (Data, Int) {
      let response = try await http.execute(request, timeout: .nanoseconds(timeout.nanosecondCount))
      let answer = Data(try await response.body.collect(upTo: 64 << 20).readableBytesView)
      guard response.status.code < 400 else { throw ServerProblem(answer, status: Int(response.status.code)) }
      return (answer, Int(response.status.code))
    }
  }

  /// Items as lines of JSON, many in one piece.
  private struct ItemLines<Items: Sequence<RemoteItem> & Sendable>: AsyncSequence, Sendable {
    let items: Items

    struct Iterator: AsyncIteratorProtocol {
      var items: Items.Iterator
      private let encoder = JSONEncoder()

      init(_ items: Items) { self.items = items.makeIterator() }

      mutating func next() throws -> ByteBuffer? {
        var buffer = ByteBuffer()
        while buffer.readableBytes < 1 << 16, let item = items.next() {
          buffer.writeBytes(try encoder.encode(item))
          buffer.writeString("\n")
        }
        return buffer.readableBytes == 0 ? nil : buffer
      }
    }

    func makeAsyncIterator() -> Iterator { Iterator(items) }
  }

  extension Duration {
    var nanosecondCount: Int64 {
      components.seconds &* 1_000_000_000 &+ components.attoseconds / 1_000_000_000
    }
  }
#endif
