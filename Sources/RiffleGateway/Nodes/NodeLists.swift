#if Service && Cluster
  import NIOConcurrencyHelpers
  import NIOCore
  import NIOPosix
  import RiffleCluster

  /// A list or a shard of one, its nodes, and their latencies.
  final class NodeList: Sendable {
    let list: RoutedList
    /// The shard; `nil` for a whole list.
    let shard: Shard?
    /// The shards of a list that is in shards, in the order of the routes; empty for others.
    let shards: [NodeList]
    let nodes: [GatewayNode]
    let latencies = Latencies()
    /// The writer of the list; `nil` if the gateway does not write it.
    let writer: ListWriter?

    init(
      _ list: RoutedList, _ nodes: [GatewayNode], _ writer: ListWriter?, shard: Shard? = nil, shards: [NodeList] = []
    ) {
      (self.list, self.nodes, self.writer, self.shard, self.shards) = (list, nodes, writer, shard, shards)
    }

    var name: String { list.name }

    /// The list or the shard, in readable form.
    var title: String { (shard.map { "shard \($0) of the " } ?? "") + "list “\(name)”" }

    /// Returns the nodes in the order to try them, sorted by these keys:
    ///
    /// 1. whether the node is `first`
    /// 2. whether requests are sent to it: left-out nodes come last
    /// 3. whether it is known to have reached the token
    /// 4. its number of unanswered requests
    ///
    /// Nodes with equal keys are in random order.
    /// - Parameter first: the node to try first, even if it is left out; `nil` for none.
    func candidates(_ token: NodeToken?, first: NodeAddress? = nil) -> [GatewayNode] {
      let ranked = nodes.map { node in
        let lacks = token.map { node.isKnownToHave($0) ? 0 : 1 } ?? 0
        return (node, [node.address == first ? 0 : 1, node.isOut ? 1 : 0, lacks, node.requestCount])
      }
      return ranked.shuffled().sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
    }
  }

  /// The current lists and nodes of the routes.
  final class NodeLists: Sendable {
    private struct State {
      /// The lists, sorted by name.
      var lists: [NodeList] = []
      var nodes: [GatewayNode] = []
    }

    private let state = NIOLockedValueBox(State())
    /// The threads of writers, which block for PostgreSQL.
    let threads = NIOThreadPool(numberOfThreads: 8)

    init() { threads.start() }

    /// Shuts down the threads.
    func close() async throws { try await threads.shutdownGracefully() }

    /// The lists, sorted by name.
    var all: [NodeList] { state.withLockedValue { $0.lists } }
    var nodes: [GatewayNode] { state.withLockedValue { $0.nodes } }

    subscript(_ name: String) -> NodeList? { all.first { $0.name == name } }

    /// Replaces the lists. Nodes that stay keep their state.
    func set(_ lists: [RoutedList]) {
      state.withLockedValue { state in
        var known = Dictionary(uniqueKeysWithValues: state.nodes.map { ($0.address, $0) })
        var used: [NodeAddress: GatewayNode] = [:]
        let old = Dictionary(uniqueKeysWithValues: state.lists.map { ($0.name, $0) })
        state.lists = lists.sorted { $0.name < $1.name }.map { list in
          func nodes(_ addresses: [NodeAddress]) -> [GatewayNode] {
            addresses.map { address in
              let node = known[address] ?? GatewayNode(address)
              (known[address], used[address]) = (node, node)
              return node
            }
          }
          let all = nodes(list.allNodes)
          if let before = old[list.name], before.list == list { return before }
          let shards = list.shards.map { shard in
            NodeList(RoutedList(name: list.name, nodes: shard.nodes), nodes(shard.nodes), nil, shard: shard.shard)
          }
          return NodeList(
            list, all, list.postgres.map { ListWriter(list: list.name, postgres: $0, threads) }, shards: shards)
        }
        state.nodes = used.values.sorted { $0.address.description < $1.address.description }
      }
    }
  }
#endif
