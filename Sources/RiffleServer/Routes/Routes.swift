#if Service
  import Foundation
  import HTTPTypes
  import Hummingbird
  import NIOCore
  import Riffle
  import RiffleInput
  import RiffleStore

  /// The handlers of requests.
  struct Routes: Sendable {
    let lists: ServedLists
    /// The folder for new lists; `nil` if none can be created.
    let folder: ListFolder?
    let limits: Limits
    let keys: KeyRing
    let pool: SearchPool
    let measures: Measures
    let live: LiveSessions
    let slowMilliseconds: Int
    /// The age above which a copy is not ready.
    let maxLagSeconds: Int

    typealias Handler = Router<ServiceContext>.Answering

    /// Adds a path with its methods; other methods are refused with the list of these.
    func on(_ path: String, _ router: Router<ServiceContext>, _ handlers: [HTTPRequest.Method: Handler]) {
      router.add(path, handlers)
    }

    // MARK: - Caller and list

    /// - Throws: ``Problem``.
    func caller(_ request: Request) throws(Problem) -> Caller {
      let caller = try keys.caller(request.headers[.authorization])
      try caller.allowance.takeRequest()
      return caller
    }

    /// Returns the list of the path, if the caller may see it.
    /// - Throws: ``Problem``.
    func list(_ context: ServiceContext, _ caller: Caller) throws(Problem) -> ServedList {
      let name = try pathPart("list", context)
      if let list = lists[name], caller.maySee(name) { return list }
      if lists.feed(name) != nil, caller.maySee(name) {
        throw Problem(
          .notCaughtUp, "the list “\(name)” is being copied: try again in a second", parameter: "list", retryAfter: 1)
      }
      let known = lists.all.map(\.name).filter { caller.maySee($0) }.map { "“\($0)”" }.joined(separator: ", ")
      throw Problem(
        .unknownList, "there is no list “\(name.prefix(100))”" + (known.isEmpty ? "" : ": there is \(known)"),
        parameter: "list")
    }

    func pathPart(_ name: String, _ context: ServiceContext) throws(Problem) -> String {
      let text = context.parameters.get(name) ?? ""
      guard let decoded = PercentEncoding.decoded(text[...], isForm: false) else {
        throw .invalid(name, "“\(text.prefix(100))” is not well-formed: write “%” as “%25”, and text as UTF-8")
      }
      return decoded
    }

    /// - Throws: ``Problem``.
    func body(_ request: Request, types: [String]) async throws -> JSONValue {
      try JSONValue(whole: Array(try await bytes(request, types: types).readableBytesView))
    }

    /// - Throws: ``Problem``.
    func bytes(_ request: Request, types: [String]) async throws -> ByteBuffer {
      try request.check(types: types)
      let tooLarge = Problem(.bodyTooLarge, "the body may have \(limits.body) bytes: send less at once")
      // A declared length need not be sent.
      if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limits.body { throw tooLarge }
      do {
        return try await request.body.collect(upTo: limits.body)
      } catch is NIOTooManyBytesError {
        throw tooLarge
      }
    }

    /// Returns the caller's view of a list.
    /// - Throws: ``Problem``, also if computing it takes too long.
    func view(
      _ moment: Moment, _ caller: Caller, _ cancellation: Cancellation = Cancellation()
    ) async throws(Problem) -> View {
      // A whole list needs no thread.
      if moment.bound == nil { return View(moment, moment.list) }
      let pool = pool
      return try await pool.search(for: caller, cancellation) { cancellation throws(Problem) in
        try pool.view(moment, .whole, caller, cancellation)
      }
    }

    // MARK: - Answers

    static func json(_ json: JSONWriter, status: HTTPResponse.Status = .ok, _ headers: HTTPFields = [:]) -> Response {
      Routes.json(ResponseBody(byteBuffer: json.buffer), status: status, headers)
    }

    static func json(_ body: ResponseBody, status: HTTPResponse.Status = .ok, _ headers: HTTPFields = [:]) -> Response {
      var headers = headers
      headers[.contentType] = "application/json"
      if headers[.cacheControl] == nil { headers[.cacheControl] = "private, no-cache" }
      headers[.vary] = "Authorization, Accept-Encoding"
      return Response(status: status, headers: headers, body: body)
    }

    /// Returns the headers of an answer that stays the same until the list changes.
    static func tag(_ list: ServedList, _ moment: Moment) -> HTTPFields {
      // Keys with different visible parts have different tags. Hashes are specific to this run, as generations are.
      let part = moment.bound.map { "-" + String(UInt(bitPattern: $0.hashValue), radix: 36) } ?? ""
      return [.eTag: "W/\"\(list.run)-\(moment.generation)\(part)\(moment.isPartial ? "-partial" : "")\""]
    }

    /// Returns the answer for a client that already has the content; `nil` for all others.
    static func notModified(_ request: Request, _ headers: HTTPFields) -> Response? {
      guard let tag = headers[.eTag], let known = request.headers[.ifNoneMatch] else { return nil }
      let tags = known.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      func opaque(_ tag: some StringProtocol) -> String { tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : String(tag) }
      guard tags.contains("*") || tags.contains(where: { opaque($0) == opaque(tag) }) else { return nil }
      var headers = headers
      headers[.cacheControl] = "private, no-cache"
      headers[.vary] = "Authorization, Accept-Encoding"
      return Response(status: .notModified, headers: headers)
    }
  }

  extension HTTPRequest.Method {
    static var query: Self { HTTPRequest.Method("QUERY") ?? .get }
  }
#endif
