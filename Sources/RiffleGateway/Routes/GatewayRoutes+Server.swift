#if Service && Cluster
  import HTTPTypes
  import Hummingbird
  import NIOCore
  import NIOHTTP1
  import RiffleCluster
  import RiffleInput
  import RiffleServer

  /// Routes that do not belong to one list.
  extension GatewayRoutes {
    // MARK: - Lists

    /// The lists visible to a caller, as nodes describe them.
    struct VisibleLists {
      var lists: [(name: String, json: JSONValue)] = []
      /// The answer of a node that does not describe its lists, for example because a key is needed.
      var refusal: NodeAnswer?
    }

    /// Requests the lists from one node of each group of lists with the same nodes.
    /// - Throws: `Problem`.
    func visibleLists(_ request: NodeRequest) async throws -> VisibleLists {
      var visible = VisibleLists()
      let groups = Dictionary(grouping: lists.all.filter(\.shards.isEmpty)) { list in
        list.list.nodes.map(\.description).sorted()
      }
      for group in groups.values {
        let answer = try await forwarder.send(request, to: group[0])
        guard answer.status == .ok, case .whole(let buffer, _) = answer.body,
          let json = try? JSONValue(Array(buffer.readableBytesView))
        else {
          visible.refusal = answer
          return visible
        }
        let names = Set(group.map(\.name))
        for list in json.members?.first(where: { $0.name == "lists" })?.value.elements ?? [] {
          guard let name = list.members?.first(where: { $0.name == "name" })?.value.string, names.contains(name) else {
            continue
          }
          visible.lists.append((name, list))
        }
      }
      for list in lists.all where !list.shards.isEmpty {
        do {
          visible.lists.append((list.name, try await description(of: list, request)))
        } catch let refusal as Refusal {
          // The caller may not see the list.
          if refusal.answer.status == .notFound { continue }
          visible.refusal = refusal.answer
          return visible
        }
      }
      visible.lists.sort { $0.name < $1.name }
      return visible
    }

    func getLists(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let visible = try await visibleLists(try nodeRequest(request, context))
      if let refusal = visible.refusal { return refusal.response }
      var json = JSONWriter()
      json.object { json in
        json.name("lists")
        json.array(visible.lists) { $1.raw($0.json.source) }
      }
      return GatewayRoutes.json(json, .ok, cacheControl: "private, no-cache")
    }

    // MARK: - The gateway

    private struct ListHealth {
      let name, status: String
      let nodes: [(address: String, reason: String?, lag: Int?)]
      /// The names of shards, by the addresses of their nodes.
      let shards: [String: String]

      init(_ list: NodeList) {
        name = list.name
        shards = Dictionary(
          list.shards.flatMap { shard in
            shard.nodes.map { ("\($0.address)", shard.shard?.description ?? "") }
          }, uniquingKeysWith: { $1 })
        nodes = list.nodes.map { ("\($0.address)", $0.reason, $0.lagMilliseconds) }
        let outCount = nodes.count { $0.reason != nil }
        let isMissing = list.shards.contains { $0.nodes.allSatisfy(\.isOut) }
        status = outCount == 0 ? "ok" : outCount < nodes.count && !isMissing ? "partial" : "failed"
      }
    }

    /// Returns the health of the gateway. The gateway is ready if each list has a ready node.
    func ready() -> Response {
      let health = isStopping() ? [] : lists.all.map { ListHealth($0) }
      let hasFailed = health.isEmpty || health.contains { $0.status == "failed" }
      let status = hasFailed ? "failed" : health.contains { $0.status == "partial" } ? "partial" : "ok"
      var json = JSONWriter()
      json.object { json in
        json.member("status", status)
        // If keys are needed, the answer does not disclose the names of lists.
        if health.isEmpty || settings.needsKeys { return }
        json.name("lists")
        json.array(health) { list, json in
          json.object { json in
            json.member("name", list.name)
            json.member("status", list.status)
            json.name("nodes")
            json.array(list.nodes) { node, json in
              json.object { json in
                json.member("node", node.address)
                if let shard = list.shards[node.address] { json.member("shard", shard) }
                json.member("status", node.reason == nil ? "ok" : "failed")
                if let reason = node.reason { json.member("detail", reason) }
                if let lag = node.lag { json.member("lagMilliseconds", lag) }
              }
            }
          }
        }
      }
      return GatewayRoutes.json(json, hasFailed ? .serviceUnavailable : .ok, cacheControl: "no-store")
    }

    /// Returns the metrics of the gateway. If keys are needed, the caller's key must permit the metrics of a node.
    func metrics(_ request: Request, _ context: ServiceContext) async throws -> Response {
      if settings.needsKeys, let list = lists.all.first {
        let answer = try await forwarder.send(try nodeRequest(request, context), to: list)
        if answer.status != .ok { return answer.response }
      }
      let text = forwarder.measures.text(lists.nodes, liveCount: relays.count)
      return Response(
        status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    static func json(_ json: JSONWriter, _ status: HTTPResponse.Status, cacheControl: String) -> Response {
      Response(
        status: status,
        headers: [
          .contentType: "application/json", .cacheControl: cacheControl, .vary: "Authorization, Accept-Encoding",
        ],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.bytes)))
    }
  }
#endif
