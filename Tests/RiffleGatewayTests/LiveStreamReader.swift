#if Service && Cluster
  import AsyncHTTPClient
  import Foundation
  import NIOCore
  import NIOHTTP1
  import RiffleInput

  @testable import RiffleServer

  /// A client's reader of the events of a live search.
  final class LiveStreamReader {
    private var parts: HTTPClientResponse.Body.AsyncIterator
    /// The bytes of an incomplete event: a part may end within a character.
    private var rest: [UInt8] = []

    init(_ url: String, headers: HTTPHeaders = [:]) async throws {
      var request = HTTPClientRequest(url: url)
      request.headers = headers
      let response = try await HTTPClient.shared.execute(request, deadline: .distantFuture)
      guard response.status == .ok else { throw SettingsError("it answers \(response.status)") }
      parts = response.body.makeAsyncIterator()
    }

    /// Returns the next event with its lines; `nil` after the last one.
    func next() async throws -> String? {
      while true {
        if let end = rest.firstRange(of: Array("\n\n".utf8)) {
          defer { rest.removeSubrange(..<end.upperBound) }
          return String(decoding: rest[..<end.upperBound], as: UTF8.self)
        }
        guard let part = try await parts.next() else { return nil }
        rest.append(contentsOf: part.readableBytesView)
      }
    }

    /// Returns the data of the next event with the given name; `nil` if there is none.
    func next(_ name: String) async throws -> JSONValue? {
      while let event = try await next() {
        guard event.hasPrefix("event: \(name)\ndata: ") else { continue }
        return try JSONValue(Array(event.dropFirst("event: \(name)\ndata: ".count).dropLast(2).utf8))
      }
      return nil
    }
  }
#endif
