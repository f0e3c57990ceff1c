#if Cluster
  import ArgumentParser
  import Foundation
  import MadeUpLists
  import Riffle
  import RiffleCluster
  import RiffleClusterTestSupport
  import RiffleStore
  import RiffleStoreTestSupport

  struct LagCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "lag",
      abstract: "Measures how long after its commit a row is found by a search of a node.",
      discussion: """
        Server, writer and node are on this machine, and wait for its disk as they do in use. The clock starts when COMMIT has \
        returned, and stops when a search for the title finds the row; it is read every 0.1 ms.
        """)

    @Option(help: "Rows a second.") var rate = 1_000
    @Option(help: "In one transaction.") var rowsPerTransaction = 1
    @Option(help: "How many rows there are before.") var rows = 100_000
    @Option var seconds = 20

    func run() throws {
      let server = try PostgresServer(isDurable: true)
      let database = try TestDatabase(server)
      try database.makeCities()
      try Rows.insert(rows, into: database)
      let node = try RunningNode(database.settings())
      while node.node.store == nil || node.node.status.lagBytes != 0 { usleep(10_000) }
      let writers = max(1, min(8, rate / rowsPerTransaction / 250))
      let outcome = Lock<(committed: Int, lags: [Double])>((0, []))
      let start = ContinuousClock.now
      let end = start + .seconds(seconds)
      let threads = (0..<writers).map { writer in
        WorkerThread {
          guard let connection = try? PostgresConnection(database.info) else { return }
          let interval = Duration.seconds(1) * (Double(writers * rowsPerTransaction) / Double(rate))
          var number = 0
          while ContinuousClock.now < end {
            let due = start + interval * Double(number)
            let ahead = due - .now
            if ahead > .zero { usleep(UInt32(ahead / .microseconds(1))) }
            number += 1
            let first = 1_000_000_000 + (number * writers + writer) * rowsPerTransaction
            let name = "q\(String(first, radix: 36))z"
            let values = (0..<rowsPerTransaction).map { "(\(first + $0), '\(name) town \($0)')" }.joined(
              separator: ", ")
            guard (try? connection.rows("INSERT INTO cities (id, title) VALUES \(values)")) != nil else { return }
            let committed = ContinuousClock.now
            outcome.withLock { $0.committed += rowsPerTransaction }
            // Not all, so that what is measured is not the looking.
            guard writer == 0, number % max(1, rate / rowsPerTransaction / writers / 20) == 0 else { continue }
            let id = ItemID.integer(Int64(first))
            while ContinuousClock.now < end + .seconds(5) {
              if let found = try? node.node.store?.search(name, limit: 1), found.first?.id == id { break }
              usleep(100)
            }
            let lag = (ContinuousClock.now - committed) / .milliseconds(1)
            outcome.withLock { $0.lags.append(lag) }
          }
        }
      }
      for thread in threads { thread?.join() }
      let (committed, lags) = outcome.withLock { ($0.committed, $0.lags.sorted()) }
      guard let most = lags.last else { throw CampaignFailure("nothing was measured") }
      func percentile(_ share: Double) -> Double { lags[min(lags.count - 1, Int(Double(lags.count) * share))] }
      let text = [percentile(0.5), percentile(0.99), most].map { String(format: "%.2f", $0) }
      print(
        "\(committed / seconds) rows/s of \(rate), \(rowsPerTransaction) a transaction: found after p50 \(text[0]) ms, "
          + "p99 \(text[1]) ms, max \(text[2]) ms (\(lags.count) samples)")
      node.stop()
    }
  }

  /// Rows of made-up titles.
  enum Rows {
    static func insert(_ count: Int, into database: TestDatabase) throws {
      var rows = MadeUpRows(seed: 7)
      try PostgresConnection(database.info).copyIn("COPY cities (id, title) FROM STDIN") { send in
        for number in 1..<count + 1 {
          try send("\(number)\t\(rows.row(id: number).title.filter { $0 != "\\" && $0 != "\t" })\n".utf8.map { $0 })
        }
      }
      try database.sql("ANALYZE cities")
    }
  }
#endif
