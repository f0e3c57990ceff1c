#if Cluster
  import ArgumentParser
  import Foundation
  import Riffle
  import RiffleCluster
  import RiffleClusterTestSupport
  import RiffleStoreTestSupport
  import RiffleTestSupport

  struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "history",
      abstract: "Checks the history of writes under faults of the node and the server.",
      discussion: """
        Writers write rows of their own and note what was acknowledged, while the node's process and PostgreSQL are killed with \
        signal 9, connections are cut and the slot is dropped. In the end the node must have what was acknowledged, what may have \
        been committed when a connection broke, and nothing else; and no snapshot of it may show a part of a transaction.
        """)

    @Option(help: "Where the random faults begin.") var seed = 1
    @Option(help: "How many faults there are.") var faults = 100

    func run() throws {
      let server = try PostgresServer()
      let database = try TestDatabase(server)
      try database.makeCities()
      try database.sql(
        "INSERT INTO cities (id, title, weight) SELECT -i, 'account', 100 FROM generate_series(1, \(Accounts.count)) i")
      var random = RandomText(seed: UInt64(seed))
      var node = try ChildNode(database)
      let writers = (0..<2).map { HistoryWriter(database, number: $0, seed: UInt64(seed)) }
      var counts: [String: Int] = [:]
      var watched = 0
      do {
        for _ in 0..<faults {
          usleep(UInt32(50_000 + random.number(below: 400_000)))
          let fault = random.number(below: 8)
          switch fault {
          case 0..<4:
            node.kill()
            if fault == 3 {
              let dropped = try? database.sql(
                "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE NOT active")
              if dropped?.isEmpty == false { counts["slots dropped", default: 0] += 1 }
            }
            node = try ChildNode(database)
            counts["nodes killed", default: 0] += 1
          case 4, 5:
            server.kill()
            try server.start()
            counts["servers killed", default: 0] += 1
          default:
            _ = try? database.sql("SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE active")
            counts["connections cut", default: 0] += 1
          }
          if random.oneIn(4) {
            let answer = try node.answer(database)
            watched += answer.watched
          }
        }
        let histories = writers.map { $0.stop() }
        let answer = try node.answer(database)
        try check(answer, histories, try database.sql("SELECT id || ' ' || title FROM cities ORDER BY number"))
        watched += answer.watched
        let acknowledged = histories.reduce(0) { $0 + $1.acknowledged }
        let unknown = histories.reduce(0) { $0 + $1.unknown }
        print(
          "\(faults) faults (\(counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", "))), "
            + "\(acknowledged) writes acknowledged, \(unknown) unknown, \(watched) snapshots, seed \(seed)")
      } catch {
        throw CampaignFailure("\(error)\nseed \(seed)")
      }
    }

    private func check(_ answer: NodeAnswer, _ histories: [HistoryWriter.History], _ table: [[String?]]) throws {
      if let fault = answer.fault { throw CampaignFailure("a part of a transaction was seen: \(fault)") }
      if answer.rows != table.compactMap({ $0[0] }) {
        throw CampaignFailure("the node has \(answer.rows.count) rows that are not the \(table.count) of the table")
      }
      var found: [Int: String] = [:]
      for row in answer.rows {
        let parts = row.split(separator: " ", maxSplits: 1).map { String($0) }
        if let id = Int(parts[0]), id >= 0 { found[id] = parts.count > 1 ? parts[1] : "" }
      }
      for history in histories {
        for (id, possible) in history.rows {
          let title = found.removeValue(forKey: id)
          if !possible.contains(title) {
            throw CampaignFailure("the row \(id) is \(title ?? "gone"), and should be one of \(possible)")
          }
        }
      }
      if let (id, title) = found.first { throw CampaignFailure("the row \(id), “\(title)”, was never written") }
    }
  }

  /// The process of a node.
  private final class ChildNode {
    private let program: ChildProgram

    init(_ database: TestDatabase) throws {
      let text =
        "host=\(database.server.folder.path) port=\(database.server.port) dbname=\(database.name) user=postgres"
      program = try ChildProgram(["node", text, database.folder.appending(path: "node").path])
      let line = try program.nextLine()
      if line != "ready" { throw CampaignFailure("the node says: \(line)") }
    }

    func kill() {
      program.kill()
      program.end()
    }

    /// What the node has, when it has all that has been committed.
    func answer(_ database: TestDatabase) throws -> NodeAnswer {
      let end = Date().addingTimeInterval(120)
      while true {
        try program.send("\(database.token())")
        let line = try program.nextLine()
        guard let answer = try? JSONDecoder().decode(NodeAnswer.self, from: Data(line.utf8)) else {
          throw CampaignFailure("the node says: \(line)")
        }
        if let fault = answer.fault { throw CampaignFailure("a part of a transaction was seen: \(fault)") }
        if answer.failure == nil { return answer }
        if Date() > end { throw CampaignFailure("the node does not come after: \(answer.failure ?? "")") }
        usleep(50_000)
      }
    }
  }
#endif
