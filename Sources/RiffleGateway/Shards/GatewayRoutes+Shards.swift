#if Service && Cluster
  import HTTPTypes
  import Hummingbird
  import NIOCore
  import NIOHTTP1
  import RiffleCluster
  import RiffleInput
  import RiffleServer

  /// Reads of lists in shards: exact answers, merged from those of all shards.
  extension GatewayRoutes {
    /// A public route that reads a list.
    enum Reading: Sendable { case list, search, rows, jumplist, item, live }

    /// How often an answer is begun anew because a shard no longer has the moment that it reads.
    private static let mostTries = 3

    func read(
      _ reading: Reading, of list: NodeList, _ request: Request, _ context: ServiceContext
    ) async throws -> Response {
      switch reading {
      case .item:
        let snapshot = request.uri.queryParameters["snapshot"].map { String($0) }
        let answer = try await readItem(try nodeRequest(request, context), of: list, snapshot: snapshot)
        return GatewayRoutes.response(answer, snapshot: snapshot)
      case .live: return try await typeLive(list, request, context)
      case .search where request.method == .post: return try await searchMany(list, request, context)
      case .list, .search, .rows, .jumplist: break
      }
      let operation: ShardRequest.Operation =
        switch reading {
        case .search: .search
        case .rows: .rows
        case .jumplist: .jumplist
        case .list, .item, .live: .list
        }
      let asked = try MergeRequest(operation, query: request.uri.query ?? "")
      let headers = try nodeRequest(request, context).headers
      let (json, fields) = try await inOneMoment { () async throws -> (JSONWriter, HTTPFields) in
        let session = try ShardSession(list, asked, headers: headers, forwarder, places)
        var json = JSONWriter()
        try await GatewayRoutes.merge(asked, session, to: &json)
        return (json, await session.fields)
      }
      var response = GatewayRoutes.json(json, .ok, cacheControl: "private, no-cache")
      for field in fields { response.headers[field.name] = field.value }
      if operation == .list {
        response.headers[.eTag] = nil
      } else if asked.snapshot != "new", GatewayRoutes.isKnown(fields[.eTag], request) {
        response = Response(status: .notModified, headers: response.headers)
        response.headers[.contentType] = nil
      }
      return response
    }

    private static func isKnown(_ tag: String?, _ request: Request) -> Bool {
      guard let tag, let known = request.headers[.ifNoneMatch] else { return false }
      func opaque(_ tag: some StringProtocol) -> String { tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : String(tag) }
      return known.split(separator: ",").contains { part in
        let part = part.drop { $0 == " " }
        return part == "*" || opaque(part) == opaque(tag)
      }
    }

    /// Runs `body`, and again if a shard no longer has the moment that the first requests have read.
    /// - Throws: `Problem` if that happens too often, and errors of `body`.
    func inOneMoment<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
      for _ in 0..<GatewayRoutes.mostTries {
        do {
          return try await body()
        } catch is ShardSession.MomentGone {}
      }
      throw Problem(.busy, "the shards read too many moments at once: try again in a second", retryAfter: 1)
    }

    private static func merge(_ asked: MergeRequest, _ session: ShardSession, to json: inout JSONWriter) async throws {
      let request = asked.shardRequest
      switch asked.operation {
      case .search:
        let merged = try await MergedSearch(request, session)
        merged.write(
          to: &json, generation: await session.generation, snapshot: await session.snapshot,
          isPartial: await session.isPartial, isBound: await session.isBound,
          missingShards: await session.missingShards)
      case .rows:
        let merged = try await MergedRows(request, session)
        merged.write(
          to: &json, generation: await session.generation, snapshot: await session.snapshot,
          isPartial: await session.isPartial, missingShards: await session.missingShards)
      case .jumplist:
        let merged = try await MergedJumplist(request, session)
        merged.write(
          to: &json, generation: await session.generation, snapshot: await session.snapshot,
          missingShards: await session.missingShards)
      case .list, .check, .facets, .ids, .changes:
        let answers = try await session.askAll(request)
        MergedList(answers).write(
          to: &json, generation: await session.generation, isPartial: await session.isPartial,
          missingShards: await session.missingShards)
      }
    }

    /// Returns the description of a list, merged from those of its shards.
    /// - Throws: ``Refusal``, `Problem`.
    func description(of list: NodeList, _ request: NodeRequest) async throws -> JSONValue {
      var json = JSONWriter()
      let asked = try MergeRequest(.list, query: "")
      let session = try ShardSession(list, asked, headers: request.headers, forwarder, places)
      try await GatewayRoutes.merge(asked, session, to: &json)
      return try JSONValue(json.bytes)
    }

    // MARK: - Several searches

    private func searchMany(
      _ list: NodeList, _ request: Request, _ context: ServiceContext
    ) async throws -> Response {
      let base = try MergeRequest(.list, query: request.uri.query ?? "")
      var sent = try nodeRequest(request, context, target: "/v1/lists/\(list.name)/search")
      (sent.method, sent.body) = (.POST, try await body(request))
      let searches = try await searches(request, sent, list, allowsPartial: base.allowsPartial)
      let headers = sent.headers
      let id = context.requestID
      let json = try await inOneMoment { () async throws -> JSONWriter in
        // All in the same moment of each shard.
        let session = try ShardSession(list, base, headers: headers, forwarder, places)
        _ = try await session.askAll(base.shardRequest)
        var json = JSONWriter()
        try await GatewayRoutes.write(
          searches, session, instance: id, limit: settings.limits.answer, to: &json
        ) { search throws(Problem) in
          try ShardSession(list, search, headers: headers, forwarder, places)
        }
        return json
      }
      return GatewayRoutes.json(json, .ok, cacheControl: "private, no-cache")
    }

    /// - Parameters:
    ///   - limit: the number of bytes of all answers together after which the others are refused.
    ///   - other: makes the session of a search that has a snapshot.
    private static func write(
      _ searches: [MergeRequest], _ session: ShardSession, instance: String?, limit: Int, to json: inout JSONWriter,
      of other: (MergeRequest) throws(Problem) -> ShardSession
    ) async throws {
      var answers: [JSONWriter] = []
      var bytes = 0
      for (index, search) in searches.enumerated() {
        var answer = JSONWriter()
        do {
          if bytes > limit {
            throw Problem(
              .answerTooLarge, "the answers together may have \(limit) bytes: send fewer searches at once",
              parameter: "limit")
          }
          try await merge(search, search.snapshot == nil ? session : try other(search), to: &answer)
          await session.didWrite()
        } catch let refusal as Refusal where refusal.answer.status != .badRequest {
          guard case .whole(let buffer, _) = refusal.answer.body else { throw refusal }
          answer = JSONWriter()
          answer.raw(String(buffer: buffer))
        } catch var problem as Problem {
          problem.parameter = problem.parameter.map { "/searches/\(index)/\($0)" }
          answer = JSONWriter()
          problem.write(to: &answer, instance: instance)
        }
        bytes += answer.bytes.count
        answers.append(answer)
      }
      json.object { json in
        json.name("answers")
        json.array(answers) { $1.raw(String(decoding: $0.bytes, as: UTF8.self)) }
      }
    }

    /// Reads the searches of a body. A shard answers requests that have none.
    /// - Throws: ``Refusal``, `Problem`.
    private func searches(
      _ request: Request, _ sent: NodeRequest, _ list: NodeList, allowsPartial: Bool
    ) async throws -> [MergeRequest] {
      let isJSON = (try? request.check(types: ["application/json"])) != nil
      let json = sent.body.flatMap { try? JSONValue(whole: Array($0.readableBytesView)) }
      let members = json?.members ?? []
      let elements = members.first?.value.elements ?? []
      let isPlain = isJSON && members.count == 1 && members[0].name == "searches"
      guard isPlain, 1...settings.limits.queries ~= elements.count else { throw try await refusal(sent, list) }
      var searches: [MergeRequest] = []
      for (index, search) in elements.enumerated() {
        guard let members = search.members else { throw try await refusal(sent, list) }
        let tokens = members.filter { $0.name == "snapshot" }
        guard tokens.count <= 1, tokens.allSatisfy({ $0.value.string != nil }) else {
          throw try await refusal(sent, list)
        }
        var object = JSONWriter()
        object.object { json in
          for (name, value) in members where name != "snapshot" {
            json.name(name)
            json.raw(value.json)
          }
        }
        searches.append(
          MergeRequest(
            object: String(decoding: object.bytes, as: UTF8.self), pointer: "/searches/\(index)",
            snapshot: tokens.first?.value.string, allowsPartial: allowsPartial))
      }
      return searches
    }

    /// Returns the refusal of a shard of a body that it cannot read.
    /// - Throws: `Problem` if the shard reads it.
    private func refusal(_ sent: NodeRequest, _ list: NodeList) async throws -> Refusal {
      let answer = try await forwarder.send(sent, to: list.shards[0])
      if answer.status != .ok { return Refusal(answer: answer) }
      throw Problem(
        .invalidBody, "“searches” must be an array of 1 to \(settings.limits.queries) searches", parameter: "/searches")
    }
  }

  /// The description of a list in shards.
  struct MergedList {
    /// The number of rows that the caller may see.
    var count: Int64 { values("count").reduce(0) { $0 + ($1.integer ?? 0) } }

    private let lists: [[(name: String, value: JSONValue)]]

    init(_ answers: [Int: ShardAnswer]) {
      lists = answers.sorted { $0.key < $1.key }.map { $0.value["list"]?.members ?? [] }
    }

    private func values(_ name: String) -> [JSONValue] {
      lists.compactMap { list in list.first { $0.name == name }?.value }
    }

    func write(to json: inout JSONWriter, generation: UInt64, isPartial: Bool, missingShards: [String]) {
      json.object { json in
        for (name, value) in lists.first ?? [] {
          json.name(name)
          switch name {
          case "count": json.integer(count)
          case "generation": json.integer(generation)
          // Each node counts its own changes.
          case "sequence": json.null()
          case "isPartial": json.bool(isPartial)
          case "progress", "statistics": json.sum(of: values(name))
          default: json.raw(value.json)
          }
        }
        if !missingShards.isEmpty { json.member("missingShards", missingShards) }
      }
    }
  }

  extension JSONWriter {
    /// Writes an object with the sums of the members of several ones; `null` if there are none.
    fileprivate mutating func sum(of objects: [JSONValue]) {
      let known = objects.compactMap(\.members)
      guard let first = known.first else { return null() }
      object { json in
        for (name, _) in first {
          let values = known.compactMap { members in members.first { $0.name == name }?.value.integer }
          json.member(name, values.reduce(0, +))
        }
      }
    }
  }
#endif
