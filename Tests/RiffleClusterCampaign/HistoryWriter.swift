#if Cluster
  import Foundation
  import Riffle
  import RiffleCluster
  import RiffleClusterTestSupport
  import RiffleTestSupport

  /// A thread that writes its own rows, and records their acknowledged state.
  final class HistoryWriter: Sendable {
    struct History: Sendable {
      /// What each row may be: one title (`nil` if there is none), or several, where a connection broke before an answer came.
      var rows: [Int: Set<String?>] = [:]
      var acknowledged = 0
      var unknown = 0
    }

    private let state = Lock<(history: History, isOver: Bool)>((History(), false))
    private let thread = Lock<WorkerThread?>(nil)

    init(_ database: TestDatabase, number: Int, seed: UInt64) {
      let state = state
      thread.withLock {
        $0 = WorkerThread {
          var random = RandomText(seed: seed &* 31 &+ UInt64(number))
          var connection: PostgresConnection?
          var count = 0
          while !state.withLock({ $0.isOver }) {
            guard let open = connection ?? (try? PostgresConnection(database.info)) else {
              usleep(5_000)
              continue
            }
            connection = open
            count += 1
            let id = 2 * random.number(below: 300) + number
            let title = random.oneIn(4) ? nil : "\(number).\(count)"
            var sql =
              title.map {
                "INSERT INTO cities (id, title) VALUES (\(id), '\($0)') ON CONFLICT (id) DO UPDATE SET title = excluded.title"
              }
              ?? "DELETE FROM cities WHERE id = \(id)"
            if random.oneIn(3) {
              // From one row of the first to one of the last, in one order, so that two writers do not wait for each other.
              let (a, b) = (1 + random.number(below: 2), 3 + random.number(below: Accounts.count - 2))
              let way = random.oneIn(2) ? 1 : -1
              sql = """
                BEGIN; \(sql); UPDATE cities SET weight = weight - \(way) WHERE id = -\(a);
                UPDATE cities SET weight = weight + \(way) WHERE id = -\(b); COMMIT
                """
            }
            do throws(ClusterError) {
              try open.rows(sql)
              state.withLock { state in
                state.history.rows[id] = [title]
                state.history.acknowledged += 1
              }
            } catch {
              connection = nil
              // A weight that would be less than 0 undoes the transaction, and the connection is given up in the midst of it.
              if case .refused = error { continue }
              state.withLock { state in
                state.history.rows[id, default: [nil]].insert(title)
                state.history.unknown += 1
              }
            }
            if random.oneIn(4) { usleep(UInt32(random.number(below: 3_000))) }
          }
        }
      }
    }

    /// Ends the thread.
    /// - Returns: the acknowledged state of its rows.
    func stop() -> History {
      state.withLock { $0.isOver = true }
      let thread = thread.withLock { $0.take() }
      thread?.join()
      return state.withLock { $0.history }
    }
  }
#endif
