#if Service
  import AsyncHTTPClient
  import Foundation
  import NIOCore
  import NIOHTTP1

  extension RiffleClient {
    /// Opens a search field: pages arrive as the user types, and as the list changes.
    ///
    ///     try await client.withLiveSearch(in: "cities") { field in
    ///       try await field.type("göt", revision: 1)
    ///       for try await event in field.events { if case .page(let page) = event { print(page.hits.map(\.title)) } }
    ///     }
    ///
    /// - Parameter body: called with the field, which is closed when it returns.
    /// - Throws: ``ServerProblem``, errors of the connection, and the error of `body`.
    public func withLiveSearch<Result>(
      in list: String, _ body: (LiveSearch) async throws -> Result
    ) async throws -> Result {
      let path = "/v1/lists/\(Self.part(list))/live"
      let response = try await http.execute(request("GET", path, nil), deadline: .distantFuture)
      guard response.status.code == 200 else {
        throw ServerProblem(
          Data(try await response.body.collect(upTo: 1 << 20).readableBytesView), status: Int(response.status.code))
      }
      let (events, continuation) = AsyncThrowingStream.makeStream(of: LiveSearch.Event.self)
      let (ids, idContinuation) = AsyncStream.makeStream(of: String.self)
      let reading = Task {
        do {
          var reader = EventReader()
          for try await buffer in response.body {
            for event in reader.read(buffer.readableBytesView) {
              if event.name == "session" {
                idContinuation.yield(try JSONDecoder().decode(LiveSearch.Session.self, from: event.data).session)
              } else if let event = try LiveSearch.Event(event.name, event.data) {
                continuation.yield(event)
              }
            }
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
        idContinuation.finish()
      }
      defer { reading.cancel() }
      var iterator = ids.makeAsyncIterator()
      guard let session = await iterator.next() else { throw ServerProblem(Data(), status: 200) }
      return try await body(LiveSearch(client: self, path: "\(path)/\(session)", events: events))
    }
  }

  /// A search field of a server.
  public struct LiveSearch: Sendable {
    public enum Event: Sendable {
      case page(SearchAnswer)
      /// The jumplist of all hits, if it was requested.
      case jumplist(JumplistAnswer)
      /// The list has changed; if there is a text, a page follows.
      case changed(generation: UInt64, count: Int)
      case problem(ServerProblem, revision: Int?)

      init?(_ name: String, _ data: Data) throws {
        switch name {
        case "page": self = .page(try JSONDecoder().decode(SearchAnswer.self, from: data))
        case "jumplist": self = .jumplist(try JSONDecoder().decode(JumplistAnswer.self, from: data))
        case "changed":
          let change = try JSONDecoder().decode(Change.self, from: data)
          self = .changed(generation: change.generation, count: change.count)
        case "problem":
          let problem = try JSONDecoder().decode(Problem.self, from: data)
          self = .problem(problem.problem, revision: problem.revision)
        default: return nil
        }
      }
    }

    struct Session: Decodable { let session: String }
    private struct Change: Decodable {
      let generation: UInt64
      let count: Int
    }
    private struct Problem: Decodable {
      let revision: Int?
      let problem: ServerProblem
    }

    let client: RiffleClient
    let path: String
    /// All events from the beginning, for a single reader.
    public let events: AsyncThrowingStream<Event, any Error>

    private struct Wish: Encodable {
      let revision: Int
      let q: String
      let offset, limit: Int
      /// `nil` if hits are sorted by fields.
      let order: String?
      let jumplist: Bool
      let filter: String?
      let sort: [RemoteSortKey]
      let sections: RemoteSections?
      let facets: [RemoteFacet]
    }

    /// Sets the text of the field, and the window of results to receive.
    /// - Parameters:
    ///   - revision: greater than all before.
    ///   - inListOrder: without effect if there are keys to sort by.
    ///   - jumplist: whether to send the jumplist, once for all windows of the results.
    ///   - filter: a condition on fields and scopes; `nil` for none.
    ///   - sort: the fields to sort by, the last key perhaps ``RemoteSortKey/relevance``; none for the order of relevance or of
    ///     the list.
    ///   - sections: the way to divide sorted hits, in each page; `nil` for no sections.
    ///   - facets: the fields whose values are counted in each page.
    /// - Throws: ``ServerProblem``, and errors of the connection.
    public func type(
      _ text: String, revision: Int, offset: Int = 0, limit: Int = 20, inListOrder: Bool = false,
      jumplist: Bool = false, filter: String? = nil, sort: [RemoteSortKey] = [],
      sections: RemoteSections? = nil, facets: [RemoteFacet] = []
    ) async throws {
      let wish = Wish(
        revision: revision, q: text, offset: offset, limit: limit,
        order: sort.isEmpty ? inListOrder ? "list" : "relevance" : nil, jumplist: jumplist, filter: filter, sort: sort,
        sections: sections, facets: facets)
      _ = try await client.send("POST", path, try JSONEncoder().encode(wish))
    }
  }

  /// A parser of server-sent events (HTML, Server-sent events), for the subset that a Riffle server sends.
  struct EventReader {
    private var rest: [UInt8] = []

    mutating func read(_ bytes: some Sequence<UInt8>) -> [(name: String, data: Data)] {
      rest.append(contentsOf: bytes)
      var events: [(name: String, data: Data)] = []
      while let end = rest.indices.dropLast().first(where: { rest[$0] == 10 && rest[$0 + 1] == 10 }) {
        var name = "message"
        var data = Data()
        for line in rest[..<end].split(separator: 10) {
          let text = String(decoding: line, as: UTF8.self)
          if text.hasPrefix("event: ") { name = String(text.dropFirst(7)) }
          if text.hasPrefix("data: ") { data.append(contentsOf: text.dropFirst(6).utf8) }
        }
        if !data.isEmpty { events.append((name, data)) }
        rest.removeSubrange(...(end + 1))
      }
      return events
    }
  }

  extension ServerProblem {
    private enum Key: String, CodingKey { case type, status, detail, parameter }

    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let type = try container.decode(String.self, forKey: .type)
      self.init(
        kind: type.split(separator: "/").last.map { String($0) } ?? type,
        status: try container.decode(Int.self, forKey: .status),
        detail: try container.decode(String.self, forKey: .detail),
        parameter: try container.decodeIfPresent(String.self, forKey: .parameter))
    }
  }
#endif
