#if Service && Cluster
  import Hummingbird
  import NIOCore
  import NIOHTTP1
  import RiffleCluster
  import RiffleInput
  import RiffleServer

  /// Reads of single items, which one shard of a list has.
  extension GatewayRoutes {
    /// Sends a request for one item to all shards.
    /// - Parameter snapshot: the token of a merged snapshot that the item is explained in; `nil` for the present list.
    /// - Returns: the answer of the shard that has the item; if none has it, that of any shard.
    /// - Throws: `Problem` that names a shard that does not answer, unless another one has the item.
    func readItem(
      _ request: NodeRequest, of list: NodeList, snapshot: String? = nil
    ) async throws -> NodeAnswer {
      let token = request.headers["Riffle-After"].first.flatMap { try? NodeToken($0) }
      if list.shards.isEmpty { return try await forwarder.send(request, to: list, token: token) }
      if snapshot == "new" {
        throw Problem.invalid(
          "snapshot", "the list is in shards: keep a snapshot with a search, and send its token")
      }
      let kept = try snapshot.map { snapshot throws(Problem) in try ShardSession.tokens(snapshot, of: list) }
      return try await withThrowingTaskGroup(of: Result<NodeAnswer, any Error>.self) { group in
        defer { group.cancelAll() }
        for (number, shard) in list.shards.enumerated() {
          group.addTask {
            do {
              return .success(try await answer(request, of: shard, kept?[number], token))
            } catch {
              return .failure(error)
            }
          }
        }
        var absent: NodeAnswer?
        var refusal: NodeAnswer?
        var failure: (any Error)?
        for try await result in group {
          switch result {
          case .success(let answer) where answer.status.code < 400: return answer
          case .success(let answer) where answer.status == .notFound: absent = answer
          case .success(let answer): refusal = answer
          case .failure(let error): failure = error
          }
        }
        try Task.checkCancellation()
        if let refusal { return refusal }
        if let failure { throw failure }
        guard let absent else {
          throw Problem(.noNode, "no shard of the list “\(list.name)” answers", parameter: "list", retryAfter: 1)
        }
        return absent
      }
    }

    /// Returns the answer of one shard.
    /// - Parameter kept: the token of its snapshot; `nil` for the present list.
    /// - Throws: `Problem` that names the shard if it does not answer, or is not in the snapshot.
    private func answer(
      _ request: NodeRequest, of shard: NodeList, _ kept: String?, _ token: NodeToken?
    ) async throws -> NodeAnswer {
      if kept == ShardSession.absent {
        throw Problem(.noNode, "the \(shard.title) is not in the snapshot", parameter: "snapshot")
      }
      var request = request
      request.headers = ShardSession.headers(request.headers, to: shard)
      if let kept { request.target = GatewayRoutes.target(request.target, snapshot: kept) }
      let answer = try await forwarder.send(request, to: shard, token: token, first: kept.flatMap { places[$0] })
      if answer.verdict == .notNow { throw ShardSession.problem(of: answer, shard) }
      return answer
    }

    /// Returns an answer as sent to the client, with the token of a merged snapshot instead of that of a shard.
    static func response(_ answer: NodeAnswer, snapshot: String?) -> Response {
      guard let snapshot, answer.status == .ok, case .whole(let buffer, _) = answer.body,
        let members = (try? JSONValue(Array(buffer.readableBytesView)))?.members
      else { return answer.response }
      var json = JSONWriter()
      json.object { json in
        for (name, value) in members {
          json.name(name)
          if name == "snapshot" { json.string(snapshot) } else { json.raw(value.json) }
        }
      }
      return Response(
        status: .ok, headers: ForwardedHeaders.toClient(answer.headers),
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.bytes)))
    }

    /// Replaces the snapshot in the query of a target.
    private static func target(_ target: String, snapshot: String) -> String {
      let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return target }
      let pairs = parts[1].split(separator: "&").map { pair in
        let name = pair.prefix { $0 != "=" }
        return PercentEncoding.decoded(name, isForm: true) == "snapshot" ? "snapshot=\(snapshot)" : String(pair)
      }
      return "\(parts[0])?\(pairs.joined(separator: "&"))"
    }
  }
#endif
