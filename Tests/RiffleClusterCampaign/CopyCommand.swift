#if Cluster
  import ArgumentParser
  import Foundation
  import Riffle
  import RiffleCluster
  import RiffleClusterTestSupport
  import RiffleStore

  struct CopyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "copy", abstract: "Measures how long a node takes from nothing to a list that is served.")

    @Option(help: "How many rows there are.") var rows = 1_000_000

    func run() throws {
      let server = try PostgresServer(isDurable: true)
      let database = try TestDatabase(server)
      try database.makeCities()
      try Rows.insert(rows, into: database)
      let start = ContinuousClock.now
      let node = try RunningNode(database.settings())
      var copiedAt: Duration?
      while node.node.store == nil {
        usleep(2_000)
        if copiedAt == nil, node.node.status.state == .copying(rows: rows) { copiedAt = .now - start }
      }
      let served = ContinuousClock.now - start
      while node.node.status.state != .following { usleep(2_000) }
      let following = ContinuousClock.now - start
      func text(_ duration: Duration) -> String { String(format: "%.2f", duration / .seconds(1)) }
      print(
        "\(rows) rows: copied after \(copiedAt.map(text) ?? "–") s, served after \(text(served)) s, following after "
          + "\(text(following)) s, \(try node.store().snapshot().count) found")
      node.stop()
    }
  }
#endif
