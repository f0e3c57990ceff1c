#if Cluster
  import ArgumentParser
  import Foundation
  import Riffle
  import RiffleCluster
  import RiffleClusterTestSupport
  import RiffleStore
  import RiffleStoreTestSupport

  /// The process of a node, driven and killed by another process.
  struct NodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "node", shouldDisplay: false)

    @Argument var connection: String
    @Argument var folder: String

    func run() throws {
      let settings = NodeSettings(connection: try ConnectionInfo(connection), list: "cities", folder: folder)
      let node = try RunningNode(settings)
      let watcher = CutWatcher(node)
      defer { watcher.stop() }
      try ChildProgram.say("ready")
      while let line = readLine() {
        let token = try NodeToken(line)
        let answer = Lock<NodeAnswer?>(nil)
        Task {
          var said = NodeAnswer()
          do {
            try await node.node.reach(token, within: .seconds(20))
            said.rows = try node.rows()
            said.watched = watcher.count
            said.fault = watcher.fault
          } catch {
            said.failure = "\(error), \(node.node.status)"
          }
          let done = said
          answer.withLock { $0 = done }
          answer.notifyAll()
        }
        func isThere(_ answer: NodeAnswer?) -> Bool { answer != nil }
        let said = answer.withLock(waitingUntil: isThere) { $0 } ?? NodeAnswer()
        try ChildProgram.say(String(decoding: try JSONEncoder().encode(said), as: UTF8.self))
      }
    }
  }

  /// What a node has, when it has come to a token.
  struct NodeAnswer: Codable {
    var rows: [String] = []
    /// How many snapshots were looked at.
    var watched = 0
    /// What was wrong with one of them.
    var fault: String?
    var failure: String?
  }

  /// Checks every snapshot of the node: transactions that move weight between rows keep the sum.
  private final class CutWatcher: Sendable {
    private let state = Lock<(count: Int, fault: String?, isOver: Bool)>((0, nil, false))
    private let thread = Lock<WorkerThread?>(nil)

    init(_ node: RunningNode) {
      let state = state
      thread.withLock {
        $0 = WorkerThread {
          var last: UInt64?
          while !state.withLock({ $0.isOver }) {
            usleep(500)
            guard let list = node.node.store?.snapshot(), !list.isPartial, list.generation != last else { continue }
            last = list.generation
            let weights = (0..<Accounts.count).compactMap { list.element(withID: .integer(Int64(-1 - $0)))?.weight }
            let sum = weights.reduce(0) { $0 + Int($1) }
            state.withLock { state in
              state.count += 1
              if weights.count == Accounts.count, sum != Accounts.sum {
                state.fault = state.fault ?? "weights \(weights) have the sum \(sum)"
              }
            }
          }
        }
      }
    }

    var count: Int { state.withLock { $0.count } }
    var fault: String? { state.withLock { $0.fault } }

    func stop() {
      state.withLock { $0.isOver = true }
      let thread = thread.withLock { $0.take() }
      thread?.join()
    }
  }

  /// Rows between which weight is moved.
  enum Accounts {
    static let count = 5
    static let sum = 100 * count
  }
#endif
