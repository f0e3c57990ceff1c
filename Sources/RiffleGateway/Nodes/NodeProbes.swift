#if Service && Cluster
  import AsyncHTTPClient
  import Foundation
  import Logging
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import RiffleCluster
  import RiffleInput
  import RiffleServer

  /// A prober of nodes: requests their readiness, and records the result.
  struct NodeProbes: Sendable {
    let client: HTTPClient
    /// Whether nodes that answer without a key are left out.
    let needsKeys: Bool
    let logger: Logger

    private static let timeout = TimeAmount.milliseconds(500)
    private static let mostBytes = 1 << 16

    /// Probes a node.
    /// - Returns: whether the node has answered, ready or not.
    @discardableResult
    func ask(_ node: GatewayNode) async -> Bool {
      let health = await health(node)
      if node.note(health) {
        if let reason = node.reason {
          logger.warning("a node is left out", metadata: ["node": "\(node.address)", "reason": "\(loggable(reason))"])
        } else {
          logger.notice("a node is taken in", metadata: ["node": "\(node.address)"])
        }
      }
      if case .silent = health { return false }
      return true
    }

    private func health(_ node: GatewayNode) async -> GatewayNode.Health {
      do {
        let (status, body) = try await get("\(node.address)/health/ready")
        let lists = body?.members?.first { $0.name == "lists" }?.value.elements ?? []
        guard status == 200 else {
          let detail = lists.lazy.compactMap { NodeProbes.member($0, "detail")?.string }.first
          return .notReady(reason: detail ?? "it answers \(status) when asked whether it is ready")
        }
        if needsKeys, try await get("\(node.address)/v1/lists").status != 401 {
          return .notReady(reason: "it answers without a key, and this gateway needs keys: start it with --keys")
        }
        let list = lists.first { NodeProbes.member($0, "position") != nil }
        let position = list.flatMap { NodeProbes.member($0, "position")?.string }.flatMap { try? NodeToken($0) }
        let lag = list.flatMap { NodeProbes.member($0, "lagMilliseconds")?.integer }
        return .ready(position: position, lagMilliseconds: lag.map { Int($0) })
      } catch {
        return .silent(reason: "it does not answer: \(NodeProbes.reason(error))")
      }
    }

    private static func member(_ json: JSONValue, _ name: String) -> JSONValue? {
      json.members?.first { $0.name == name }?.value
    }

    private func get(_ url: String) async throws -> (status: UInt, body: JSONValue?) {
      let response = try await client.execute(HTTPClientRequest(url: url), timeout: NodeProbes.timeout)
      let body = try await response.body.collect(upTo: NodeProbes.mostBytes)
      return (response.status.code, try? JSONValue(Array(body.readableBytesView)))
    }

    /// Returns a readable description of an error of a request.
    static func reason(_ error: any Error) -> String {
      (error as? HTTPClientError)?.shortDescription ?? "\(error)"
    }

    /// Returns whether no connection could be made: nothing listens at the node's address, or no route leads to it.
    static func isRefused(_ error: any Error) -> Bool {
      error is NIOConnectionError || (error as? HTTPClientError) == .connectTimeout || error is IOError
    }
  }
#endif
